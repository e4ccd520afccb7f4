#include "grounding/reformulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "grounding/pair_batch.h"
#include "grounding/prompt.h"
#include "grounding/rewrite_candidates.h"
#include "text/sentence_splitter.h"
#include "text/words.h"

namespace gloss {
namespace {

/// The new response while sentences are still open: each sentence has a text.
struct Draft {
  const Document& response;
  std::vector<std::string> texts;

  /// The text with all sentences in their places; `spans` gets where each one stands.
  std::string Text(std::vector<Span>& spans) const {
    std::string out;
    size_t done = 0;
    spans.clear();
    for (size_t i = 0; i < texts.size(); ++i) {
      const Span old = response.sentences[i].span;
      out.append(response.text, done, old.begin - done);
      const size_t begin = out.size();
      out += texts[i];
      spans.push_back({begin, out.size()});
      done = old.end;
      // With a sentence goes the white space behind it, or before it where it ends its line.
      if (!texts[i].empty() || old.size() == 0) continue;
      if (done < response.text.size() && response.text[done] == ' ') {
        ++done;
      } else if (!out.empty() && out.back() == ' ') {
        out.pop_back();
        spans.back() = {out.size(), out.size()};
      }
    }
    out.append(response.text, done);
    return out;
  }
};

/// A document for the grounder: the draft's text, cut into its sentences; blocks move along.
Document AsDocument(const Draft& draft, std::vector<Span>& spans) {
  const Document& old = draft.response;
  Document document;
  document.id = old.id;
  document.language = old.language;
  document.text = draft.Text(spans);
  document.blocks = old.blocks;
  const auto moved = [&](size_t offset) {
    size_t result = offset;
    for (size_t i = 0; i < spans.size(); ++i) {
      const Span sentence = old.sentences[i].span;
      if (offset < sentence.begin) break;
      result = offset >= sentence.end ? spans[i].end + (offset - sentence.end) : spans[i].begin;
    }
    return std::min(result, document.text.size());
  };
  for (Block& block : document.blocks) {
    block.span = {moved(block.span.begin),
                  std::max(moved(block.span.begin), moved(block.span.end))};
  }
  for (size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].size() == 0) continue;
    const bool same = draft.texts[i] == old.SentenceText(i);
    if (same) {
      document.sentences.push_back({.span = spans[i], .block = old.sentences[i].block, .tag = {}});
      continue;
    }
    for (const Span& part : SplitSentences(draft.texts[i], old.language)) {
      document.sentences.push_back(
          {.span = {spans[i].begin + part.begin, spans[i].begin + part.end},
           .block = old.sentences[i].block,
           .tag = {}});
    }
  }
  return document;
}

/// Sentences of the report by whether the next one refers to them.
bool NextRefersBack(const GroundingReport& report, size_t sentence) {
  return std::any_of(report.claims.begin(), report.claims.end(), [&](const ClaimResult& result) {
    return static_cast<size_t>(result.claim.sentence) == sentence + 1 &&
           (!result.claim.substitutions.empty() || !result.claim.open_references.empty());
  });
}

/// The first line of a model's answer, without a label or quotes around it.
std::string FirstLine(std::string_view answer) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = answer.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return "";
  answer.remove_prefix(begin);
  answer = answer.substr(0, answer.find('\n'));
  std::string text = CollapseSpace(answer);
  if (text.size() > 2 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

}  // namespace

Status ValidateOptions(const ReformulationOptions& options) {
  const auto bad = [](std::string message) {
    return Status(StatusCode::kInvalidArgument, std::move(message));
  };
  if (options.on_unsupported != "mark" && options.on_unsupported != "drop") {
    return bad(
        fmt::format("on_unsupported: \"{}\" given, must be mark or drop", options.on_unsupported));
  }
  if (options.max_attempts < 0 || options.max_attempts > 10) {
    return bad(
        fmt::format("reformulation attempts: {} given, must be 0 to 10", options.max_attempts));
  }
  if (!(options.retry_temperature > 0 && options.retry_temperature <= 2)) {
    return bad(fmt::format("retry_temperature: {} given, must be above 0 and at most 2",
                           options.retry_temperature));
  }
  return Status::Ok();
}

std::map<std::string, std::string> SettingsOf(const ReformulationOptions& options) {
  return {{"reformulate.on_unsupported", options.on_unsupported},
          {"reformulate.max_attempts", fmt::format("{}", options.max_attempts)},
          {"reformulate.max_evidence", fmt::format("{}", options.max_evidence)},
          {"reformulate.retry_temperature", fmt::format("{}", options.retry_temperature)},
          {"reformulate.seed", fmt::format("{}", options.seed)}};
}

/// One reformulation.
class Reformulator::Run {
 public:
  Run(const Reformulator& owner, const GroundingReport& report, const ReformulationOptions& options,
      const GroundingOptions& grounding, const Prompt& prompt, std::stop_token stop)
      : grounder_(owner.grounder_),
        classifier_(owner.classifier_),
        writer_(owner.writer_),
        report_(report),
        options_(options),
        grounding_(grounding),
        prompt_(prompt),
        stop_(std::move(stop)),
        draft_{report.response, {}} {
    grounding_.compute_pfcr = false;
    result_.sentences.resize(report.response.sentences.size());
    for (size_t i = 0; i < result_.sentences.size(); ++i) {
      draft_.texts.emplace_back(report.response.SentenceText(i));
    }
  }

  Reformulation Finish() && {
    FindSentences();
    while (!open_.empty() && !stop_.stop_requested()) {
      Propose();
      std::erase_if(open_, [](const Open& open) { return open.exhausted; });
      if (open_.empty()) break;
      Check();
    }
    CheckTogether();
    ReadAgain();
    Settle();
    for (const auto& [sentence, mark] : marks_) {
      draft_.texts[sentence] += " " + std::string(mark);
    }
    std::vector<Span> spans;
    result_.text = draft_.Text(spans);
    for (size_t i = 0; i < spans.size(); ++i) result_.sentences[i].span = spans[i];
    if (stop_.stop_requested()) result_.status = "stopped before it was finished";
    return std::move(result_);
  }

 private:
  enum class Method { kFigure, kModel, kCorrected, kClaims, kSource, kNone };

  /// A sentence that is still to be corrected.
  struct Open {
    FaultySentence fault;
    Method next = Method::kFigure;
    int asked = 0;  ///< Model attempts.
    std::string text;
    std::string method;
    std::set<std::string> tried;
    bool exhausted = false;
  };

  static std::string Name(Method method) {
    switch (method) {
      case Method::kFigure:
        return "figure";
      case Method::kModel:
        return "model";
      case Method::kCorrected:
      case Method::kClaims:
        return "claims";
      case Method::kSource:
      case Method::kNone:
        return "source";
    }
    return "source";
  }

  ReformulatedSentence& Of(const Open& open) { return result_.sentences[open.fault.index]; }

  void FindSentences() {
    std::vector<bool> unchecked(result_.sentences.size());
    std::vector<bool> conflicting(result_.sentences.size());
    for (const ClaimResult& claim : report_.claims) {
      const auto sentence = static_cast<size_t>(claim.claim.sentence);
      if (claim.verdict == Verdict::kUnchecked) unchecked[sentence] = true;
      if (claim.verdict == Verdict::kConflicting) conflicting[sentence] = true;
    }
    for (size_t i = 0; i < result_.sentences.size(); ++i) {
      std::optional<FaultySentence> fault = FindFault(report_, i);
      if (conflicting[i]) {
        Mark(i, MarkKind::kConflicting, "the sources say both");
      } else if (fault && unchecked[i]) {
        Mark(i, KindOf(*fault), "a claim of it was not checked");
      } else if (fault) {
        open_.emplace_back().fault = *std::move(fault);
      }
    }
  }

  static MarkKind KindOf(const FaultySentence& fault) {
    return IsContradicted(fault) ? MarkKind::kContradicted : MarkKind::kUnsupported;
  }

  static bool IsContradicted(const FaultySentence& fault) {
    return std::any_of(fault.faulty.begin(), fault.faulty.end(), [](const ClaimResult* claim) {
      return claim->verdict == Verdict::kContradicted;
    });
  }

  void Mark(size_t sentence, MarkKind kind, std::string reason) {
    ReformulatedSentence& entry = result_.sentences[sentence];
    entry.action = SentenceAction::kMarked;
    entry.reason = std::move(reason);
    // Put in at the end, so that no other sentence is read beside it.
    marks_[sentence] = MarkText(report_.response.language, kind);
  }

  /// The next text of every open sentence that no rule objects to.
  void Propose() {
    std::vector<Open*> for_model;
    for (Open& open : open_) {
      open.text.clear();
      while (open.text.empty() && open.next != Method::kNone) {
        if (open.next == Method::kModel) {
          if (writer_ != nullptr && !writer_failed_ && open.asked < options_.max_attempts &&
              !open.fault.evidence.empty()) {
            ++open.asked;
            for_model.push_back(&open);
            break;
          }
          open.next = Method::kCorrected;
          continue;
        }
        const Method method = open.next;
        std::optional<std::string> text;
        if (method == Method::kFigure) text = WithSourceFigures(report_, open.fault);
        if (method == Method::kCorrected) text = CorrectedClaims(report_, open.fault);
        if (method == Method::kClaims) text = SupportedClaims(open.fault);
        if (method == Method::kSource) text = ContradictingSource(report_, open.fault);
        open.next = static_cast<Method>(static_cast<int>(method) + 1);
        if (text) Take(open, *std::move(text), Name(method));
      }
      if (open.text.empty() && open.next == Method::kNone) open.exhausted = true;
    }
    AskModel(for_model);
  }

  /// Makes a text the sentence's candidate unless a rule objects.
  void Take(Open& open, std::string text, const std::string& method) {
    if (!open.tried.insert(WordKey(text)).second) return;
    const std::string key = WordKey(text);
    for (size_t i = 0; i < draft_.texts.size(); ++i) {
      if (i == open.fault.index || WordKey(draft_.texts[i]) != key) continue;
      Of(open).attempts.push_back({std::move(text), method, "another sentence says it already"});
      return;
    }
    if (const auto objection = ObjectionToRewrite(text, report_, open.fault)) {
      Of(open).attempts.push_back({std::move(text), method, *objection});
      return;
    }
    open.text = std::move(text);
    open.method = method;
  }

  void AskModel(const std::vector<Open*>& asked) {
    if (asked.empty()) return;
    std::vector<GenerationRequest> requests;
    for (const Open* open : asked) requests.push_back(RequestFor(*open));
    const BatchResult<GenerationResult> answers = writer_->Generate(requests, stop_);
    // One prompt that does not fit fails the whole call: let it fail alone.
    const bool one_by_one = answers.status.code() == StatusCode::kTooLarge && asked.size() > 1;
    for (size_t i = 0; i < asked.size(); ++i) {
      std::optional<GenerationResult> found;
      Status status = answers.status;
      if (one_by_one) {
        auto single = writer_->Generate(std::span(requests).subspan(i, 1), stop_);
        if (!single.items.empty()) found = std::move(single.items[0]);
        status = single.status;
      } else if (i < answers.items.size()) {
        found = answers.items[i];
      }
      if (!found) {
        Of(*asked[i]).attempts.push_back(
            {"", "model", status.ok() ? "no answer" : status.ToString()});
        writer_failed_ = writer_failed_ || status.code() != StatusCode::kTooLarge;
        continue;
      }
      const GenerationResult& answer = *found;
      std::string text = FirstLine(answer.text);
      if (answer.finish == FinishReason::kMaxTokens &&
          answer.text.find('\n') == std::string::npos) {
        Of(*asked[i]).attempts.push_back({std::move(text), "model", "cut off at its length limit"});
        continue;
      }
      // More than was asked for: small models go on with what else the source says.
      const std::string& language = report_.response.language;
      const std::string_view old = report_.response.SentenceText(asked[i]->fault.index);
      if (SplitSentences(text, language).size() > SplitSentences(old, language).size()) {
        Of(*asked[i]).attempts.push_back({std::move(text), "model", "more than one sentence"});
        continue;
      }
      Take(*asked[i], std::move(text), "model");
    }
  }

  GenerationRequest RequestFor(const Open& open) const {
    std::string evidence;
    size_t shown = 0;
    for (const SentenceRef& reference : open.fault.evidence) {
      if (shown++ == options_.max_evidence) break;
      const Document& document = report_.documents[static_cast<size_t>(reference.document)];
      if (!evidence.empty()) evidence += ' ';
      evidence += SafeForPrompt(document.SentenceText(static_cast<size_t>(reference.sentence)));
    }
    const std::string_view sentence = report_.response.SentenceText(open.fault.index);
    GenerationRequest request;
    request.messages =
        FillPrompt(prompt_, {{"evidence", evidence}, {"sentence", SafeForPrompt(sentence)}});
    const int words = static_cast<int>(WordsOf(sentence).size());
    request.max_tokens = std::clamp(words * 4 + 24, 48, 300);
    request.temperature = open.asked == 1 ? 0.0F : options_.retry_temperature;
    request.seed = options_.seed + static_cast<uint64_t>(open.asked);
    request.stop = {"\n", "Source:"};
    return request;
  }

  /// Grounds the candidates in their places; takes those that pass.
  void Check() {
    Draft draft = draft_;
    std::vector<size_t> indexes;
    for (const Open& open : open_) {
      if (open.text.empty()) continue;
      draft.texts[open.fault.index] = open.text;
      indexes.push_back(open.fault.index);
    }
    if (indexes.empty()) return;
    const std::map<size_t, Judgement> judged = Judge(draft, indexes);
    for (Open& open : open_) {
      if (open.text.empty()) continue;
      const Judgement& judgement = judged.at(open.fault.index);
      ReformulatedSentence& entry = Of(open);
      entry.attempts.push_back({open.text, open.method, judgement.objection});
      if (!judgement.objection.empty()) continue;
      entry.action = SentenceAction::kRewritten;
      entry.reason = ReasonFor(open);
      entry.claims = judgement.claims;
      draft_.texts[open.fault.index] = open.text;
      rewritten_.push_back(open.fault.index);
      open.exhausted = true;
    }
    std::erase_if(open_, [](const Open& open) { return open.exhausted; });
    ++rounds_;
  }

  static std::string ReasonFor(const Open& open) {
    const bool contradicted = IsContradicted(open.fault);
    const std::string fault = contradicted ? "contradicted by the sources" : "not in the sources";
    if (open.method == "figure") return fault + ": figures replaced by those of the source";
    if (open.method == "model") return fault + ": rewritten from its evidence";
    if (open.method == "claims") return fault + ": its claims that the sources support";
    return fault + ": the source's own sentence";
  }

  struct Judgement {
    std::string objection;
    std::vector<RewriteClaim> claims;
  };

  /// What the grounder and the entailment model say of sentences of a draft.
  std::map<size_t, Judgement> Judge(const Draft& draft, const std::vector<size_t>& indexes) {
    std::vector<Span> spans;
    GroundingInput input;
    input.question = report_.question;
    input.response = AsDocument(draft, spans);
    input.documents = report_.documents;
    input.unread_sources = report_.unread_sources;
    for (const size_t index : indexes) input.only.push_back(spans[index]);
    std::map<size_t, Judgement> judged;
    const Result<GroundingReport> report =
        grounder_.Ground(std::move(input), grounding_, {}, stop_);
    for (const size_t index : indexes) {
      Judgement& judgement = judged[index];
      if (report.ok()) {
        ReadClaims(*report, spans[index], judgement);
      } else {
        judgement.objection = "not checked: " + report.status().ToString();
      }
      if (judgement.objection.empty()) CheckLosses(draft.texts[index], index, judgement);
    }
    return judged;
  }

  /// Every claim of the stretch must be supported.
  static void ReadClaims(const GroundingReport& report, const Span& span, Judgement& judgement) {
    for (const ClaimResult& result : report.claims) {
      const Span sentence =
          report.response.sentences[static_cast<size_t>(result.claim.sentence)].span;
      if (sentence.end <= span.begin || span.end <= sentence.begin) continue;
      RewriteClaim claim{result.claim.text, result.verdict, {}};
      for (const EvidenceSet& set : result.evidence) {
        if (set.polarity != Polarity::kSupports) continue;
        for (const SentenceRef& reference : set.sentences) claim.evidence.push_back(reference);
      }
      std::sort(claim.evidence.begin(), claim.evidence.end());
      claim.evidence.erase(std::unique(claim.evidence.begin(), claim.evidence.end()),
                           claim.evidence.end());
      if (result.verdict != Verdict::kSupported && judgement.objection.empty()) {
        judgement.objection = fmt::format("{}: {}", VerdictName(result.verdict), result.claim.text);
      }
      judgement.claims.push_back(std::move(claim));
    }
    if (judgement.claims.empty()) judgement.objection = "it states nothing";
  }

  /// The new text, alone or by its claims, must entail what the old sentence had right.
  void CheckLosses(const std::string& text, size_t index, Judgement& judgement) {
    const std::optional<FaultySentence> fault = FindFault(report_, index);
    if (!fault) return;
    std::string claims;
    for (const RewriteClaim& claim : judgement.claims) claims += claim.text + " ";
    std::vector<PremiseHypothesis> pairs;
    std::vector<const ClaimResult*> asked;
    for (const ClaimResult* supported : fault->supported) {
      const std::string key = WordKey(supported->claim.text);
      if ((" " + WordKey(text) + " ").find(" " + key + " ") != std::string::npos) continue;
      const bool same =
          std::any_of(judgement.claims.begin(), judgement.claims.end(),
                      [&](const RewriteClaim& claim) { return WordKey(claim.text) == key; });
      if (same) continue;
      pairs.push_back({text, supported->claim.text});
      pairs.push_back({claims, supported->claim.text});
      asked.push_back(supported);
    }
    const PairBatch labels = ClassifyPairs(classifier_, pairs, stop_, {});
    for (size_t i = 0; i < asked.size(); ++i) {
      const auto entails = [&](size_t pair) {
        return labels.scores[pair] && labels.scores[pair]->label == Relation::kEntailment;
      };
      if (entails(2 * i) || entails(2 * i + 1)) continue;
      judgement.objection = fmt::format("loses what was supported: {}", asked[i]->claim.text);
      return;
    }
  }

  /// Texts that were taken in different rounds are judged once more beside each other.
  void CheckTogether() {
    if (rounds_ < 2 || rewritten_.size() < 2 || stop_.stop_requested()) return;
    for (const auto& [index, judgement] : Judge(draft_, rewritten_)) {
      ReformulatedSentence& entry = result_.sentences[index];
      if (judgement.objection.empty()) {
        entry.claims = judgement.claims;
        continue;
      }
      entry.attempts.back().reason = "beside the other corrections: " + judgement.objection;
      entry.action = SentenceAction::kKept;
      entry.claims.clear();
      draft_.texts[index] = std::string(report_.response.SentenceText(index));
    }
  }

  /// A sentence that refers back was judged beside faults that are corrected now: it may hold as it
  /// stands.
  void ReadAgain() {
    if (rewritten_.empty() || stop_.stop_requested()) return;
    std::vector<size_t> indexes;
    for (size_t i = 0; i < result_.sentences.size(); ++i) {
      if (result_.sentences[i].action != SentenceAction::kKept) continue;
      const std::optional<FaultySentence> fault = FindFault(report_, i);
      if (!fault) continue;
      const bool refers =
          std::all_of(fault->faulty.begin(), fault->faulty.end(), [](const ClaimResult* claim) {
            return !claim->claim.context.empty() || !claim->claim.substitutions.empty();
          });
      if (refers) indexes.push_back(i);
    }
    if (indexes.empty()) return;
    for (const auto& [index, judgement] : Judge(draft_, indexes)) {
      if (!judgement.objection.empty()) continue;
      ReformulatedSentence& entry = result_.sentences[index];
      entry.reason = "supported beside the corrected sentences";
      entry.claims = judgement.claims;
      holds_.insert(index);
    }
  }

  /// Sentences without a text that holds are marked or dropped.
  void Settle() {
    for (size_t i = 0; i < result_.sentences.size(); ++i) {
      if (result_.sentences[i].action != SentenceAction::kKept || holds_.contains(i)) continue;
      const std::optional<FaultySentence> fault = FindFault(report_, i);
      if (!fault) continue;
      const bool contradicted = IsContradicted(*fault);
      std::string reason = contradicted ? "contradicted by the sources, and no text was found that "
                                          "they support"
                                        : "not in the sources, and no text was found that they "
                                          "support";
      if (stop_.stop_requested()) reason = "not corrected: stopped";
      const bool drop = options_.on_unsupported == "drop" && !stop_.stop_requested();
      if (!drop) {
        Mark(i, KindOf(*fault), std::move(reason));
      } else if (NextRefersBack(report_, i)) {
        Mark(i, KindOf(*fault), reason + "; kept, since the next sentence refers to it");
      } else {
        result_.sentences[i].action = SentenceAction::kDropped;
        result_.sentences[i].reason = std::move(reason);
        draft_.texts[i].clear();
      }
    }
  }

  const Grounder& grounder_;
  EntailmentClassifier& classifier_;
  Generator* writer_;
  const GroundingReport& report_;
  const ReformulationOptions& options_;
  GroundingOptions grounding_;
  const Prompt& prompt_;
  std::stop_token stop_;
  Draft draft_;
  Reformulation result_;
  std::vector<Open> open_;
  std::vector<size_t> rewritten_;
  std::set<size_t> holds_;                    ///< Sentences that hold as they stand after all.
  std::map<size_t, std::string_view> marks_;  ///< By sentence.
  bool writer_failed_ = false;
  int rounds_ = 0;
};

Result<Reformulation> Reformulator::Reformulate(const GroundingReport& report,
                                                const ReformulationOptions& options,
                                                const GroundingOptions& grounding,
                                                std::stop_token stop) const {
  GLOSS_RETURN_IF_ERROR(ValidateOptions(options));
  Result<Prompt> prompt = FindPrompt(options.prompt);
  if (!prompt.ok()) return prompt.status();
  return Run(*this, report, options, grounding, *prompt, std::move(stop)).Finish();
}

}  // namespace gloss
