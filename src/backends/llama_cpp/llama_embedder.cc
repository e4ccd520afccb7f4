#include "backends/llama_cpp/llama_embedder.h"

#include <fmt/format.h>
#include <llama.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "backends/llama_cpp/encoder_support.h"
#include "backends/llama_cpp/pooled_encoder.h"
#include "backends/llama_cpp/token_table.h"
#include "backends/llama_cpp/token_windows.h"

namespace gloss {
namespace {

Status WrongKind(const ModelSpec& spec, std::string_view what) {
  return {StatusCode::kModelUnavailable,
          fmt::format("{}; name an embedding model for \"{}\"", what, spec.name)};
}

enum llama_pooling_type PoolingFromName(std::string_view name) {
  if (name == "cls") return LLAMA_POOLING_TYPE_CLS;
  return name == "last" ? LLAMA_POOLING_TYPE_LAST : LLAMA_POOLING_TYPE_MEAN;
}

Result<llama_context_params> Configure(const ModelSpec& spec, const llama_model& model,
                                       const GgufSummary& summary) {
  auto pooling = static_cast<enum llama_pooling_type>(summary.pooling_type);
  if (!spec.pooling.empty() && pooling != LLAMA_POOLING_TYPE_RANK) {
    pooling = PoolingFromName(spec.pooling);
  }
  const bool stated = pooling > LLAMA_POOLING_TYPE_NONE;
  if (pooling == LLAMA_POOLING_TYPE_RANK || llama_model_n_cls_out(&model) > 1) {
    return WrongKind(spec, "the file holds a classifier, not an embedding model");
  }
  if (!stated && summary.is_causal) {
    return WrongKind(spec, "the file holds a generative model, not an embedding model");
  }
  if (llama_model_has_encoder(&model) && llama_model_has_decoder(&model)) {
    return WrongKind(spec, "the file holds an encoder-decoder, not an embedding model");
  }
  if (!stated) pooling = LLAMA_POOLING_TYPE_MEAN;
  const size_t window = WindowOf(spec, model);
  const size_t framing = FramingOf(*llama_model_get_vocab(&model)).count();
  if (window <= framing) {
    return WrongKind(spec, fmt::format("an input of {} tokens has no room for text", window));
  }
  return EncoderContextParams(window, pooling);
}

/// The windows of all texts, as runs of the encoder.
struct WindowedTexts {
  std::vector<std::vector<Token>> runs;
  std::vector<size_t> weights;    ///< Tokens of the text in each run, at least 1.
  std::vector<size_t> first_run;  ///< Of each text; one more entry at the end.
};

Result<WindowedTexts> CutIntoWindows(const llama_vocab& vocab, size_t window,
                                     std::span<const std::string_view> texts) {
  const FramingTokens framing = FramingOf(vocab);
  WindowedTexts windowed;
  windowed.first_run.push_back(0);
  for (const std::string_view text : texts) {
    GLOSS_ASSIGN_OR_RETURN(const std::vector<Token> tokens,
                           Tokenize(vocab, text, SpecialTokens::kAsText));
    const std::span<const Token> all(tokens);
    for (const TokenWindow& part : PlanWindows(all.size(), window - framing.count(), 0)) {
      windowed.runs.push_back(framing.Frame(all.subspan(part.begin, part.size())));
      // A model that adds nothing around its input still needs one token.
      if (windowed.runs.back().empty()) windowed.runs.back().push_back(0);
      windowed.weights.push_back(std::max<size_t>(1, part.size()));
    }
    windowed.first_run.push_back(windowed.runs.size());
  }
  return windowed;
}

/// Average of the windows' vectors by weight, at length 1; nothing when a window is missing.
std::optional<Embedding> Combine(std::span<const std::optional<std::vector<float>>> vectors,
                                 std::span<const size_t> weights) {
  std::vector<double> sum;
  for (size_t i = 0; i < vectors.size(); ++i) {
    if (!vectors[i]) return std::nullopt;
    sum.resize(vectors[i]->size(), 0.0);
    for (size_t k = 0; k < sum.size(); ++k) {
      sum[k] += static_cast<double>(weights[i]) * static_cast<double>((*vectors[i])[k]);
    }
  }
  double squares = 0;
  for (const double value : sum) squares += value * value;
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
  Embedding embedding;
  embedding.reserve(sum.size());
  for (const double value : sum) embedding.push_back(static_cast<float>(value * scale));
  return embedding;
}

}  // namespace

LlamaEmbedder::LlamaEmbedder(std::unique_ptr<ModelOwner> owner, const EncoderOptions& options)
    : owner_(std::move(owner)),
      options_(options),
      window_(WindowOf(owner_->spec(), owner_->model())) {}

Result<std::unique_ptr<LlamaEmbedder>> LlamaEmbedder::Load(const ModelSpec& spec,
                                                           const std::string& path,
                                                           const EncoderOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(
      std::unique_ptr<ModelOwner> owner,
      ModelOwner::Load(spec, path, [&](const llama_model& model, const GgufSummary& summary) {
        return Configure(spec, model, summary);
      }));
  std::unique_ptr<LlamaEmbedder> embedder(new LlamaEmbedder(std::move(owner), options));
  embedder->token_table_ = MapTokenTable(path, embedder->owner_->vocab());
  // One run proves that the graph can be built from this file and gives numbers.
  const std::vector<std::string_view> probe = {"probe"};
  const Status status = embedder->Embed(probe, {}).status;
  if (!status.ok()) {
    return Status(StatusCode::kModelUnavailable,
                  fmt::format("{}: the model does not work: {}", path, status.message()));
  }
  return embedder;
}

BatchResult<Embedding> LlamaEmbedder::Embed(std::span<const std::string_view> texts,
                                            std::stop_token stop) {
  BatchResult<Embedding> result;
  result.items.resize(texts.size());
  Result<WindowedTexts> windowed = CutIntoWindows(owner_->vocab(), window_, texts);
  if (!windowed.ok()) {
    result.status = windowed.status();
    return result;
  }
  auto runs = EncodePooled(*owner_, windowed->runs, options_.micro_batch, stop);
  result.status = std::move(runs.status);
  const std::span<const std::optional<std::vector<float>>> vectors(runs.items);
  const std::span<const size_t> weights(windowed->weights);
  for (size_t i = 0; i < texts.size(); ++i) {
    const size_t first = windowed->first_run[i];
    const size_t count = windowed->first_run[i + 1] - first;
    result.items[i] = Combine(vectors.subspan(first, count), weights.subspan(first, count));
  }
  return result;
}

}  // namespace gloss
