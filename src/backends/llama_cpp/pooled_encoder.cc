#include "backends/llama_cpp/pooled_encoder.h"

#include <fmt/format.h>
#include <llama.h>

#include <algorithm>
#include <cmath>

#include "backends/llama_cpp/llama_batch_builder.h"
#include "backends/llama_cpp/llama_runtime.h"

namespace gloss {
namespace {

size_t OutputSize(const ModelOwner& owner, const llama_context* context) {
  return llama_pooling_type(context) == LLAMA_POOLING_TYPE_RANK
             ? llama_model_n_cls_out(&owner.model())
             : static_cast<size_t>(llama_model_n_embd_out(&owner.model()));
}

/// Runs one sequence alone.
Status EncodeOne(const ModelOwner& owner, llama_context* context, const std::vector<Token>& tokens,
                 std::vector<float>& pooled) {
  LlamaBatch batch(tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    batch.Add(tokens[i], i, /*sequence=*/0, /*output=*/true);
  }
  const llama_memory_t memory = llama_get_memory(context);
  if (memory != nullptr) llama_memory_clear(memory, /*data=*/false);
  const int32_t outcome =
      memory == nullptr ? llama_encode(context, batch.get()) : llama_decode(context, batch.get());
  if (outcome == 2) return {StatusCode::kCancelled, "stopped by the caller"};
  const float* output = outcome == 0 ? llama_get_embeddings_seq(context, 0) : nullptr;
  if (output == nullptr) {
    return {StatusCode::kModelFailed,
            fmt::format("{}: the model failed on an input of {} tokens: {}", owner.spec().name,
                        tokens.size(), TakeLlamaError())};
  }
  pooled.assign(output, output + OutputSize(owner, context));
  if (!std::all_of(pooled.begin(), pooled.end(), [](float x) { return std::isfinite(x); })) {
    return {StatusCode::kModelFailed,
            fmt::format("{}: the model computed a value that is not a number; its file may be "
                        "damaged",
                        owner.spec().name)};
  }
  return Status::Ok();
}

}  // namespace

BatchResult<std::vector<float>> EncodePooled(ModelOwner& owner,
                                             std::span<const std::vector<Token>> sequences,
                                             const MicroBatchLimits& limits, std::stop_token stop) {
  std::vector<size_t> lengths;
  lengths.reserve(sequences.size());
  for (const auto& sequence : sequences) lengths.push_back(sequence.size());
  const auto micro_batches = PlanMicroBatches(lengths, limits);

  BatchResult<std::vector<float>> result;
  result.items.resize(sequences.size());
  result.status = owner.Run(micro_batches.size(), stop, [&](WorkerContext& worker, size_t batch) {
    for (const size_t index : micro_batches[batch]) {
      if (stop.stop_requested()) return Status(StatusCode::kCancelled, "stopped by the caller");
      std::vector<float> pooled;
      GLOSS_RETURN_IF_ERROR(EncodeOne(owner, worker.context, sequences[index], pooled));
      result.items[index] = std::move(pooled);
    }
    return Status::Ok();
  });
  return result;
}

}  // namespace gloss
