#include "writing/oneshot_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "grounding/claim_guard.h"
#include "grounding/cut_off.h"
#include "grounding/prompt.h"
#include "grounding/sentence_words.h"
#include "text/citation_marks.h"
#include "text/segmenter.h"
#include "text/words.h"
#include "writing/citation_verifier.h"
#include "writing/cited_layout.h"
#include "writing/long_writer.h"
#include "writing/prompted_parts.h"
#include "writing/sentence_shortener.h"
#include "writing/statement_check.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr int kLeastWindow = 8000;  ///< Tokens of a model that writes whole texts.
constexpr size_t kUsualWords = 300;
constexpr size_t kWordsPerTag = 25;
constexpr int kMostRounds = 8;  ///< Of verification; from the third on, faults are dropped.

/// Takes out eight hexadecimal digits in brackets, whatever their form: the tags of the text are
/// written by then, in angle brackets, and a word would not stand so.
std::string WithoutBracketedHex(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool opens = text[at] == '[' || text[at] == '(' || text[at] == '{';
    const std::string_view inner = text.substr(std::min(at + 1, text.size()), 8);
    const bool hex = inner.size() == 8 &&
                     inner.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos &&
                     inner.find_first_of("abcdefABCDEF") != std::string_view::npos;
    const size_t end = at + 9;
    const bool closes =
        end < text.size() && std::string_view("])}").find(text[end]) != std::string_view::npos;
    if (opens && hex && closes) {
      if (out.ends_with(' ')) out.pop_back();
      at = end + 1;
    } else {
      out += text[at++];
    }
  }
  return out;
}

}  // namespace

bool WritesWholeTexts(const ModelSpec& writer) {
  return !writer.server.empty() || writer.max_tokens >= kLeastWindow;
}

class OneshotWriter::Run {
 public:
  Run(const OneshotWriter& owner, const WritingOptions& options, const WritingProgress& progress,
      std::stop_token stop)
      : owner_(owner),
        options_(options),
        progress_(progress),
        stop_(std::move(stop)),
        grounder_(owner.embedder_, owner.classifier_, nullptr),
        verifier_(grounder_) {}

  Result<CitedText> Finish(WritingInput input) {
    unread_ = std::move(input.unread_sources);
    GLOSS_ASSIGN_OR_RETURN(const std::string draft, Generate(input.documents));
    GLOSS_ASSIGN_OR_RETURN(CitedText text, Verify(draft, std::move(input.documents), true));
    for (int round = 0;; ++round) {
      std::vector<Fate> fates = Judge(text);
      const bool done = std::all_of(fates.begin(), fates.end(),
                                    [](const Fate& fate) { return fate.action == Action::kKeep; });
      if (done) break;
      if (round == kMostRounds) {
        return Status(StatusCode::kModelFailed,
                      "writer: the text did not come to rest on what the sources bear out");
      }
      if (round == 0) {
        GLOSS_RETURN_IF_ERROR(Rewrite(text, fates));
      } else {
        for (Fate& fate : fates) {
          const bool gone =
              fate.action == Action::kRewrite || (round > 1 && fate.action != Action::kKeep);
          if (gone) fate.action = Action::kDrop;
        }
      }
      const std::string next = Rebuild(text, fates);
      GLOSS_ASSIGN_OR_RETURN(text, Verify(next, std::move(text.documents), false));
    }
    if (text.citations.empty() && !IsRefusal(text)) {
      return Status(StatusCode::kModelFailed,
                    "writer: it wrote no statement that the sources bear out");
    }
    Describe(text);
    return text;
  }

 private:
  enum class Action { kKeep, kRecite, kQuote, kRewrite, kReplace, kDrop };

  /// What becomes of a sentence.
  struct Fate {
    Action action = Action::kKeep;
    std::vector<SentenceRef> sources;  ///< To cite.
    std::string statement;             ///< For kQuote and kReplace.
    std::string why;
  };

  // -- the model's text ---------------------------------------------------------------------------

  /// The text as the model wrote it: at once, or in parts that are merged (long_writer.h). Its tags
  /// are clean; what it says is not yet verified.
  Result<std::string> Generate(const std::vector<Document>& documents) {
    language_ = options_.language.empty() ? documents.front().language : options_.language;
    PromptedPartsOptions parts;
    parts.language = language_;
    parts.instruction = Wishes();
    parts.tags = options_.tags;
    parts.seed = options_.statements.seed;
    PromptedParts prompted(owner_.writer_, parts);
    LongTextOptions long_text;
    long_text.state_path = options_.state_path;
    long_text.words = options_.words > 0  ? options_.words
                      : options_.tags > 0 ? options_.tags * kWordsPerTag
                                          : kUsualWords;
    GLOSS_ASSIGN_OR_RETURN(LongText written,
                           LongTextWriter(prompted).Write(documents, long_text, progress_, stop_));
    identity_ = prompted.Identity();
    identity_["parts"] = std::to_string(written.parts.size());
    if (written.parts.size() > 1) identity_["coverage"] = DescribeCoverage(written, documents);
    notices_ = std::move(written.warnings);
    notices_.insert(notices_.end(), written.text.notes.begin(), written.text.notes.end());
    return WithoutBracketedHex(WithoutReasoning(written.text.text));
  }

  /// Instructions, question and style in one, for the prompt.
  std::string Wishes() const {
    std::vector<std::string> wishes = options_.instructions;
    if (!options_.question.empty()) {
      wishes.push_back("Answer this question from the text alone: " + options_.question);
    }
    if (options_.style == WritingStyle::kBullets) wishes.emplace_back("Use bullet points.");
    if (options_.style == WritingStyle::kSections) wishes.emplace_back("Use headings (##).");
    std::string joined;
    for (const std::string& wish : wishes) {
      joined += (joined.empty() ? "" : " ") + SafeForPrompt(wish);
    }
    return joined;
  }

  /// The model's notes are no part of the text; with keep_reasoning they go before it.
  std::string WithoutReasoning(const std::string& text) {
    std::string kept;
    size_t done = 0;
    for (const CitationMark& mark : FindCitationMarks(text)) {
      if (mark.form != MarkForm::kThinking || mark.span.begin < done) continue;
      kept.append(text, done, mark.span.begin - done);
      if (options_.keep_reasoning) reasoning_ += std::string(mark.span.In(text)) + "\n";
      done = mark.span.end;
    }
    kept.append(text, done, std::string::npos);
    const size_t begin = kept.find_first_not_of(" \t\r\n");
    return begin == std::string::npos ? "" : kept.substr(begin);
  }

  // -- verification -------------------------------------------------------------------------------

  Result<CitedText> Verify(const std::string& text, std::vector<Document> documents, bool suggest) {
    CitedInput input;
    input.text.text = text;
    input.text.media_type = "text/plain";
    input.text.language = language_;
    Segment(input.text);
    input.documents = std::move(documents);
    VerifyOptions options;
    options.grounding.decomposition = "rules";
    options.grounding.compute_pfcr = false;
    options.suggest = suggest;
    return verifier_.Verify(
        std::move(input), options,
        [this](GroundingStage, size_t done, size_t total) {
          if (progress_) progress_("verify", done, total);
        },
        stop_);
  }

  static std::string_view SourceText(const CitedText& text, const SentenceRef& ref) {
    return text.documents[static_cast<size_t>(ref.document)].SentenceText(
        static_cast<size_t>(ref.sentence));
  }

  /// The sentences that a sentence cites and that exist.
  static std::vector<SentenceRef> CitedBy(const CitedText& text, const CitedSentence& sentence) {
    std::vector<SentenceRef> cited;
    for (const int index : sentence.citations) {
      const Citation& citation = text.citations[static_cast<size_t>(index)];
      if (citation.state == CitationState::kUnknown || citation.sentences.empty()) continue;
      // One place stands for all places of a text.
      cited.push_back(citation.sentences.front());
    }
    return cited;
  }

  /// Those of them that bear it out.
  static std::vector<SentenceRef> SupportingOf(const CitedText& text,
                                               const CitedSentence& sentence) {
    std::vector<SentenceRef> cited;
    for (const int index : sentence.citations) {
      const Citation& citation = text.citations[static_cast<size_t>(index)];
      if (citation.verdict == CitationVerdict::kSupports && !citation.sentences.empty()) {
        cited.push_back(citation.sentences.front());
      }
    }
    return cited;
  }

  bool IsClean(const CitedText& text, const CitedSentence& sentence,
               std::set<std::string>& used) const {
    std::set<std::string> own;
    for (const int index : sentence.citations) {
      const Citation& citation = text.citations[static_cast<size_t>(index)];
      if (citation.state != CitationState::kExists || citation.form != MarkForm::kTag ||
          citation.verdict != CitationVerdict::kSupports || !citation.span.size() ||
          citation.span.In(text.text) != CitationMarkOf(citation.resolved) ||
          used.contains(citation.resolved) || !own.insert(citation.resolved).second) {
        return false;
      }
    }
    used.insert(own.begin(), own.end());
    return !sentence.citations.empty();
  }

  std::vector<Fate> Judge(const CitedText& text) {
    const VerbatimIndex copies(text.documents);
    std::vector<Fate> fates;
    std::set<std::string> used;
    for (const CitedSentence& sentence : text.sentences) {
      Fate& fate = fates.emplace_back();
      const std::vector<SentenceRef> cited = CitedBy(text, sentence);
      const bool copies_source =
          !IsQuotation(sentence.statement) && copies.HasCopy(sentence.statement);
      if (sentence.verdict == Verdict::kNotCheckable) {
        // Headings and the like cite nothing.
        const bool chatter = sentence.reason == "greeting" || sentence.reason == "offer";
        if (copies_source || chatter || !sentence.citations.empty()) {
          fate = {Action::kDrop, {}, "", "it states nothing that could be checked"};
        }
        continue;
      }
      if (copies_source) {
        fate = CopyFate(text, sentence, cited);
        continue;
      }
      if (sentence.verdict == Verdict::kSupported) {
        if (IsClean(text, sentence, used)) continue;
        std::vector<SentenceRef> good = SupportingOf(text, sentence);
        std::erase_if(good,
                      [&](const SentenceRef& ref) { return used.contains(TagOf(text, ref)); });
        if (!good.empty()) {
          for (const SentenceRef& ref : good) used.insert(TagOf(text, ref));
          fate = {Action::kRecite, std::move(good), "", "its citations were put right"};
          continue;
        }
        fate = {Action::kDrop, {}, "", "what it cites is cited already"};
        continue;
      }
      std::vector<SentenceRef> better = sentence.would_support;
      std::erase_if(better,
                    [&](const SentenceRef& ref) { return used.contains(TagOf(text, ref)); });
      if (!better.empty()) {
        for (const SentenceRef& ref : better) used.insert(TagOf(text, ref));
        fate = {Action::kRecite, std::move(better), "", "re-cited: " + sentence.reason};
      } else if (!cited.empty()) {
        fate = {Action::kRewrite, cited, "", sentence.reason};
      } else {
        fate = {Action::kDrop, {}, "", sentence.reason};
      }
    }
    return fates;
  }

  static const std::string& TagOf(const CitedText& text, const SentenceRef& ref) {
    return text.documents[static_cast<size_t>(ref.document)]
        .sentences[static_cast<size_t>(ref.sentence)]
        .tag;
  }

  Fate CopyFate(const CitedText& text, const CitedSentence& sentence,
                const std::vector<SentenceRef>& cited) const {
    for (const SentenceRef& ref : cited) {
      const std::string_view source = SourceText(text, ref);
      if (WordKey(source) != WordKey(sentence.statement)) continue;
      std::string quotation = QuoteOf(source, {{0, source.size()}}, language_);
      if (!FindCitationMarks(quotation).empty()) break;
      return {Action::kQuote, {ref}, std::move(quotation), "it was a copy of its source"};
    }
    if (!cited.empty()) return {Action::kRewrite, cited, "", "it copied a source"};
    return {Action::kDrop, {}, "", "it copied a source"};
  }

  /// Asks once for another sentence where one is to be rewritten; what is not borne out is dropped.
  Status Rewrite(const CitedText& text, std::vector<Fate>& fates) {
    GLOSS_ASSIGN_OR_RETURN(const Prompt prompt, FindPrompt(options_.statements.prompt));
    std::vector<size_t> wanted;
    std::vector<std::string> evidence;
    std::vector<GenerationRequest> requests;
    for (size_t i = 0; i < fates.size(); ++i) {
      if (fates[i].action != Action::kRewrite) continue;
      std::string joined;
      for (const SentenceRef& ref : fates[i].sources) {
        joined += (joined.empty() ? "" : " ") + std::string(SourceText(text, ref));
      }
      GenerationRequest& request = requests.emplace_back();
      request.messages = FillPrompt(prompt, {{"evidence", SafeForPrompt(joined)}});
      request.max_tokens = 160;
      request.stop = {"\n"};
      evidence.push_back(std::move(joined));
      wanted.push_back(i);
    }
    if (wanted.empty()) return Status::Ok();
    rewrite_prompt_ = {prompt.id, prompt.sha256};
    if (progress_) progress_("rewrite", 0, wanted.size());
    const BatchResult<GenerationResult> answers = owner_.writer_.Generate(requests, stop_);
    std::vector<std::string> statements(wanted.size());
    std::vector<StatementPair> pairs;
    std::vector<size_t> at;
    for (size_t k = 0; k < wanted.size(); ++k) {
      if (k >= answers.items.size() || !answers.items[k]) continue;
      statements[k] = CollapseSpace(answers.items[k]->text);
      if (!CanStand(statements[k], evidence[k])) continue;
      pairs.push_back({statements[k], evidence[k], language_, fates[wanted[k]].sources.size() > 1});
      at.push_back(k);
    }
    StatementChecker checker(owner_.embedder_, owner_.classifier_);
    GLOSS_ASSIGN_OR_RETURN(const std::vector<StatementVerdict> verdicts,
                           checker.Check(pairs, progress_, stop_));
    for (const size_t i : wanted) fates[i].action = Action::kDrop;
    for (size_t k = 0; k < at.size(); ++k) {
      if (!verdicts[k].supported) continue;
      Fate& fate = fates[wanted[at[k]]];
      fate.action = Action::kReplace;
      fate.statement = statements[at[k]];
      fate.why = "rewritten: " + fate.why;
    }
    return Status::Ok();
  }

  bool CanStand(const std::string& statement, std::string_view evidence) const {
    return EndsInTerminal(statement) && CountWords(statement) > 3 &&
           FindCitationMarks(statement).empty() &&
           LongestCommonRun(statement, evidence) <= kMostVerbatimWords &&
           statement.find_first_of("<>{}|`*#") == std::string::npos &&
           !ObjectionTo(statement, SentenceWords(evidence, "", language_));
  }

  // -- the new text -------------------------------------------------------------------------------

  std::string Rebuild(const CitedText& text, const std::vector<Fate>& fates) {
    std::string out;
    size_t done = 0;
    notes_.clear();
    for (size_t i = 0; i < text.sentences.size(); ++i) {
      const CitedSentence& sentence = text.sentences[i];
      const Fate& fate = fates[i];
      const size_t begin = std::max(done, sentence.span.begin);
      out.append(text.text, done, begin - done);
      done = std::max(done, sentence.span.end);
      if (fate.action == Action::kDrop) {
        dropped_.push_back(fmt::format("left out: \"{}\" ({})", sentence.statement, fate.why));
        DropTrail(out);
        continue;
      }
      if (fate.action == Action::kKeep) {
        out.append(text.text, begin, done - begin);
        continue;
      }
      const bool new_words = fate.action == Action::kQuote || fate.action == Action::kReplace;
      const std::string& statement = new_words ? fate.statement : sentence.statement;
      out += Lead(text.text.substr(begin, done - begin)) + statement;
      for (const SentenceRef& ref : fate.sources) out += " " + CitationMarkOf(TagOf(text, ref));
      notes_[statement] = fate.why;
    }
    return out + "\n";
  }

  /// "- " and "## " before a sentence, where its span holds them.
  static std::string Lead(std::string_view sentence) {
    size_t at = 0;
    while (at < sentence.size() &&
           std::string_view("-*#>• ").find(sentence[at]) != std::string::npos) {
      ++at;
    }
    return at > 0 && sentence[at - 1] == ' ' ? std::string(sentence.substr(0, at)) : "";
  }

  /// A bullet without a sentence goes too.
  static void DropTrail(std::string& out) {
    while (!out.empty() && (out.back() == ' ' || out.back() == '-' || out.back() == '*')) {
      out.pop_back();
    }
    if (!out.empty() && out.back() != '\n') out += ' ';
  }

  static bool IsRefusal(const CitedText& text) {
    return !text.sentences.empty() &&
           std::all_of(text.sentences.begin(), text.sentences.end(),
                       [](const CitedSentence& sentence) {
                         return sentence.verdict == Verdict::kNotCheckable;
                       });
  }

  void Describe(CitedText& text) {
    text.question = options_.question;
    text.unread_sources = std::move(unread_);
    for (CitedSentence& sentence : text.sentences) {
      sentence.origin =
          IsQuotation(sentence.statement) ? CitedOrigin::kQuoted : CitedOrigin::kWritten;
      const auto note = notes_.find(sentence.statement);
      if (note != notes_.end() && sentence.reason.empty()) sentence.reason = note->second;
    }
    if (!reasoning_.empty()) text.warnings.push_back("the writer's notes: " + reasoning_);
    for (const std::string& line : notices_) text.warnings.push_back(line);
    for (const std::string& line : dropped_) text.warnings.push_back(line);
    Provenance& provenance = text.provenance;
    provenance.method = "oneshot";
    const ModelSpec& writer = owner_.writer_.spec();
    provenance.models.push_back({"writer", writer.name, writer.sha256});
    if (!rewrite_prompt_.id.empty()) provenance.prompts.push_back(rewrite_prompt_);
    for (const auto& [name, value] : SettingsOf(options_)) provenance.settings[name] = value;
    for (const auto& [name, value] : identity_) provenance.settings["writer_" + name] = value;
  }

  const OneshotWriter& owner_;
  const WritingOptions& options_;
  const WritingProgress& progress_;
  const std::stop_token stop_;
  const Grounder grounder_;
  const CitationVerifier verifier_;
  std::vector<UnreadSource> unread_;
  LanguageCode language_;
  std::string reasoning_;
  std::map<std::string, std::string> identity_;  ///< Of the writer and its prompts.
  PromptUse rewrite_prompt_;
  std::map<std::string, std::string> notes_;  ///< Why a statement is as it is.
  std::vector<std::string> notices_;
  std::vector<std::string> dropped_;
};

Result<CitedText> OneshotWriter::Write(WritingInput input, const WritingOptions& options,
                                       const WritingProgress& progress,
                                       std::stop_token stop) const {
  GLOSS_RETURN_IF_ERROR(ValidateOptions(options));
  if (input.documents.empty()) {
    return Status(StatusCode::kInvalidArgument, "sources: there is none");
  }
  return Run(*this, options, progress, std::move(stop)).Finish(std::move(input));
}

}  // namespace gloss
