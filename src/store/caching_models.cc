#include "store/caching_models.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "store/result_codec.h"

namespace gloss {
namespace {

/// What differs between the models.
template <typename Input, typename Value>
struct CachedCall {
  ResultKind kind;
  std::function<std::optional<Value>(std::string_view)> decode;
  /// The bytes to keep; nothing for a result that must not be kept.
  std::function<std::optional<std::string>(const Value&)> encode;
  std::function<BatchResult<Value>(std::span<const Input>)> compute;
  bool whole_calls = false;  ///< One miss makes the whole call one.
};

template <typename Input, typename Value>
BatchResult<Value> Answer(const CachedCall<Input, Value>& call, std::span<const Input> inputs,
                          std::span<const ResultKey> keys, ResultCache& cache,
                          CacheCounters& counters) {
  BatchResult<Value> result;
  result.items.resize(inputs.size());
  const std::vector<std::optional<std::string>> found = cache.Get(call.kind, keys);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (found[i]) result.items[i] = call.decode(*found[i]);
  }
  std::vector<size_t> missing;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!result.items[i]) missing.push_back(i);
  }
  if (call.whole_calls && !missing.empty() && missing.size() < inputs.size()) {
    missing.clear();
    for (size_t i = 0; i < inputs.size(); ++i) {
      missing.push_back(i);
      result.items[i].reset();
    }
  }
  counters.hits += inputs.size() - missing.size();
  counters.misses += missing.size();
  if (missing.empty()) return result;

  std::vector<Input> missing_inputs;
  missing_inputs.reserve(missing.size());
  for (const size_t i : missing) missing_inputs.push_back(inputs[i]);
  BatchResult<Value> computed = call.compute(missing_inputs);
  result.status = std::move(computed.status);
  std::vector<CachedResult> fresh;
  for (size_t i = 0; i < std::min(missing.size(), computed.items.size()); ++i) {
    std::optional<Value>& item = computed.items[i];
    if (!item) continue;
    if (auto bytes = call.encode(*item)) fresh.push_back({keys[missing[i]], *std::move(bytes)});
    result.items[missing[i]] = std::move(item);
  }
  // Part of a call is not the call: its texts may have been decoded beside others.
  const bool keep = !call.whole_calls || fresh.size() == inputs.size();
  if (keep && !fresh.empty()) cache.Put(call.kind, fresh);
  return result;
}

bool AllFinite(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(),
                     [](float value) { return std::isfinite(value); });
}

bool SameScores(const RelationScores& a, const RelationScores& b) {
  return a.logits == b.logits && a.probabilities == b.probabilities && a.label == b.label;
}

}  // namespace

BatchResult<Embedding> CachingEmbedder::Embed(std::span<const std::string_view> texts,
                                              std::stop_token stop) {
  std::vector<ResultKey> keys;
  keys.reserve(texts.size());
  for (const std::string_view text : texts) keys.push_back(keys_.OfText(text));
  const CachedCall<std::string_view, Embedding> call{
      .kind = ResultKind::kEmbedding,
      .decode = DecodeEmbedding,
      .encode = [](const Embedding& embedding) -> std::optional<std::string> {
        if (embedding.empty() || !AllFinite(embedding)) return std::nullopt;
        return EncodeEmbedding(embedding);
      },
      .compute =
          [&](std::span<const std::string_view> missing) { return model_->Embed(missing, stop); }};
  return Answer(call, texts, std::span<const ResultKey>(keys), *cache_, counters_);
}

BatchResult<RelationScores> CachingEntailmentClassifier::Classify(
    std::span<const PremiseHypothesis> pairs, std::stop_token stop) {
  const Calibration& calibration = spec().calibration;
  std::vector<ResultKey> keys;
  keys.reserve(pairs.size());
  for (const PremiseHypothesis& pair : pairs) {
    keys.push_back(keys_.OfPair(pair, calibration.temperature));
  }
  const CachedCall<PremiseHypothesis, RelationScores> call{
      .kind = ResultKind::kEntailment,
      .decode = [&](std::string_view bytes) -> std::optional<RelationScores> {
        const auto logits = DecodeLogits(bytes);
        if (!logits) return std::nullopt;
        return Calibrate(*logits, calibration);
      },
      .encode = [&](const RelationScores& scores) -> std::optional<std::string> {
        if (!AllFinite(scores.logits)) return std::nullopt;
        if (!SameScores(Calibrate(scores.logits, calibration), scores)) return std::nullopt;
        return EncodeLogits(scores.logits);
      },
      .compute =
          [&](std::span<const PremiseHypothesis> missing) {
            return model_->Classify(missing, stop);
          }};
  return Answer(call, pairs, std::span<const ResultKey>(keys), *cache_, counters_);
}

BatchResult<GenerationResult> CachingGenerator::Generate(
    std::span<const GenerationRequest> requests, std::stop_token stop) {
  const std::vector<ResultKey> keys = keys_.OfRequests(requests, keying_);
  const bool whole_calls = keying_ == GenerationKeying::kCall;
  const CachedCall<GenerationRequest, GenerationResult> call{
      .kind = ResultKind::kGeneration,
      .decode = DecodeGeneration,
      .encode = [&](const GenerationResult& answer) -> std::optional<std::string> {
        if (!whole_calls && answer.finish != FinishReason::kStop) return std::nullopt;
        return EncodeGeneration(answer);
      },
      .compute =
          [&](std::span<const GenerationRequest> missing) {
            return model_->Generate(missing, stop);
          },
      .whole_calls = whole_calls};
  return Answer(call, requests, std::span<const ResultKey>(keys), *cache_, counters_);
}

}  // namespace gloss
