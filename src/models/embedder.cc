#include "models/embedder.h"

#include <algorithm>

namespace gloss {

float Cosine(const Embedding& a, const Embedding& b) {
  // A sum in double, in index order: the same bits on every machine with IEEE arithmetic.
  double sum = 0;
  const size_t size = std::min(a.size(), b.size());
  for (size_t i = 0; i < size; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return static_cast<float>(std::clamp(sum, -1.0, 1.0));
}

}  // namespace gloss
