#include "writing/cited_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "grounding/prompt.h"
#include "text/sentence_splitter.h"
#include "writing/cited_layout.h"
#include "writing/length_fit.h"
#include "writing/selection.h"
#include "writing/source_sentences.h"
#include "writing/text_measures.h"

namespace gloss {
namespace {

constexpr size_t kFewestWords = 60;  ///< Of a text whose length nobody gave.
constexpr size_t kManyWords = 300;
constexpr size_t kShareOfSource = 5;    ///< One word in so many.
constexpr size_t kAnswerWords = 100;    ///< Of an answer whose length nobody gave, at the most.
constexpr size_t kShortStatement = 15;  ///< Words of one, where many parts are to be cited.
constexpr size_t kMostWords = 20000;
constexpr size_t kMostTags = 1000;

/// Words of the sentences that state something.
size_t WordsOfSources(const std::vector<SourceSentence>& sentences) {
  size_t words = 0;
  for (const SourceSentence& sentence : sentences) words += sentence.words;
  return words;
}

/// How long a statement about these documents is likely to be.
size_t LikelyWords(const std::vector<SourceSentence>& sentences) {
  size_t words = 0;
  size_t count = 0;
  for (const SourceSentence& sentence : sentences) {
    if (sentence.standing != Standing::kFull) continue;
    words += sentence.words;
    ++count;
  }
  return count == 0 ? 15 : std::clamp<size_t>(words * 9 / (count * 10), 12, 28);
}

}  // namespace

Status ValidateOptions(const WritingOptions& options) {
  if (options.words > kMostWords) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("words: {}, must be at most {}", options.words, kMostWords));
  }
  if (options.tags > kMostTags) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("tags: {}, must be at most {}", options.tags, kMostTags));
  }
  return Status::Ok();
}

std::map<std::string, std::string> SettingsOf(const WritingOptions& options) {
  std::map<std::string, std::string> settings = {
      {"words", std::to_string(options.words)},
      {"tags", std::to_string(options.tags)},
      {"style", std::string(WritingStyleName(options.style))},
      {"salience", options.salience.method},
      {"writer_attempts", std::to_string(options.statements.attempts)},
      {"seed", std::to_string(options.statements.seed)}};
  if (!options.question.empty()) {
    settings["least_relevance"] = fmt::format("{:.3f}", options.least_relevance);
  }
  if (!options.language.empty()) settings["language"] = options.language;
  for (size_t i = 0; i < options.instructions.size(); ++i) {
    settings[fmt::format("instruction_{}", i + 1)] = options.instructions[i];
  }
  return settings;
}

class CitedWriter::Run {
 public:
  Run(const CitedWriter& owner, WritingInput input, const WritingOptions& options,
      const WritingProgress& progress, std::stop_token stop)
      : owner_(owner), options_(options), progress_(progress), stop_(std::move(stop)) {
    text_.documents = std::move(input.documents);
    text_.unread_sources = std::move(input.unread_sources);
    parts_ = std::move(input.parts);
  }

  Result<CitedText> Finish() {
    ReadInstructionsOfUser();
    sentences_ = StatingSentences(text_.documents);
    if (!parts_.empty()) {
      for (SourceSentence& sentence : sentences_) {
        const auto document = static_cast<size_t>(sentence.ref.document);
        sentence.part = parts_[document][static_cast<size_t>(sentence.ref.sentence)];
      }
    }
    if (sentences_.empty()) {
      return Status(StatusCode::kInvalidArgument,
                    "sources: no sentence in them states anything that could be cited (headings, "
                    "tables, lists of references and questions are not)");
    }
    PlanLength();
    GLOSS_RETURN_IF_ERROR(Select());
    if (pool_.empty()) {
      SayUnanswered();
    } else {
      GLOSS_RETURN_IF_ERROR(Write());
    }
    Note();
    return std::move(text_);
  }

 private:
  void ReadInstructionsOfUser() {
    instructions_ = InterpretInstructions(options_.instructions);
    style_ = options_.style;
    if (!options_.style_is_set && instructions_.style) style_ = *instructions_.style;
    for (const std::string& refused : instructions_.refused) {
      text_.warnings.push_back("instruction not followed: " + refused);
    }
  }

  void PlanLength() {
    words_ = options_.words;
    if (words_ == 0 && !options_.question.empty()) words_ = kAnswerWords;
    const size_t likely = LikelyWords(sentences_);
    if (words_ == 0 && options_.tags > 0) words_ = options_.tags * likely;
    if (words_ == 0) {
      words_ = std::clamp(WordsOfSources(sentences_) / kShareOfSource, kFewestWords, kManyWords);
    }
    count_ =
        options_.tags > 0 ? options_.tags : std::max<size_t>(1, (words_ + likely / 2) / likely);
    // Short statements rather than few, so that a text is spread over its document.
    if (options_.tags == 0 && Spreads() && text_.documents.size() == 1) {
      count_ = std::max(count_, std::min(kParts, words_ / kShortStatement));
    }
    count_ = std::min(count_, sentences_.size());
    if (options_.tags > sentences_.size()) {
      text_.warnings.push_back(
          fmt::format("{} sentences to cite were asked for; the sources have {}", options_.tags,
                      sentences_.size()));
    }
  }

  /// The sentences to write about, in order of choice: those wanted first, then others at hand.
  Status Select() {
    const std::string& focus = IsAnswer() ? options_.question : instructions_.focus;
    GLOSS_ASSIGN_OR_RETURN(std::vector<RankedSentence> ranked,
                           RankSentences(owner_.embedder_, {text_.documents, sentences_, focus},
                                         options_.salience, progress_, stop_));
    if (IsAnswer()) KeepRelevant(ranked);
    SelectionOptions selection;
    selection.count = count_;
    selection.spread = Spreads();
    if (options_.salience.method != "salience") {
      // A baseline is its ranking and nothing else.
      selection = {.count = count_, .spread = false, .diversity = 0, .same_thing = 2};
    }
    std::vector<size_t> chosen = SelectSentences(ranked, sentences_, selection);
    if (options_.tags == 0) {
      selection.count = count_ * 2;
      const std::set<size_t> first(chosen.begin(), chosen.end());
      for (const size_t index : SelectSentences(ranked, sentences_, selection)) {
        if (!first.contains(index)) chosen.push_back(index);
      }
      if (selection.spread && text_.documents.size() == 1) AddShortOnes(ranked, chosen);
    }
    for (const size_t index : chosen) pool_.push_back(sentences_[ranked[index].index]);
    return Status::Ok();
  }

  bool IsAnswer() const { return !options_.question.empty(); }

  /// Over the parts of each document: without a focus, which may lie in a few of them.
  bool Spreads() const { return instructions_.focus.empty() && !IsAnswer(); }

  /// Adds to the choice, for each part of a document that has no short sentence in it, its best one
  /// that leaves room for the other parts, or else its shortest.
  void AddShortOnes(std::span<const RankedSentence> ranked, std::vector<size_t>& chosen) const {
    const auto part_of = [&](size_t index) {
      const SourceSentence& sentence = sentences_[ranked[index].index];
      return std::pair(sentence.ref.document, sentence.part);
    };
    const auto is_short = [&](size_t index) {
      const SourceSentence& sentence = sentences_[ranked[index].index];
      return sentence.standing == Standing::kFull && sentence.words <= words_ / kLeastParts;
    };
    std::set<std::pair<int, size_t>> served;
    for (const size_t index : chosen) {
      if (is_short(index)) served.insert(part_of(index));
    }
    for (size_t i = 0; i < ranked.size(); ++i) {
      if (is_short(i) && served.insert(part_of(i)).second) chosen.push_back(i);
    }
    std::map<std::pair<int, size_t>, size_t> shortest;
    for (size_t i = 0; i < ranked.size(); ++i) {
      const SourceSentence& sentence = sentences_[ranked[i].index];
      if (sentence.standing != Standing::kFull || served.contains(part_of(i))) continue;
      const auto [entry, is_first] = shortest.try_emplace(part_of(i), i);
      if (!is_first && sentence.words < sentences_[ranked[entry->second].index].words) {
        entry->second = i;
      }
    }
    for (const auto& [part, index] : shortest) {
      if (std::find(chosen.begin(), chosen.end(), index) == chosen.end()) chosen.push_back(index);
    }
  }

  /// Leaves the sentences that answer the question, best first.
  void KeepRelevant(std::vector<RankedSentence>& ranked) {
    const auto worth = [](const RankedSentence& entry) {
      return entry.relevance + 0.25F * entry.overlap;
    };
    float best = 0;
    for (const RankedSentence& entry : ranked) best = std::max(best, worth(entry));
    best_relevance_ = best;
    const float least = std::max(options_.least_relevance, options_.share_of_best * best);
    std::erase_if(ranked, [&](const RankedSentence& entry) { return worth(entry) < least; });
    count_ = std::min(count_, ranked.size());
  }

  void SayUnanswered() {
    static const std::map<std::string_view, std::string_view> kTexts = {
        {"en", "The sources do not answer the question."},
        {"de", "Die Quellen beantworten die Frage nicht."},
        {"es", "Las fuentes no responden a la pregunta."},
        {"fr", "Les sources ne répondent pas à la question."},
        {"it", "Le fonti non rispondono alla domanda."}};
    const std::string& language =
        options_.language.empty() ? text_.documents.front().language : options_.language;
    const auto found = kTexts.find(language);
    text_.text = found == kTexts.end() ? kTexts.at("en") : found->second;
    CitedSentence& sentence = text_.sentences.emplace_back();
    sentence.span = {0, text_.text.size()};
    sentence.statement = text_.text;
    sentence.verdict = Verdict::kNotCheckable;
    sentence.reason = "no sentence of the sources is relevant enough to the question";
    text_.text += '\n';
  }

  Status Write() {
    StatementMaker maker(owner_.embedder_, owner_.classifier_, owner_.writer_);
    StatementOptions options = options_.statements;
    options.ideal_words = std::max<size_t>(8, words_ / count_);
    GLOSS_ASSIGN_OR_RETURN(const std::vector<std::vector<Statement>> statements,
                           maker.Make(pool_, text_.documents, options, progress_, stop_));
    counts_ = maker.counts();
    std::vector<FitItem> items;
    std::vector<size_t> pool_at;
    for (size_t i = 0; i < pool_.size(); ++i) {
      // A source sentence that has a mark in it can only be left out.
      if (statements[i].empty()) continue;
      FitItem& item = items.emplace_back();
      item.part = {pool_[i].ref.document, pool_[i].part};
      for (const Statement& statement : statements[i]) item.statements.push_back(statement.words);
      pool_at.push_back(i);
    }
    if (items.empty()) {
      return Status(StatusCode::kInvalidArgument,
                    "sources: every sentence that could be cited has citation marks in it");
    }
    FitOptions fit;
    fit.words = words_;
    fit.count = count_;
    fit.fixed_count = options_.tags > 0;
    fit.spread = Spreads();
    // An answer is as long as what is relevant; a length is its limit only.
    if (IsAnswer()) fit.words = std::min(fit.words, PreferredWords(items, fit.count));
    std::vector<PlacedStatement> placed;
    size_t words = 0;
    for (const FitChoice& choice : FitLength(items, fit)) {
      const size_t at = pool_at[choice.item];
      placed.push_back({statements[at][choice.statement], pool_[at].ref});
      words += placed.back().statement.words;
    }
    std::sort(placed.begin(), placed.end(), [](const PlacedStatement& a, const PlacedStatement& b) {
      return a.source < b.source;
    });
    LayOut(placed, style_, text_);
    const size_t off = words > words_ ? words - words_ : words_ - words;
    if (options_.words > 0 && !IsAnswer() && off * 5 > words_) {
      text_.warnings.push_back(fmt::format(
          "{} words instead of {}: the sources have no sentences that come nearer", words, words_));
    }
    return Status::Ok();
  }

  static size_t PreferredWords(const std::vector<FitItem>& items, size_t count) {
    size_t words = 0;
    for (size_t i = 0; i < std::min(count, items.size()); ++i) {
      words += items[i].statements.front();
    }
    return words;
  }

  /// What the reader of the text should know of how it was made.
  void Note() {
    text_.language = text_.documents.front().language;
    text_.question = options_.question;
    for (const Document& document : text_.documents) {
      const bool other = !options_.language.empty() && document.language != options_.language;
      if (!other) continue;
      text_.warnings.push_back(fmt::format(
          "{}: the text is in the language of the source ({}), in its own words: no writer at hand "
          "writes {} about it",
          document.title.empty() ? document.id : document.title,
          document.language.empty() ? "unknown" : document.language, options_.language));
    }
    Provenance& provenance = text_.provenance;
    provenance.method = "attribute_first";
    provenance.splitter_version = SplitterVersion();
    const auto use = [&provenance](std::string_view role, const ModelSpec& spec) {
      provenance.models.push_back({std::string(role), spec.name, spec.sha256});
    };
    use("embedder", owner_.embedder_.spec());
    use("entailment", owner_.classifier_.spec());
    provenance.settings = SettingsOf(options_);
    provenance.settings["style"] = WritingStyleName(style_);
    if (IsAnswer()) provenance.settings["best_relevance"] = fmt::format("{:.3f}", best_relevance_);
    if (owner_.writer_ == nullptr || !options_.statements.ask_writer) return;
    use("writer", owner_.writer_->spec());
    if (const auto prompt = FindPrompt(options_.statements.prompt); prompt.ok()) {
      provenance.prompts.push_back({prompt->id, prompt->sha256});
    }
    provenance.settings["writer_accepted"] =
        fmt::format("{} of {}", counts_.accepted, counts_.sentences);
  }

  const CitedWriter& owner_;
  const WritingOptions& options_;
  const WritingProgress& progress_;
  const std::stop_token stop_;
  CitedText text_;
  std::vector<std::vector<size_t>> parts_;
  ReadInstructions instructions_;
  WritingStyle style_ = WritingStyle::kProse;
  std::vector<SourceSentence> sentences_;
  std::vector<SourceSentence> pool_;
  size_t words_ = 0;
  size_t count_ = 0;
  float best_relevance_ = 0;
  WriterCounts counts_;
};

Result<CitedText> CitedWriter::Write(WritingInput input, const WritingOptions& options,
                                     const WritingProgress& progress, std::stop_token stop) const {
  GLOSS_RETURN_IF_ERROR(ValidateOptions(options));
  return Run(*this, std::move(input), options, progress, std::move(stop)).Finish();
}

}  // namespace gloss
