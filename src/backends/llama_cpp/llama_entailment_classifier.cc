#include "backends/llama_cpp/llama_entailment_classifier.h"

#include <fmt/format.h>
#include <llama.h>

#include "backends/llama_cpp/encoder_support.h"
#include "backends/llama_cpp/pair_windows.h"
#include "backends/llama_cpp/pooled_encoder.h"

namespace gloss {
namespace {

Status WrongKind(const ModelSpec& spec, std::string_view what) {
  return {StatusCode::kModelUnavailable,
          fmt::format("{}; name an entailment model with a three-way head for \"{}\"", what,
                      spec.name)};
}

Result<llama_context_params> Configure(const ModelSpec& spec, const llama_model& model,
                                       const GgufSummary& summary) {
  if (spec.labels.size() != 3) {
    return WrongKind(spec, "the spec does not name the three labels of the outputs");
  }
  const uint32_t outputs = llama_model_n_cls_out(&model);
  if (outputs != spec.labels.size()) {
    return WrongKind(spec, fmt::format("the file's head has {} output{}, the spec names {} labels",
                                       outputs, outputs == 1 ? "" : "s", spec.labels.size()));
  }
  if (summary.is_causal) {
    return WrongKind(spec, "the file holds a generative model, not a pair classifier");
  }
  const FramingTokens framing = FramingOf(*llama_model_get_vocab(&model));
  const size_t window = WindowOf(spec, model);
  if (!framing.begin || !framing.separator ||
      window < 2 * LlamaEntailmentClassifier::kLeastPremiseTokens) {
    return WrongKind(spec, "the file's vocabulary or window is not one for pairs of sentences");
  }
  return EncoderContextParams(window, LLAMA_POOLING_TYPE_RANK);
}

}  // namespace

/// The windows of all pairs, as runs of the encoder.
struct LlamaEntailmentClassifier::Runs {
  std::vector<std::vector<Token>> tokens;
  std::vector<size_t> first_run;  ///< Of each pair; one more entry at the end.
};

LlamaEntailmentClassifier::LlamaEntailmentClassifier(std::unique_ptr<ModelOwner> owner,
                                                     const EncoderOptions& options)
    : owner_(std::move(owner)),
      options_(options),
      window_(WindowOf(owner_->spec(), owner_->model())) {}

Result<std::unique_ptr<LlamaEntailmentClassifier>> LlamaEntailmentClassifier::Load(
    const ModelSpec& spec, const std::string& path, const EncoderOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(
      std::unique_ptr<ModelOwner> owner,
      ModelOwner::Load(spec, path, [&](const llama_model& model, const GgufSummary& summary) {
        return Configure(spec, model, summary);
      }));
  std::unique_ptr<LlamaEntailmentClassifier> classifier(
      new LlamaEntailmentClassifier(std::move(owner), options));
  // One run proves that the graph can be built from this file and gives numbers.
  const std::vector<PremiseHypothesis> probe = {{"probe", "probe"}};
  const Status status = classifier->Classify(probe, {}).status;
  if (!status.ok()) {
    return Status(StatusCode::kModelUnavailable,
                  fmt::format("{}: the model does not work: {}", path, status.message()));
  }
  return classifier;
}

Status LlamaEntailmentClassifier::AddRuns(const PremiseHypothesis& pair, Runs& runs) const {
  const llama_vocab& vocab = owner_->vocab();
  GLOSS_ASSIGN_OR_RETURN(const std::vector<Token> premise,
                         Tokenize(vocab, pair.premise, SpecialTokens::kAsText));
  GLOSS_ASSIGN_OR_RETURN(const std::vector<Token> hypothesis,
                         Tokenize(vocab, pair.hypothesis, SpecialTokens::kAsText));
  constexpr size_t kFraming = 3;  // [CLS] and two [SEP]
  if (hypothesis.size() + kFraming + kLeastPremiseTokens > window_) {
    return {StatusCode::kTooLarge,
            fmt::format("a hypothesis of {} tokens does not fit the model's window of {}",
                        hypothesis.size(), window_)};
  }
  const FramingTokens framing = FramingOf(vocab);
  const size_t room = window_ - kFraming - hypothesis.size();
  for (const TokenWindow& window : PlanPremiseWindows(premise.size(), room)) {
    std::vector<Token>& tokens = runs.tokens.emplace_back();
    tokens.reserve(kFraming + window.size() + hypothesis.size());
    tokens.push_back(*framing.begin);
    tokens.insert(tokens.end(), premise.begin() + static_cast<ptrdiff_t>(window.begin),
                  premise.begin() + static_cast<ptrdiff_t>(window.end));
    tokens.push_back(*framing.separator);
    tokens.insert(tokens.end(), hypothesis.begin(), hypothesis.end());
    tokens.push_back(*framing.separator);
  }
  return Status::Ok();
}

RelationScores LlamaEntailmentClassifier::ScoresOf(const std::vector<float>& outputs) const {
  std::array<float, 3> logits{};
  for (size_t i = 0; i < logits.size(); ++i) {
    logits[static_cast<size_t>(spec().labels[i])] = outputs[i];
  }
  return Calibrate(logits, spec().calibration);
}

BatchResult<RelationScores> LlamaEntailmentClassifier::Classify(
    std::span<const PremiseHypothesis> pairs, std::stop_token stop) {
  BatchResult<RelationScores> result;
  result.items.resize(pairs.size());
  Runs runs;
  runs.first_run.push_back(0);
  Status item_status;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (Status status = AddRuns(pairs[i], runs); !status.ok() && item_status.ok()) {
      item_status = status.WithContext(fmt::format("pair {}", i));
    }
    runs.first_run.push_back(runs.tokens.size());
  }
  const auto outputs = EncodePooled(*owner_, runs.tokens, options_.micro_batch, stop);
  result.status = outputs.status.ok() ? item_status : outputs.status;
  for (size_t i = 0; i < pairs.size(); ++i) {
    std::optional<RelationScores>& best = result.items[i];
    for (size_t run = runs.first_run[i]; run < runs.first_run[i + 1]; ++run) {
      if (!outputs.items[run]) {
        best.reset();  // a pair is answered when all its windows are
        break;
      }
      KeepDeciding(best, ScoresOf(*outputs.items[run]));
    }
  }
  return result;
}

}  // namespace gloss
