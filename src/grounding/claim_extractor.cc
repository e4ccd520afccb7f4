#include "grounding/claim_extractor.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "grounding/checkability.h"
#include "grounding/claim_guard.h"
#include "grounding/claim_parser.h"
#include "grounding/clause_splitter.h"
#include "grounding/cut_off.h"
#include "grounding/pair_batch.h"
#include "grounding/references.h"
#include "grounding/relative_time.h"

namespace gloss {
namespace {

constexpr size_t kRequestsPerCall = 64;
constexpr std::string_view kMidSentence = "the response ends in mid-sentence";

/// A sentence as a claim: white space collapsed, the mark of a list item taken off.
std::string SentenceAsClaim(std::string_view sentence) {
  std::string text = CollapseSpace(sentence);
  for (const std::string_view mark : {"- ", "* ", "• ", "+ "}) {
    if (text.starts_with(mark)) return text.substr(mark.size());
  }
  return text;
}

/// The sentences before `index` that fit, nearest kept, in order.
std::string ContextBefore(const Document& response, size_t index, const GroundingOptions& options) {
  size_t first = index;
  size_t bytes = 0;
  while (first > 0 && index - first < static_cast<size_t>(options.context_sentences)) {
    const size_t size = response.sentences[first - 1].span.size() + 1;
    if (bytes + size > options.max_context_bytes) break;
    bytes += size;
    --first;
  }
  std::string context;
  for (size_t i = first; i < index; ++i) {
    if (!context.empty()) context += ' ';
    context += CollapseSpace(response.SentenceText(i));
  }
  return context;
}

std::string Joined(std::string_view first, std::string_view second) {
  if (first.empty()) return std::string(second);
  if (second.empty()) return std::string(first);
  return fmt::format("{} {}", first, second);
}

/// The substitution's words are in the claim.
bool Uses(std::string_view claim, const Substitution& substitution, std::string_view language) {
  const std::vector<Word> words = WordsOf(claim);
  for (const Word& word : WordsOf(substitution.text)) {
    if (!LexiconFor(language).stop.contains(word.folded) && !HasStem(words, word.folded)) {
      return false;
    }
  }
  return true;
}

/// The words of an open reference are in the claim.
bool Holds(std::string_view claim, std::string_view reference) {
  const std::vector<Word> words = WordsOf(claim);
  const std::vector<Word> wanted = WordsOf(reference);
  return std::all_of(wanted.begin(), wanted.end(), [&](const Word& word) {
    return std::any_of(words.begin(), words.end(),
                       [&](const Word& other) { return other.folded == word.folded; });
  });
}

/// A content word or number of the sentence is in the claim.
bool HoldsAny(const SentenceWords& sentence, std::string_view claim) {
  const std::vector<Word> words = WordsOf(claim);
  return std::any_of(sentence.words().begin(), sentence.words().end(), [&](const Word& word) {
    const bool number =
        word.is_number || !NumberWordValue(word.folded, sentence.language()).empty();
    return (number || sentence.IsContent(word)) && HasStem(words, word.folded);
  });
}

/// What a resolved sentence is checked against: the sentences from the one that names what it
/// refers to up to itself, since more text makes entailment models worse; `in_context` when none
/// does.
std::string PremiseOf(const Document& response, const std::vector<ResolvedSentence>& resolved,
                      size_t index, const std::string& in_context) {
  size_t first = index;
  for (const Substitution& substitution : resolved[index].substitutions) {
    const std::vector<Word> names = WordsOf(substitution.text);
    if (names.empty()) return in_context;
    size_t at = index;
    bool found = false;
    while (at > 0 && !found) {
      --at;
      const std::vector<Word> words = WordsOf(resolved[at].text);
      found = std::any_of(words.begin(), words.end(),
                          [&](const Word& word) { return word.folded == names.back().folded; });
    }
    if (!found) return in_context;
    first = std::min(first, at);
  }
  std::string premise = resolved[first].text;
  for (size_t i = first + 1; i <= index; ++i) {
    premise = Joined(premise, CollapseSpace(response.SentenceText(i)));
  }
  return premise;
}

bool IsHeading(const Document& response, const Sentence& sentence) {
  return sentence.block >= 0 && static_cast<size_t>(sentence.block) < response.blocks.size() &&
         response.blocks[static_cast<size_t>(sentence.block)].kind == BlockKind::kHeading;
}

}  // namespace

/// One answer of the model for one sentence.
struct ClaimExtractor::Attempt {
  struct Candidate {
    std::string text;
    std::string objection;     ///< Empty when it passes.
    bool is_sentence = false;  ///< It is its sentence, which entails itself.
    float entailment = 1;      ///< Probability that its sentence entails it.

    bool NeedsCheck() const { return objection.empty() && !is_sentence; }
  };
  int number = 1;
  bool by_rule = false;
  std::vector<Candidate> candidates;
  std::vector<RefusedLine> refused;
  ClaimCoverage coverage;

  /// A claim passes, and none is wrong.
  bool Succeeded() const {
    return !Passing().empty() &&
           std::all_of(candidates.begin(), candidates.end(), [](const Candidate& candidate) {
             return candidate.objection.empty() || IsIdleObjection(candidate.objection);
           });
  }
  std::vector<std::string_view> Passing() const {
    std::vector<std::string_view> texts;
    for (const Candidate& candidate : candidates) {
      if (candidate.objection.empty()) texts.push_back(candidate.text);
    }
    return texts;
  }
};

/// One response sentence on its way.
struct ClaimExtractor::Task {
  size_t index = 0;
  std::string_view language;
  std::string_view text;
  std::string context;      ///< The sentences before it, after the question for the first ones.
  std::string_view before;  ///< The nearest sentence of the context, or the question.
  std::string read_after;   ///< The nearest sentence before that states something, resolved.
  ResolvedSentence resolved;
  std::string alone;                              ///< The resolved sentence, white space collapsed.
  std::string in_context;                         ///< Context and sentence.
  std::unique_ptr<SentenceWords> words;           ///< Of `alone`.
  std::unique_ptr<SentenceWords> original_words;  ///< Of `text`, for spans.
  bool context_only = false;
  bool decompose = false;
  std::optional<Verdict> settled;
  std::string reason;
  std::string statement;          ///< Claim text when the sentence is its own claim.
  std::vector<Attempt> attempts;  ///< Finished ones.
  std::optional<Attempt> current;
  Status status;  ///< Why no further attempt was finished.

  /// The attempt whose claims are kept; null when none was finished.
  const Attempt* Chosen(double threshold) const {
    const Attempt* best = nullptr;
    const auto rank = [&](const Attempt& attempt) {
      return std::tuple(attempt.coverage.Sufficient(threshold), attempt.coverage.covered,
                        attempt.Succeeded());
    };
    for (const Attempt& attempt : attempts) {
      // Rules count where they cover the sentence; else it is better judged whole.
      if (attempt.by_rule && !attempt.coverage.Sufficient(threshold)) continue;
      if (best == nullptr || rank(attempt) > rank(*best)) best = &attempt;
    }
    return best;
  }

  bool IsCovered(double threshold) const {
    const Attempt* chosen = Chosen(threshold);
    return chosen != nullptr && chosen->coverage.Sufficient(threshold) &&
           !chosen->Passing().empty();
  }

  /// Gives the sentence its resolved form, or its own back.
  void SetResolved(ResolvedSentence value) {
    resolved = std::move(value);
    alone = resolved.text;
    in_context = Joined(context, alone);
    if (!resolved.substitutions.empty()) statement = SentenceAsClaim(alone);
  }

  /// What a claim of this sentence has from the sentences before, and what it lacks.
  void AddReferences(Claim& claim) const {
    const size_t base = claim.span.begin;
    for (const Substitution& substitution : resolved.substitutions) {
      if (!Uses(claim.text, substitution, language)) continue;
      claim.substitutions.push_back(
          {{base + substitution.span.begin, base + substitution.span.end}, substitution.text});
    }
    for (const OpenReference& open : resolved.open) {
      if (!Holds(claim.text, open.span.In(text))) continue;
      claim.open_references.push_back(
          {{base + open.span.begin, base + open.span.end}, open.candidates});
      // What was said before does not tell which year "next year" is.
      if (!IsRelativeTime(open.span.In(text), language)) claim.context = read_after;
    }
  }
};

Extraction ClaimExtractor::Extract(const ExtractionInput& input, const GroundingProgress& progress,
                                   const std::stop_token& stop) {
  Extraction extraction;
  std::vector<Task> tasks = MakeTasks(input, extraction);
  ResolveReferences(input, tasks, stop);
  const bool by_model = decomposer_ != nullptr && options_.decomposition == "model";
  for (int number = 1; by_model && number <= options_.max_attempts; ++number) {
    std::vector<Task*> pending;
    for (Task& task : tasks) {
      const bool done = !task.attempts.empty() && task.attempts.back().Succeeded();
      if (task.decompose && task.status.ok() && !done) pending.push_back(&task);
    }
    if (pending.empty()) break;
    RunAttempt(pending, number, progress, stop);
  }
  if (options_.decomposition == "rules" || (by_model && options_.rule_fallback)) {
    SplitByRule(tasks, progress, stop);
  }
  for (const Task& task : tasks) {
    if (!task.context_only) Finish(input.response, task, extraction);
  }
  for (size_t i = 0; i < extraction.claims.size(); ++i) {
    extraction.claims[i].claim.id = fmt::format("c{}", i + 1);
  }
  for (const ExtractedClaim& extracted : extraction.claims) {
    if (extracted.settled) continue;
    for (const OpenReference& open : extracted.claim.open_references) {
      extraction.warnings.push_back(fmt::format("claim {}: {}", extracted.claim.id,
                                                DescribeOpenReference(open, input.response.text)));
    }
    if (extracted.claim.open_references.empty() &&
        BeginsWithPronoun(extracted.claim.text, input.response.language)) {
      extraction.warnings.push_back(
          fmt::format("claim {} begins with a word whose reference was not resolved: \"{}\"",
                      extracted.claim.id, WordsOf(extracted.claim.text).front().folded));
    }
  }
  return extraction;
}

std::vector<ClaimExtractor::Task> ClaimExtractor::MakeTasks(const ExtractionInput& input,
                                                            Extraction& extraction) const {
  const Document& response = input.response;
  std::vector<Task> tasks(response.sentences.size());
  for (size_t i = 0; i < tasks.size(); ++i) {
    Task& task = tasks[i];
    task.index = i;
    task.language = response.language;
    task.text = response.SentenceText(i);
    task.statement = SentenceAsClaim(task.text);
    task.context = ContextBefore(response, i, options_);
    if (i < static_cast<size_t>(options_.context_sentences)) {
      task.context = Joined(CollapseSpace(input.question), task.context);
    }
    task.before = i == 0 ? input.question : response.SentenceText(i - 1);
    task.alone = CollapseSpace(task.text);
    task.in_context = Joined(task.context, task.alone);
    task.context_only = i < input.context_only.size() && input.context_only[i];
    if (!task.context_only) SettleWithoutModel(input, task, extraction);
  }
  return tasks;
}

/// Puts resolved forms in where the sentence with those before it entails them.
void ClaimExtractor::ResolveReferences(const ExtractionInput& input, std::vector<Task>& tasks,
                                       const std::stop_token& stop) const {
  const std::string& language = input.response.language;
  std::vector<ResolvedSentence> proposed(tasks.size());
  std::vector<std::string> premises(tasks.size());
  std::vector<size_t> asked;
  if (options_.resolve_references) {
    ReferenceResolver resolver(language);
    if (!input.question.empty()) resolver.AddContext(input.question);
    for (size_t i = 0; i < tasks.size(); ++i) {
      proposed[i] = resolver.Resolve(tasks[i].text);
      // "Yes." and a greeting name nothing.
      const bool names_something =
          !tasks[i].settled || (tasks[i].reason == "question" || tasks[i].reason == "heading");
      if (names_something) resolver.AddContext(proposed[i].text);
      if (tasks[i].context_only || tasks[i].settled || proposed[i].substitutions.empty()) continue;
      premises[i] = PremiseOf(input.response, proposed, i, tasks[i].in_context);
      asked.push_back(i);
    }
  }
  std::vector<PremiseHypothesis> pairs;
  for (const size_t i : asked) pairs.push_back({premises[i], proposed[i].text});
  const PairBatch labels = ClassifyPairs(classifier_, pairs, stop, {});
  for (size_t k = 0; k < asked.size(); ++k) {
    const std::optional<RelationScores>& label = labels.scores[k];
    if (label && label->label == Relation::kEntailment) continue;
    // The guess is shown, and not used.
    ResolvedSentence& refused = proposed[asked[k]];
    for (const Substitution& guess : refused.substitutions) {
      refused.open.push_back({guess.span, {guess.text}});
    }
    refused.substitutions.clear();
    refused.text = CollapseSpace(tasks[asked[k]].text);
  }
  std::string read_after;
  for (size_t i = 0; i < tasks.size(); ++i) {
    Task& task = tasks[i];
    if (options_.resolve_references) task.SetResolved(std::move(proposed[i]));
    task.read_after = read_after;
    if (!task.settled) read_after = task.alone;
    if (task.decompose) {
      task.words = std::make_unique<SentenceWords>(task.alone, task.context, language);
      task.original_words = std::make_unique<SentenceWords>(task.text, task.context, language);
    }
  }
}

/// Clause rules for the sentences that no attempt of the model covers.
void ClaimExtractor::SplitByRule(std::span<Task> tasks, const GroundingProgress& progress,
                                 const std::stop_token& stop) {
  const bool alone = options_.decomposition == "rules";
  std::vector<Task*> split;
  for (Task& task : tasks) {
    if (!task.decompose || task.IsCovered(options_.coverage_threshold)) continue;
    // What the model did not answer is unchecked.
    if (!alone && task.attempts.empty()) continue;
    std::vector<std::string> pieces =
        SplitClauses(SentenceAsClaim(task.alone), task.words->language());
    if (pieces.size() < 2) continue;
    Attempt attempt;
    attempt.number = task.attempts.empty() ? 1 : task.attempts.back().number;
    attempt.by_rule = true;
    for (std::string& text : pieces) {
      Attempt::Candidate candidate;
      candidate.objection = ObjectionTo(text, *task.words).value_or("");
      candidate.text = std::move(text);
      attempt.candidates.push_back(std::move(candidate));
    }
    task.current = std::move(attempt);
    split.push_back(&task);
  }
  CheckClaims(split, progress, stop);
}

void ClaimExtractor::SettleWithoutModel(const ExtractionInput& input, Task& task,
                                        Extraction& extraction) const {
  const Document& response = input.response;
  if (task.index + 1 == response.sentences.size()) {
    std::vector<std::string_view> texts;
    for (const Document& document : input.documents) texts.push_back(document.text);
    texts.push_back(
        std::string_view(response.text).substr(0, response.sentences.back().span.begin));
    const bool cut = (input.response_truncated && !EndsInTerminal(task.text)) ||
                     LooksCutOff(task.text, response.language, texts);
    if (cut) {
      task.settled = Verdict::kUnchecked;
      task.reason = kMidSentence;
      return;
    }
  }
  const bool heading = IsHeading(response, response.sentences[task.index]);
  if (auto reason = NotCheckableReason(task.text, response.language, heading)) {
    task.settled = Verdict::kNotCheckable;
    task.reason = *std::move(reason);
    return;
  }
  if (IsFragment(task.text, response.language)) {
    const std::optional<bool> answer = BareAnswer(task.text, response.language);
    if (answer && task.index == 0) {
      if (auto statement = StatementOfAnswer(input.question, *answer, response.language)) {
        task.statement = *std::move(statement);
        return;
      }
    }
    // A heading names what the text under it is about; alone it could be the answer.
    if (heading && !answer && task.index + 1 < response.sentences.size()) {
      task.settled = Verdict::kNotCheckable;
      task.reason = "heading";
      return;
    }
    task.settled = Verdict::kUnchecked;
    task.reason = answer ? "a bare answer could not be made a statement from its question"
                         : "a few words that are no statement on their own";
    return;
  }
  if (task.text.size() > options_.max_sentence_bytes) {
    extraction.warnings.push_back(
        fmt::format("response sentence {} has {} bytes, more than {}: it was not decomposed",
                    task.index + 1, task.text.size(), options_.max_sentence_bytes));
    return;
  }
  task.decompose = (decomposer_ != nullptr && options_.decomposition == "model") ||
                   options_.decomposition == "rules";
}

GenerationRequest ClaimExtractor::RequestFor(const Task& task, int number) const {
  // Small models split the context too, so they see it only where a word refers back to it.
  const std::string before = !task.before.empty() && RefersBack(*task.words)
                                 ? fmt::format("Before: {}\n", SafeForPrompt(task.before))
                                 : "";
  GenerationRequest request;
  request.messages =
      FillPrompt(prompt_, {{"before", before}, {"sentence", SafeForPrompt(task.alone)}});
  // Claims repeat the subject: a few times the sentence's tokens, and no more, since small models
  // ramble.
  const int words = static_cast<int>(task.words->words().size());
  request.max_tokens = std::clamp(words * 6 + 24, 48, 400);
  request.temperature = number == 1 ? 0.0F : options_.retry_temperature;
  request.seed = options_.seed + static_cast<uint64_t>(number);
  request.stop = {"\n\n", "\nSentence:", "\nBefore:"};
  return request;
}

void ClaimExtractor::RunAttempt(std::span<Task* const> pending, int number,
                                const GroundingProgress& progress, const std::stop_token& stop) {
  for (size_t begin = 0; begin < pending.size(); begin += kRequestsPerCall) {
    const std::span<Task* const> chunk =
        pending.subspan(begin, std::min(kRequestsPerCall, pending.size() - begin));
    std::vector<GenerationRequest> requests;
    for (const Task* task : chunk) requests.push_back(RequestFor(*task, number));
    BatchResult<GenerationResult> answers = decomposer_->Generate(requests, stop);
    // One prompt that does not fit fails the whole call: let it fail alone.
    const bool one_by_one = answers.status.code() == StatusCode::kTooLarge && chunk.size() > 1;
    for (size_t i = 0; i < chunk.size(); ++i) {
      std::optional<GenerationResult> answer;
      Status status = answers.status;
      if (one_by_one) {
        auto single = decomposer_->Generate(std::span(requests).subspan(i, 1), stop);
        if (!single.items.empty()) answer = std::move(single.items[0]);
        status = single.status;
      } else if (i < answers.items.size()) {
        answer = std::move(answers.items[i]);
      }
      if (answer) {
        ReadAnswer(*chunk[i], *answer, number);
      } else {
        chunk[i]->status =
            status.ok() ? Status(StatusCode::kInternal, "decomposer: no answer") : status;
      }
    }
    if (progress) progress(GroundingStage::kDecompose, begin + chunk.size(), pending.size());
  }
  CheckClaims(pending, progress, stop);
}

void ClaimExtractor::ReadAnswer(Task& task, const GenerationResult& answer, int number) const {
  const ClaimParserLimits limits{.max_claims = options_.max_claims_per_sentence,
                                 .max_claim_bytes = options_.max_claim_bytes};
  ParsedClaims parsed = ParseClaims(answer.text, answer.finish == FinishReason::kMaxTokens, limits);
  Attempt attempt;
  attempt.number = number;
  attempt.refused = std::move(parsed.refused);
  for (std::string& text : parsed.claims) {
    Attempt::Candidate candidate;
    candidate.objection = ObjectionTo(text, *task.words).value_or("");
    // "The trial was a trial." of "It lasted a week.": nothing of the sentence's own.
    if (candidate.objection.empty() && !task.resolved.substitutions.empty() &&
        !HoldsAny(*task.original_words, text)) {
      candidate.objection = "off_sentence";
    }
    candidate.is_sentence = WordKey(text) == WordKey(task.alone);
    candidate.text = std::move(text);
    attempt.candidates.push_back(std::move(candidate));
  }
  task.current = std::move(attempt);
}

void ClaimExtractor::CheckClaims(std::span<Task* const> tasks, const GroundingProgress& progress,
                                 const std::stop_token& stop) {
  std::vector<PremiseHypothesis> pairs;
  for (const Task* task : tasks) {
    if (!task->current) continue;
    for (const Attempt::Candidate& candidate : task->current->candidates) {
      if (!candidate.NeedsCheck()) continue;
      // The context is read only for a claim that takes something from it: other text in the
      // premise makes entailment models worse.
      const bool needs_context = !HoldsAllContent(*task->words, candidate.text);
      pairs.push_back({needs_context ? task->in_context : task->alone, candidate.text});
    }
  }
  const PairBatch labels =
      ClassifyPairs(classifier_, pairs, stop, [&progress](size_t done, size_t total) {
        if (progress) progress(GroundingStage::kCheckClaims, done, total);
      });
  size_t next = 0;
  for (Task* task : tasks) {
    if (!task->current) continue;
    Attempt attempt = std::move(*task->current);
    task->current.reset();
    bool complete = true;
    for (Attempt::Candidate& candidate : attempt.candidates) {
      if (!candidate.NeedsCheck()) continue;
      const std::optional<RelationScores>& label = labels.scores[next++];
      if (!label) {
        complete = false;
        continue;
      }
      candidate.entailment = label->probability(Relation::kEntailment);
      if (label->label != Relation::kEntailment) candidate.objection = "not_entailed";
    }
    if (!complete) {
      task->status = labels.status;
      continue;
    }
    attempt.coverage = CoverageOf(attempt.Passing(), *task->words);
    task->attempts.push_back(std::move(attempt));
  }
}

void ClaimExtractor::Finish(const Document& response, const Task& task,
                            Extraction& extraction) const {
  const Span sentence_span = response.sentences[task.index].span;
  ExtractedClaim whole;
  whole.claim.text = task.statement;
  whole.claim.sentence = static_cast<int>(task.index);
  whole.claim.span = sentence_span;
  whole.claim.origin = ClaimOrigin::kSentence;
  whole.claim.entailment_by_sentence = 1;
  whole.settled = task.settled;
  whole.reason = task.reason;

  task.AddReferences(whole.claim);

  const Attempt* chosen = task.decompose ? task.Chosen(options_.coverage_threshold) : nullptr;
  const bool failed = task.decompose && (options_.decomposition != "rules" || !task.status.ok());
  if (chosen == nullptr) {
    DropRefused(task, extraction);
    if (failed) {
      whole.settled = Verdict::kUnchecked;
      whole.reason = fmt::format("not split into claims: {}", task.status.ToString());
      if (extraction.failure.ok()) extraction.failure = task.status;
    }
    if (!task.settled) AddCoverage({task.alone}, task, extraction);
    extraction.claims.push_back(std::move(whole));
    return;
  }

  DropRefused(task, extraction);
  for (const RefusedLine& line : chosen->refused) {
    extraction.dropped.push_back(
        {line.text, static_cast<int>(task.index), chosen->number, line.reason});
  }
  for (const Attempt::Candidate& candidate : chosen->candidates) {
    if (!candidate.objection.empty()) continue;
    ExtractedClaim extracted;
    extracted.claim.text = candidate.text;
    extracted.claim.sentence = static_cast<int>(task.index);
    extracted.claim.span = sentence_span;
    task.AddReferences(extracted.claim);
    Span in_sentence = SpanOfClaim(candidate.text, *task.original_words);
    for (const Substitution& substitution : extracted.claim.substitutions) {
      in_sentence.begin =
          std::min(in_sentence.begin, substitution.span.begin - sentence_span.begin);
      in_sentence.end = std::max(in_sentence.end, substitution.span.end - sentence_span.begin);
    }
    extracted.claim.span = {sentence_span.begin + in_sentence.begin,
                            sentence_span.begin + in_sentence.end};
    extracted.claim.origin = chosen->by_rule ? ClaimOrigin::kRule : ClaimOrigin::kModel;
    extracted.claim.attempts = chosen->number;
    extracted.claim.entailment_by_sentence = candidate.entailment;
    extraction.claims.push_back(std::move(extracted));
  }
  std::vector<std::string_view> kept = chosen->Passing();
  if (!chosen->coverage.Sufficient(options_.coverage_threshold) || kept.empty()) {
    whole.claim.attempts = chosen->number;
    kept.push_back(task.alone);
    extraction.claims.push_back(std::move(whole));
  }
  AddCoverage(kept, task, extraction);
}

/// Claims that were refused, of every attempt that could be chosen.
void ClaimExtractor::DropRefused(const Task& task, Extraction& extraction) {
  for (const Attempt& attempt : task.attempts) {
    for (const Attempt::Candidate& candidate : attempt.candidates) {
      if (candidate.objection.empty()) continue;
      extraction.dropped.push_back(
          {candidate.text, static_cast<int>(task.index), attempt.number, candidate.objection});
    }
  }
}

void ClaimExtractor::AddCoverage(const std::vector<std::string_view>& claims, const Task& task,
                                 Extraction& extraction) {
  const SentenceWords words(task.alone, "", task.language);
  const ClaimCoverage coverage = CoverageOf(claims, words);
  extraction.coverage.content_words += coverage.content_words;
  extraction.coverage.covered += coverage.covered;
}

}  // namespace gloss
