#include "grounding/pair_batch.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace gloss {
namespace {

/// Large enough that a model can sort by length and fill its micro-batches, small enough that a
/// failure leaves most claims finished.
constexpr size_t kPairsPerCall = 256;

}  // namespace

PairBatch ClassifyPairs(EntailmentClassifier& classifier, std::span<const PremiseHypothesis> pairs,
                        const std::stop_token& stop,
                        const std::function<void(size_t, size_t)>& progress) {
  std::map<std::pair<std::string_view, std::string_view>, size_t> index_of;
  std::vector<PremiseHypothesis> unique;
  std::vector<size_t> unique_of;
  unique_of.reserve(pairs.size());
  for (const PremiseHypothesis& pair : pairs) {
    const auto [found, is_new] =
        index_of.try_emplace({pair.premise, pair.hypothesis}, unique.size());
    if (is_new) unique.push_back(pair);
    unique_of.push_back(found->second);
  }

  PairBatch batch;
  std::vector<std::optional<RelationScores>> answers(unique.size());
  for (size_t begin = 0; begin < unique.size(); begin += kPairsPerCall) {
    const size_t count = std::min(kPairsPerCall, unique.size() - begin);
    BatchResult<RelationScores> call =
        classifier.Classify(std::span(unique).subspan(begin, count), stop);
    size_t labelled = 0;
    for (size_t i = 0; i < std::min(count, call.items.size()); ++i) {
      if (call.items[i]) ++labelled;
      answers[begin + i] = call.items[i];
    }
    if (labelled < count && batch.status.ok()) {
      batch.status = call.status.ok()
                         ? Status(StatusCode::kInternal, "entailment model: an answer is missing")
                         : call.status;
    }
    if (progress) progress(begin + count, unique.size());
    if (labelled == 0 || stop.stop_requested()) break;
  }
  if (batch.status.ok() && stop.stop_requested() &&
      std::any_of(answers.begin(), answers.end(), [](const auto& answer) { return !answer; })) {
    batch.status = Status(StatusCode::kCancelled, "stopped by the caller");
  }
  batch.scores.reserve(pairs.size());
  for (const size_t index : unique_of) batch.scores.push_back(answers[index]);
  return batch;
}

}  // namespace gloss
