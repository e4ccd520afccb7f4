#pragma once

#include <cstddef>
#include <vector>

namespace gloss {

/// Half-open range of token indexes.
struct TokenWindow {
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
  friend bool operator==(const TokenWindow&, const TokenWindow&) = default;
};

/// Covers `length` tokens with the fewest windows of at most `size` tokens in which neighbours
/// share at least `overlap`, spread evenly so that no window is a short rest. One empty window for
/// no tokens. REQUIRES: overlap < size.
std::vector<TokenWindow> PlanWindows(size_t length, size_t size, size_t overlap);

}  // namespace gloss
