#include "backends/llama_cpp/token_windows.h"

#include <algorithm>

namespace gloss {

std::vector<TokenWindow> PlanWindows(size_t length, size_t size, size_t overlap) {
  if (length <= size) return {{0, length}};
  const size_t step = size - overlap;
  const size_t count = (length - overlap + step - 1) / step;
  // The shortest windows that this many can cover the text with.
  const size_t width = (length + (count - 1) * overlap + count - 1) / count;
  std::vector<TokenWindow> windows;
  for (size_t i = 0; i < count; ++i) {
    const size_t begin = i * (length - width) / (count - 1);
    windows.push_back({begin, begin + width});
  }
  return windows;
}

}  // namespace gloss
