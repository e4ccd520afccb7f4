#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"

namespace gloss {

/// What a GGUF file says of itself.
struct GgufSummary {
  std::string architecture;  ///< "bert", "llama" …
  int pooling_type = -1;     ///< As in llama.h; -1: not stated.
  bool is_causal = true;
  uint64_t tensor_count = 0;
};

/// Reads the header of a GGUF file and checks what the library takes on trust: that it is GGUF,
/// that it has an architecture and tensors, that the tensors' data is inside the file, and that no
/// size is one that the library would divide by or allocate without bound. Errors:
/// kModelUnavailable "path: what is wrong".
Result<GgufSummary> CheckGguf(const std::string& path);

}  // namespace gloss
