#pragma once

#include <vector>

#include "backends/llama_cpp/token_windows.h"
#include "models/deciding_window.h"

namespace gloss {

/// Windows of a premise of `length` tokens, of at most `room` tokens each: neighbours overlap by a
/// quarter, so that a sentence at a border is whole in one of them. REQUIRES: room > 0.
inline std::vector<TokenWindow> PlanPremiseWindows(size_t length, size_t room) {
  return PlanWindows(length, room, room / 4);
}

}  // namespace gloss
