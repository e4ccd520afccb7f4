#include "backends/remote/remote_entailment_classifier.h"

#include <map>
#include <string_view>
#include <utility>

#include "backends/remote/halving.h"
#include "backends/remote/text_halves.h"
#include "models/deciding_window.h"

namespace gloss {
namespace {

constexpr size_t kPartOverlap = 256;
constexpr size_t kLeastPart = 200;  ///< Bytes; below that the premise is not what is too long.
constexpr int kMaxDepth = 16;

std::string_view KeyOf(const PremiseHypothesis& pair, PairGrouping grouping) {
  if (grouping == PairGrouping::kSamePremise) return pair.premise;
  if (grouping == PairGrouping::kSameHypothesis) return pair.hypothesis;
  return "";
}

}  // namespace

std::vector<std::vector<size_t>> GroupPairs(std::span<const PremiseHypothesis> pairs,
                                            PairGrouping grouping, size_t most) {
  if (grouping == PairGrouping::kSingle || most == 0) most = 1;
  std::vector<std::vector<size_t>> groups;
  std::map<std::string_view, size_t> open;  // By key: the group that still has room.
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto [place, is_new] = open.try_emplace(KeyOf(pairs[i], grouping), groups.size());
    if (is_new || groups[place->second].size() >= most) {
      place->second = groups.size();
      groups.emplace_back();
    }
    groups[place->second].push_back(i);
  }
  return groups;
}

Result<std::unique_ptr<RemoteEntailmentClassifier>> RemoteEntailmentClassifier::Connect(
    std::shared_ptr<RemoteServer> server, ModelSpec spec, VerifierKind wanted,
    std::stop_token stop) {
  GLOSS_ASSIGN_OR_RETURN(spec.name, server->ModelNamed(spec.name));
  spec.role = ModelRole::kEntailment;
  spec.server = server->url();
  GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<Verifier> verifier,
                         ChooseVerifier(server, spec, wanted, stop));
  spec.labels = {Relation::kEntailment, Relation::kNeutral, Relation::kContradiction};
  return std::unique_ptr<RemoteEntailmentClassifier>(
      new RemoteEntailmentClassifier(std::move(server), std::move(spec), std::move(verifier)));
}

Result<RelationScores> RemoteEntailmentClassifier::ClassifyInParts(
    const PremiseHypothesis& pair, int depth, const std::stop_token& stop) const {
  const auto [left, right] = TextHalves(pair.premise, kPartOverlap);
  std::optional<RelationScores> best;
  for (const std::string_view part : {left, right}) {
    const PremiseHypothesis part_pair{part, pair.hypothesis};
    auto answers = verifier_->Label(std::span(&part_pair, 1), stop);
    const Status status = answers.ok() ? (*answers)[0].status() : answers.status();
    if (status.code() == StatusCode::kTooLarge && part.size() > kLeastPart && depth < kMaxDepth) {
      GLOSS_ASSIGN_OR_RETURN(const RelationScores scores,
                             ClassifyInParts(part_pair, depth + 1, stop));
      KeepDeciding(best, scores);
      continue;
    }
    // A pair is answered when all its parts are.
    if (!status.ok()) return status;
    KeepDeciding(best, Calibrate(*(*answers)[0], spec_.calibration));
  }
  return *best;
}

BatchResult<RelationScores> RemoteEntailmentClassifier::Classify(
    std::span<const PremiseHypothesis> pairs, std::stop_token stop) {
  const auto groups = GroupPairs(pairs, verifier_->grouping(), verifier_->max_pairs());
  ItemAnswers<RelationScores> answers(pairs.size());
  FailureRun run;
  const AskItems<RelationScores> ask =
      [&](std::span<const size_t> items) -> Result<std::vector<Result<RelationScores>>> {
    std::vector<PremiseHypothesis> some;
    for (const size_t item : items) some.push_back(pairs[item]);
    GLOSS_ASSIGN_OR_RETURN(const auto labels, verifier_->Label(some, stop));
    std::vector<Result<RelationScores>> scores;
    for (const Result<PairLogits>& logits : labels) {
      scores.push_back(logits.ok() ? Result<RelationScores>(Calibrate(*logits, spec_.calibration))
                                   : Result<RelationScores>(logits.status()));
    }
    return scores;
  };
  ForEachConcurrently(groups.size(), static_cast<size_t>(server_->client().gate().limit()), stop,
                      [&](size_t group) {
                        AskInHalves<RelationScores>(groups[group], ask, run, answers);
                        for (const size_t item : groups[group]) {
                          if (answers[item]->status().code() == StatusCode::kTooLarge) {
                            answers[item] = ClassifyInParts(pairs[item], 0, stop);
                          }
                        }
                      });
  return ToBatch(std::move(answers), "pair ");
}

}  // namespace gloss
