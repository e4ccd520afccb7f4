#include "models/micro_batch.h"

#include <algorithm>
#include <numeric>

namespace gloss {

std::vector<std::vector<size_t>> PlanMicroBatches(std::span<const size_t> lengths,
                                                  const MicroBatchLimits& limits) {
  std::vector<size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lengths[a] > lengths[b]; });
  std::vector<std::vector<size_t>> batches;
  size_t tokens = 0;
  for (const size_t index : order) {
    const bool fits = !batches.empty() && tokens + lengths[index] <= limits.max_tokens &&
                      batches.back().size() < std::max<size_t>(1, limits.max_sequences);
    if (!fits) {
      batches.emplace_back();
      tokens = 0;
    }
    batches.back().push_back(index);
    tokens += lengths[index];
  }
  return batches;
}

}  // namespace gloss
