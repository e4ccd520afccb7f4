#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gloss {

/// Bounds of one micro-batch, the inputs that a model computes together.
struct MicroBatchLimits {
  size_t max_tokens = 256;    ///< Sum of the lengths; a longer single input is a batch of its own.
  size_t max_sequences = 64;  ///< At least 1.
};

/// Splits inputs into micro-batches. Long inputs come first and inputs of one length are together,
/// in input order, so that a batch is of like lengths (the token-budget queue of
/// text-embeddings-inference). Every index of `lengths` is in exactly one batch. Pure function.
std::vector<std::vector<size_t>> PlanMicroBatches(std::span<const size_t> lengths,
                                                  const MicroBatchLimits& limits);

}  // namespace gloss
