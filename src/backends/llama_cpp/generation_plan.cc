#include "backends/llama_cpp/generation_plan.h"

#include <algorithm>

namespace gloss {

std::vector<GenerationGroup> PlanGenerationGroups(std::span<const size_t> costs, size_t capacity,
                                                  size_t max_parallel) {
  std::vector<GenerationGroup> groups;
  if (costs.empty()) return groups;
  const size_t most = std::max<size_t>(1, max_parallel);
  // Two at least, so that two cores share even a short list.
  const size_t least_groups =
      std::max((costs.size() + most - 1) / most, std::min<size_t>(costs.size(), 2));
  const size_t even = (costs.size() + least_groups - 1) / least_groups;
  size_t used = 0;
  for (size_t i = 0; i < costs.size(); ++i) {
    const bool fits = !groups.empty() && groups.back().end - groups.back().begin < even &&
                      used + costs[i] <= capacity;
    if (!fits) {
      groups.push_back({i, i});
      used = 0;
    }
    groups.back().end = i + 1;
    used += costs[i];
  }
  return groups;
}

size_t SharedPrefixLength(std::span<const std::vector<int32_t>> prompts) {
  if (prompts.empty() || prompts.front().empty()) return 0;
  size_t length = prompts.front().size() - 1;
  for (const std::vector<int32_t>& prompt : prompts.subspan(1)) {
    if (prompt.empty()) return 0;
    const auto first = prompts.front().begin();
    const size_t compared = std::min(length, prompt.size() - 1);
    const auto differs =
        std::mismatch(first, first + static_cast<ptrdiff_t>(compared), prompt.begin()).first;
    length = static_cast<size_t>(differs - first);
  }
  return length;
}

}  // namespace gloss
