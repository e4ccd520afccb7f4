#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "backends/llama_cpp/model_owner.h"
#include "backends/llama_cpp/tokens.h"
#include "models/batch.h"
#include "models/micro_batch.h"

namespace gloss {

/// Pooled output of each token sequence. Sequences of a micro-batch go to one compute thread, which
/// runs each of them alone: together they would have other bits by their neighbours, and attention
/// over their joint length makes that slower too. REQUIRES: every sequence fits the context and has
/// at least one token.
BatchResult<std::vector<float>> EncodePooled(ModelOwner& owner,
                                             std::span<const std::vector<Token>> sequences,
                                             const MicroBatchLimits& limits, std::stop_token stop);

}  // namespace gloss
