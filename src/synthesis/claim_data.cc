#include "synthesis/claim_data.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "grounding/claim_extractor.h"
#include "grounding/figures_check.h"
#include "grounding/pair_batch.h"
#include "grounding/prompt.h"
#include "retrieval/terms.h"
#include "synthesis/contradictions.h"
#include "synthesis/near_duplicates.h"
#include "text/words.h"
#include "writing/sentence_shortener.h"
#include "writing/source_sentences.h"
#include "writing/statement_check.h"
#include "writing/text_chunks.h"

namespace gloss {
namespace {

constexpr size_t kLeastClaimWords = 4;
/// Candidates looked at for one neutral sentence that is kept, so that some may fail.
constexpr size_t kCandidates = 2;
constexpr float kContradicted = 0.5F;  ///< Least probability, of what the teacher made.
constexpr std::string_view kContradictPrompt = "contradict_v1";

/// A true claim with its evidence.
struct TruePair {
  std::string claim;
  std::string evidence;
  std::set<size_t> sentences;  ///< Of the document, that the evidence is.
  std::string origin;
};

/// A changed pair that waits for its checks.
struct ChangedPair {
  size_t of = 0;  ///< Into the true pairs.
  ClaimPair pair;
};

std::string_view LanguageOf(const SynthSource& source) { return source.document.language; }

}  // namespace

class ClaimDataMaker::Making {
 public:
  Making(const ClaimDataMaker& owner, const SynthSource& source, const std::stop_token& stop)
      : models_(owner.models_),
        options_(owner.options_),
        teacher_(owner.teacher_),
        source_(source),
        stop_(stop),
        checker_(*owner.models_.embedder, *owner.models_.classifier) {}

  /// Sentences with their claims; true pairs of them are kept for MakePairs.
  Status MakeGroups() {
    const std::vector<bool> chosen = ChosenSentences();
    if (std::find(chosen.begin(), chosen.end(), true) == chosen.end()) return Status::Ok();
    GroundingOptions grounding;
    grounding.decomposition = models_.decomposer == nullptr ? "rules" : "model";
    grounding.seed = options_.seed;
    GLOSS_ASSIGN_OR_RETURN(const Prompt prompt,
                           DecompositionPrompt(grounding.decompose_prompt, models_.decomposer));
    ExtractionInput input{source_.document, {}, false, {}, {}};
    for (const bool is_chosen : chosen) input.context_only.push_back(!is_chosen);
    ClaimExtractor extractor(models_.decomposer, *models_.classifier, prompt, grounding);
    const Extraction extraction = extractor.Extract(input, {}, stop_);
    if (!extraction.failure.ok()) return extraction.failure;
    std::map<int, std::vector<const Claim*>> of_sentence;
    std::set<int> unfit;
    for (const ExtractedClaim& extracted : extraction.claims) {
      const Claim& claim = extracted.claim;
      // A group must be whole: one doubtful claim spoils its sentence.
      if (extracted.settled || !claim.entailed_by_sentence || !claim.open_references.empty()) {
        unfit.insert(claim.sentence);
      } else {
        of_sentence[claim.sentence].push_back(&claim);
      }
    }
    for (const auto& [sentence, claims] : of_sentence) {
      if (!unfit.contains(sentence)) AddGroup(static_cast<size_t>(sentence), claims);
    }
    return Status::Ok();
  }

  void AddClaims(std::span<const CitedClaimRecord> claims) {
    for (const CitedClaimRecord& record : claims) {
      TruePair pair;
      pair.claim = CollapseSpace(record.claim);
      pair.origin = "summary";
      bool exists = !record.evidence.empty();
      for (const size_t sentence : record.evidence) {
        exists = exists && sentence < source_.document.sentences.size();
        if (!exists) break;
        pair.sentences.insert(sentence);
        pair.evidence += (pair.evidence.empty() ? "" : " ") + Text(sentence);
      }
      if (exists) true_pairs_.push_back(std::move(pair));
    }
  }

  Status MakePairs() {
    GLOSS_RETURN_IF_ERROR(KeepSupported());
    CollectNames();
    std::vector<ChangedPair> changed;
    for (size_t i = 0; i < true_pairs_.size(); ++i) ChangeByRule(i, changed);
    GLOSS_RETURN_IF_ERROR(CheckChanged(changed, false));
    std::vector<ChangedPair> by_teacher;
    if (teacher_ != nullptr) GLOSS_RETURN_IF_ERROR(AskTeacher(by_teacher));
    GLOSS_RETURN_IF_ERROR(CheckChanged(by_teacher, true));
    return AddNeutrals();
  }

  GroundingRecords Take() { return std::move(records_); }

 private:
  std::string Text(size_t sentence) const {
    return CollapseSpace(source_.document.SentenceText(sentence));
  }

  // -- groups -------------------------------------------------------------------------------------

  /// A sample of the whole sentences that state something.
  std::vector<bool> ChosenSentences() const {
    std::vector<size_t> fit;
    for (const SourceSentence& sentence : StatingSentences({&source_.document, 1})) {
      if (sentence.standing == Standing::kFull) {
        fit.push_back(static_cast<size_t>(sentence.ref.sentence));
      }
    }
    RandomChoice random(options_.seed, source_.document.text);
    random.Shuffle(fit);
    std::vector<bool> chosen(source_.document.sentences.size(), false);
    for (size_t i = 0; i < std::min(fit.size(), options_.sentences_per_part); ++i) {
      chosen[fit[i]] = true;
    }
    return chosen;
  }

  void AddGroup(size_t sentence, const std::vector<const Claim*>& claims) {
    ClaimGroup group;
    group.sentence = Text(sentence);
    std::set<std::string> terms;
    bool by_model = false;
    bool by_rule = false;
    for (const Claim* claim : claims) {
      const std::string text = CollapseSpace(claim->text);
      // References and titles state nothing.
      if (WordsOf(text).size() < kLeastClaimWords || !HasFiniteVerb(text, LanguageOf(source_))) {
        return;
      }
      if (!claim->substitutions.empty() && sentence > 0) group.before = Text(sentence - 1);
      by_model = by_model || claim->origin == ClaimOrigin::kModel;
      by_rule = by_rule || claim->origin == ClaimOrigin::kRule;
      terms.merge(TermSetOf(text, LanguageOf(source_)));
      group.claims.push_back(text);
    }
    group.origin = by_model ? "model" : by_rule ? "rule" : "sentence";
    group.coverage =
        static_cast<double>(TermCoverage(TermSetOf(group.sentence, LanguageOf(source_)), terms));
    for (const std::string& claim : group.claims) {
      TruePair pair{claim, group.sentence, {sentence}, "source"};
      if (!group.before.empty()) {
        pair.evidence = group.before + " " + group.sentence;
        pair.sentences.insert(sentence - 1);
      }
      true_pairs_.push_back(std::move(pair));
    }
    records_.groups.push_back(std::move(group));
  }

  // -- pairs --------------------------------------------------------------------------------------

  StatementPair ToCheck(const std::string& claim, const std::string& evidence, bool several) const {
    return {claim, evidence, LanguageOf(source_), several};
  }

  Result<std::vector<RelationScores>> Label(const std::vector<PremiseHypothesis>& pairs) const {
    const PairBatch batch = ClassifyPairs(*models_.classifier, pairs, stop_, {});
    if (!batch.status.ok() && batch.status.code() != StatusCode::kTooLarge) return batch.status;
    std::vector<RelationScores> scores;
    for (const auto& score : batch.scores) scores.push_back(score.value_or(RelationScores{}));
    return scores;
  }

  /// The true pairs that the checks call supported, with their ids.
  Status KeepSupported() {
    std::vector<StatementPair> pairs;
    std::vector<PremiseHypothesis> questions;
    for (const TruePair& pair : true_pairs_) {
      pairs.push_back(ToCheck(pair.claim, pair.evidence, pair.sentences.size() > 1));
      questions.push_back({pair.evidence, pair.claim});
    }
    GLOSS_ASSIGN_OR_RETURN(const auto verdicts, checker_.Check(pairs, {}, stop_));
    GLOSS_ASSIGN_OR_RETURN(const auto scores, Label(questions));
    std::vector<TruePair> kept;
    std::set<std::string> seen;
    for (size_t i = 0; i < true_pairs_.size(); ++i) {
      if (!verdicts[i].supported) continue;
      ClaimPair pair;
      pair.claim = true_pairs_[i].claim;
      pair.evidence = true_pairs_[i].evidence;
      pair.label = Relation::kEntailment;
      pair.origin = true_pairs_[i].origin;
      pair.probability = static_cast<double>(scores[i].probability(Relation::kEntailment));
      pair.id = RecordId({source_.whole, pair.claim, pair.evidence, "entailment"});
      pair.claim_id = pair.id;
      if (!seen.insert(pair.id).second) continue;
      claim_ids_.push_back(pair.id);
      records_.pairs.push_back(std::move(pair));
      kept.push_back(std::move(true_pairs_[i]));
    }
    true_pairs_ = std::move(kept);
    return Status::Ok();
  }

  void CollectNames() {
    for (size_t i = 0; i < source_.document.sentences.size(); ++i) {
      for (NameInContext& name : NamesInContext(source_.document.SentenceText(i))) {
        names_.push_back(std::move(name));
      }
    }
  }

  ChangedPair MakeChanged(size_t of, std::string claim, std::string evidence,
                          std::string_view changed) const {
    ChangedPair made;
    made.of = of;
    made.pair.claim = std::move(claim);
    made.pair.evidence = std::move(evidence);
    made.pair.label = Relation::kContradiction;
    made.pair.changed = changed;
    made.pair.claim_id = claim_ids_[of];
    made.pair.id = RecordId({source_.whole, made.pair.claim, made.pair.evidence, "contradiction"});
    return made;
  }

  void ChangeByRule(size_t index, std::vector<ChangedPair>& changed) {
    const TruePair& pair = true_pairs_[index];
    RandomChoice random(options_.seed, pair.claim);
    std::vector<ChangedText> changes =
        Contradictions(pair.claim, LanguageOf(source_), names_, random);
    random.Shuffle(changes);
    changes.resize(std::min(changes.size(), options_.contradictions));
    for (const ChangedText& change : changes) {
      const auto evidence = ApplyChange(change, pair.claim, pair.evidence);
      ChangedPair made = evidence ? MakeChanged(index, pair.claim, *evidence, "evidence")
                                  : MakeChanged(index, change.text, pair.evidence, "claim");
      made.pair.origin = "rule";
      made.pair.change = ChangeKindName(change.kind);
      made.pair.was = std::string(change.was.In(pair.claim));
      made.pair.now = change.now;
      changed.push_back(std::move(made));
    }
  }

  /// Asks the teacher for a sentence that contradicts each claim.
  Status AskTeacher(std::vector<ChangedPair>& changed) {
    GLOSS_ASSIGN_OR_RETURN(const Prompt prompt, FindPrompt(kContradictPrompt));
    constexpr int kMostTokens = 300;
    std::vector<TeacherQuestion> questions;
    for (size_t i = 0; i < true_pairs_.size(); ++i) {
      const TruePair& pair = true_pairs_[i];
      questions.push_back(
          {[this, &pair, &prompt]() -> Result<GenerationRequest> {
             GenerationRequest request;
             request.messages = FillPrompt(prompt, {{"claim", SafeForPrompt(pair.claim)},
                                                    {"evidence", SafeForPrompt(pair.evidence)}});
             request.max_tokens = kMostTokens;
             request.stop = {"\n"};
             request.seed = options_.seed;
             return request;
           },
           EstimateTokens(pair.claim) + EstimateTokens(pair.evidence) + kMostTokens / 2});
    }
    std::vector<std::string> sentences(questions.size());
    const TeacherRun run = teacher_->Ask(
        questions,
        [&](size_t index, const TeacherAnswer& answer) {
          records_.prompt_tokens += answer.prompt_tokens;
          records_.completion_tokens += answer.completion_tokens;
          if (!answer.cut_off) sentences[index] = CollapseSpace(answer.text);
          return Status::Ok();
        },
        stop_);
    // Half the claims of a part would look as if that was all there is.
    if (!run.stopped.empty() && !stop_.stop_requested()) {
      return {StatusCode::kUnavailable, "teacher: " + run.stopped};
    }
    for (size_t i = 0; i < sentences.size(); ++i) {
      if (WordsOf(sentences[i]).size() < kLeastClaimWords ||
          WordKey(sentences[i]) == WordKey(true_pairs_[i].evidence)) {
        continue;
      }
      ChangedPair made = MakeChanged(i, true_pairs_[i].claim, sentences[i], "evidence");
      made.pair.origin = "teacher";
      made.pair.change = "teacher";
      changed.push_back(std::move(made));
    }
    return Status::Ok();
  }

  Status CheckChanged(std::vector<ChangedPair>& changed, bool must_be_contradicted) {
    std::vector<StatementPair> pairs;
    std::vector<PremiseHypothesis> questions;
    for (const ChangedPair& each : changed) {
      pairs.push_back(
          ToCheck(each.pair.claim, each.pair.evidence, true_pairs_[each.of].sentences.size() > 1));
      questions.push_back({each.pair.evidence, each.pair.claim});
    }
    GLOSS_ASSIGN_OR_RETURN(const auto verdicts, checker_.Check(pairs, {}, stop_));
    GLOSS_ASSIGN_OR_RETURN(const auto scores, Label(questions));
    for (size_t i = 0; i < changed.size(); ++i) {
      ClaimPair& pair = changed[i].pair;
      ChangeCount& count = records_.changes[pair.change];
      ++count.made;
      pair.probability = static_cast<double>(scores[i].probability(Relation::kContradiction));
      // Small entailment models do not see who did what to whom: they call most swaps supported.
      // There the rule decides, which makes them only where names and roles are plain.
      const bool by_rule = pair.change == ChangeKindName(ChangeKind::kRoleSwap) ||
                           pair.change == ChangeKindName(ChangeKind::kEntity);
      bool keep = !verdicts[i].supported || by_rule;
      if (keep && must_be_contradicted) {
        keep = pair.probability >= static_cast<double>(kContradicted) ||
               !CheckFigures(pair.claim, pair.evidence, LanguageOf(source_)).conflicts.empty();
      }
      if (!keep) continue;
      ++count.kept;
      records_.pairs.push_back(std::move(pair));
    }
    return Status::Ok();
  }

  // -- neutral sentences --------------------------------------------------------------------------

  Status AddNeutrals() {
    if (options_.neutrals == 0) return Status::Ok();
    const std::vector<SourceSentence> stating = StatingSentences({&source_.document, 1});
    std::vector<std::set<std::string>> terms;
    for (const SourceSentence& sentence : stating) {
      terms.push_back(TermSetOf(sentence.text, LanguageOf(source_)));
    }
    struct Candidate {
      size_t of;
      std::string evidence;
    };
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < true_pairs_.size(); ++i) {
      for (const size_t index : CandidatesFor(true_pairs_[i], stating, terms)) {
        candidates.push_back({i, CollapseSpace(stating[index].text)});
      }
    }
    std::vector<PremiseHypothesis> questions;
    for (const Candidate& candidate : candidates) {
      questions.push_back({candidate.evidence, true_pairs_[candidate.of].claim});
    }
    GLOSS_ASSIGN_OR_RETURN(const auto scores, Label(questions));
    std::vector<size_t> kept(true_pairs_.size(), 0);
    for (size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& candidate = candidates[i];
      const float neutral = scores[i].probability(Relation::kNeutral);
      const bool is_neutral = scores[i].label == Relation::kNeutral &&
                              neutral > scores[i].probability(Relation::kEntailment) &&
                              neutral > scores[i].probability(Relation::kContradiction);
      if (!is_neutral || kept[candidate.of] == options_.neutrals) continue;
      ++kept[candidate.of];
      ClaimPair pair;
      pair.claim = true_pairs_[candidate.of].claim;
      pair.evidence = candidate.evidence;
      pair.label = Relation::kNeutral;
      pair.origin = "document";
      pair.probability = static_cast<double>(neutral);
      pair.claim_id = claim_ids_[candidate.of];
      pair.id = RecordId({source_.whole, pair.claim, pair.evidence, "neutral"});
      records_.pairs.push_back(std::move(pair));
    }
    return Status::Ok();
  }

  /// Half by shared terms, which are hard to tell from evidence; half by chance. Sentences that are
  /// evidence, say the same as it, or stand beside it (they may go on with what it says) are out.
  std::vector<size_t> CandidatesFor(const TruePair& pair,
                                    const std::vector<SourceSentence>& stating,
                                    const std::vector<std::set<std::string>>& terms) const {
    const std::set<std::string> wanted = TermSetOf(pair.claim, LanguageOf(source_));
    NearDuplicates same({.words = 1, .similarity = 0.7});
    same.Add(pair.evidence);
    same.Add(pair.claim);
    std::vector<size_t> free;
    for (size_t i = 0; i < stating.size(); ++i) {
      const auto sentence = static_cast<size_t>(stating[i].ref.sentence);
      const bool near = std::any_of(
          pair.sentences.begin(), pair.sentences.end(),
          [sentence](size_t own) { return sentence + 1 >= own && sentence <= own + 1; });
      if (!near && stating[i].standing == Standing::kFull && !same.Find(stating[i].text)) {
        free.push_back(i);
      }
    }
    std::vector<size_t> alike = free;
    std::stable_sort(alike.begin(), alike.end(), [&](size_t a, size_t b) {
      return TermCoverage(wanted, terms[a]) > TermCoverage(wanted, terms[b]);
    });
    RandomChoice random(options_.seed, pair.claim);
    random.Shuffle(free);
    std::vector<size_t> chosen;
    const size_t most = options_.neutrals * kCandidates;
    for (size_t i = 0; chosen.size() < most && i < free.size(); ++i) {
      for (const size_t index : {alike[i], free[i]}) {
        if (std::find(chosen.begin(), chosen.end(), index) == chosen.end()) {
          chosen.push_back(index);
        }
      }
    }
    chosen.resize(std::min(chosen.size(), most));
    return chosen;
  }

  const JudgeModels& models_;
  const PairOptions& options_;
  Teacher* teacher_;
  const SynthSource& source_;
  const std::stop_token& stop_;
  StatementChecker checker_;
  std::vector<TruePair> true_pairs_;
  std::vector<std::string> claim_ids_;  ///< One a true pair, after KeepSupported.
  std::vector<NameInContext> names_;
  GroundingRecords records_;
};

Result<GroundingRecords> ClaimDataMaker::OfSource(const SynthSource& source, bool pairs,
                                                  const std::stop_token& stop) {
  Making making(*this, source, stop);
  GLOSS_RETURN_IF_ERROR(making.MakeGroups());
  if (pairs) GLOSS_RETURN_IF_ERROR(making.MakePairs());
  return making.Take();
}

Result<GroundingRecords> ClaimDataMaker::OfClaims(const SynthSource& source,
                                                  std::span<const CitedClaimRecord> claims,
                                                  const std::stop_token& stop) {
  Making making(*this, source, stop);
  making.AddClaims(claims);
  GLOSS_RETURN_IF_ERROR(making.MakePairs());
  return making.Take();
}

}  // namespace gloss
