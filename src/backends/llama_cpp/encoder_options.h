#pragma once

#include "models/micro_batch.h"

namespace gloss {

/// How a local encoder (embedder or entailment classifier) computes. Nothing here changes results.
struct EncoderOptions {
  /// What one compute thread takes at a time; between micro-batches it looks for work and stops.
  MicroBatchLimits micro_batch{.max_tokens = 512, .max_sequences = 16};
};

}  // namespace gloss
