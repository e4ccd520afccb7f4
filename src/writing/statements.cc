#include "writing/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grounding/claim_guard.h"
#include "grounding/cut_off.h"
#include "grounding/prompt.h"
#include "grounding/sentence_words.h"
#include "text/citation_marks.h"
#include "text/sentence_splitter.h"
#include "text/words.h"
#include "writing/sentence_shortener.h"
#include "writing/statement_check.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr int kMostTokens = 96;     ///< Of a written sentence.
constexpr size_t kFewestWords = 5;  ///< Of a written or plain shortened sentence.

/// True when the model is made for the language, or does not say for which.
bool Speaks(const ModelSpec& spec, const std::string& language) {
  return spec.languages.empty() ||
         std::find(spec.languages.begin(), spec.languages.end(), language) != spec.languages.end();
}

/// The first line of an answer, without quotation marks around it.
std::string FirstLine(std::string_view answer) {
  const size_t begin = answer.find_first_not_of(" \t\r\n\"");
  if (begin == std::string_view::npos) return "";
  answer.remove_prefix(begin);
  std::string line = CollapseSpace(answer.substr(0, answer.find('\n')));
  while (!line.empty() && (line.back() == '"' || line.back() == ' ')) line.pop_back();
  return line;
}

}  // namespace

class StatementMaker::Run {
 public:
  Run(StatementMaker& owner, std::span<const SourceSentence> sentences,
      std::span<const Document> documents, const StatementOptions& options)
      : owner_(owner),
        sentences_(sentences),
        documents_(documents),
        options_(options),
        statements_(sentences.size()),
        notes_(sentences.size()),
        checker_(owner.embedder_, owner.classifier_) {}

  Result<std::vector<std::vector<Statement>>> Finish(const WritingProgress& progress,
                                                     const std::stop_token& stop) {
    if (owner_.writer_ != nullptr && options_.ask_writer) {
      GLOSS_RETURN_IF_ERROR(AskWriter(progress, stop));
    }
    GLOSS_RETURN_IF_ERROR(AddShortened(progress, stop));
    for (size_t i = 0; i < sentences_.size(); ++i) Order(i);
    return std::move(statements_);
  }

 private:
  const std::string& LanguageOf(size_t i) const {
    return documents_[static_cast<size_t>(sentences_[i].ref.document)].language;
  }

  /// A text that is to be verified against its sentence.
  struct Open {
    size_t sentence = 0;
    std::string text;
    CitedOrigin origin = CitedOrigin::kWritten;
    std::string shown;  ///< What stands in the text, if not `text`.
  };

  Status Verify(const std::vector<Open>& open, const WritingProgress& progress,
                const std::stop_token& stop, std::vector<StatementVerdict>& verdicts) {
    std::vector<StatementPair> pairs;
    for (const Open& entry : open) {
      pairs.push_back(
          {entry.text, sentences_[entry.sentence].text, LanguageOf(entry.sentence), false});
    }
    GLOSS_ASSIGN_OR_RETURN(verdicts, checker_.Check(pairs, progress, stop));
    return Status::Ok();
  }

  Status AskWriter(const WritingProgress& progress, const std::stop_token& stop) {
    GLOSS_ASSIGN_OR_RETURN(const Prompt prompt, FindPrompt(options_.prompt));
    std::vector<size_t> wanted;
    for (size_t i = 0; i < sentences_.size(); ++i) {
      if (Speaks(owner_.writer_->spec(), LanguageOf(i))) {
        wanted.push_back(i);
      } else {
        notes_[i] = fmt::format("the writer is not made for {}", LanguageOf(i));
      }
    }
    owner_.counts_.sentences = wanted.size();
    for (int attempt = 0; attempt < options_.attempts && !wanted.empty(); ++attempt) {
      if (progress) progress("write", owner_.counts_.accepted, owner_.counts_.sentences);
      std::vector<GenerationRequest> requests;
      for (const size_t i : wanted) requests.push_back(RequestFor(prompt, i, attempt));
      owner_.counts_.attempts += requests.size();
      const BatchResult<GenerationResult> answers = owner_.writer_->Generate(requests, stop);
      if (stop.stop_requested()) return Status(StatusCode::kCancelled, "stopped by the caller");
      std::vector<Open> open;
      for (size_t k = 0; k < wanted.size(); ++k) {
        if (k >= answers.items.size() || !answers.items[k]) {
          notes_[wanted[k]] = "the writer failed: " + answers.status.ToString();
          continue;
        }
        Open entry{wanted[k], FirstLine(answers.items[k]->text), CitedOrigin::kWritten, ""};
        if (const auto objection = ObjectionToWritten(entry, answers.items[k]->finish)) {
          notes_[wanted[k]] = "the writer's sentence was refused: " + *objection;
        } else {
          open.push_back(std::move(entry));
        }
      }
      std::vector<StatementVerdict> verdicts;
      GLOSS_RETURN_IF_ERROR(Verify(open, progress, stop, verdicts));
      for (size_t k = 0; k < open.size(); ++k) {
        const size_t i = open[k].sentence;
        if (!verdicts[k].supported) {
          notes_[i] = "the writer's sentence was refused: " + verdicts[k].reason;
          continue;
        }
        statements_[i].push_back({open[k].text, CitedOrigin::kWritten, CountWords(open[k].text),
                                  verdicts[k].probability, ""});
        ++owner_.counts_.accepted;
        std::erase(wanted, i);
      }
    }
    return Status::Ok();
  }

  GenerationRequest RequestFor(const Prompt& prompt, size_t i, int attempt) const {
    GenerationRequest request;
    request.messages = FillPrompt(prompt, {{"evidence", SafeForPrompt(sentences_[i].text)}});
    request.max_tokens = kMostTokens;
    request.stop = {"\n"};
    if (attempt > 0) {
      request.temperature = options_.retry_temperature;
      request.seed = options_.seed + static_cast<uint64_t>(attempt);
    }
    return request;
  }

  /// What rules have against a written sentence.
  std::optional<std::string> ObjectionToWritten(const Open& entry, FinishReason finish) const {
    const SourceSentence& source = sentences_[entry.sentence];
    const std::string& language = LanguageOf(entry.sentence);
    if (finish == FinishReason::kMaxTokens || !EndsInTerminal(entry.text)) return "not finished";
    if (CountWords(entry.text) < kFewestWords) return "too short";
    if (CountWords(entry.text) > source.words + 5) return "longer than its source";
    if (SplitSentences(entry.text, language).size() != 1) return "more than one sentence";
    if (!FindCitationMarks(entry.text).empty() ||
        entry.text.find_first_of("<>{}|`*") != std::string::npos) {
      return "mark-up";
    }
    if (LongestCommonRun(entry.text, source.text) > kMostVerbatimWords) {
      return "a verbatim copy";
    }
    return ObjectionTo(entry.text, SentenceWords(source.text, "", language));
  }

  Status AddShortened(const WritingProgress& progress, const std::stop_token& stop) {
    std::vector<Open> open;
    for (size_t i = 0; i < sentences_.size(); ++i) {
      const std::string_view source = sentences_[i].text;
      const std::string& language = LanguageOf(i);
      // The sentence as it stands is always at hand.
      AddQuotation(i, QuoteOf(source, {{EnumeratorLength(source), source.size()}}, language), 1.0F);
      if (!options_.shorten) continue;
      for (ShortenedSentence& shorter : ShortenSentence(source, language)) {
        const bool plain = CountWords(shorter.text) >= kFewestWords &&
                           LongestCommonRun(shorter.text, source) <= kMostVerbatimWords;
        if (plain) {
          open.push_back({i, shorter.text, CitedOrigin::kShortened, ""});
        } else if (!shorter.kept.empty()) {
          open.push_back(
              {i, shorter.text, CitedOrigin::kQuoted, QuoteOf(source, shorter.kept, language)});
        }
      }
    }
    std::vector<StatementVerdict> verdicts;
    GLOSS_RETURN_IF_ERROR(Verify(open, progress, stop, verdicts));
    for (size_t k = 0; k < open.size(); ++k) {
      if (!verdicts[k].supported) continue;
      Open& entry = open[k];
      if (entry.origin == CitedOrigin::kQuoted) {
        AddQuotation(entry.sentence, entry.shown, verdicts[k].probability);
      } else {
        statements_[entry.sentence].push_back({entry.text, CitedOrigin::kShortened,
                                               CountWords(entry.text), verdicts[k].probability,
                                               ""});
      }
    }
    return Status::Ok();
  }

  void AddQuotation(size_t i, const std::string& quotation, float probability) {
    // A mark within it would be read as a citation of the text that is written.
    if (!FindCitationMarks(quotation).empty()) return;
    for (const Statement& known : statements_[i]) {
      if (known.text == quotation) return;
    }
    statements_[i].push_back(
        {quotation, CitedOrigin::kQuoted, CountWords(quotation), probability, ""});
  }

  /// The writer's first, then plain shortened ones, then quotations near the wanted length.
  void Order(size_t i) {
    const auto rank = [this](const Statement& statement) {
      const size_t off = statement.words > options_.ideal_words
                             ? statement.words - options_.ideal_words
                             : options_.ideal_words - statement.words;
      switch (statement.origin) {
        case CitedOrigin::kWritten:
          return std::pair<int, size_t>(0, 0);
        case CitedOrigin::kShortened:
          return std::pair<int, size_t>(1, off);
        case CitedOrigin::kGiven:
        case CitedOrigin::kQuoted:
          break;
      }
      return std::pair<int, size_t>(2, off);
    };
    std::stable_sort(statements_[i].begin(), statements_[i].end(),
                     [&](const Statement& a, const Statement& b) { return rank(a) < rank(b); });
    for (Statement& statement : statements_[i]) {
      if (statement.origin != CitedOrigin::kWritten) statement.reason = notes_[i];
    }
  }

  StatementMaker& owner_;
  std::span<const SourceSentence> sentences_;
  std::span<const Document> documents_;
  const StatementOptions& options_;
  std::vector<std::vector<Statement>> statements_;
  std::vector<std::string> notes_;
  StatementChecker checker_;
};

Result<std::vector<std::vector<Statement>>> StatementMaker::Make(
    std::span<const SourceSentence> sentences, std::span<const Document> documents,
    const StatementOptions& options, const WritingProgress& progress, const std::stop_token& stop) {
  counts_ = {};
  return Run(*this, sentences, documents, options).Finish(progress, stop);
}

}  // namespace gloss
