#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gloss {

/// Half-open range of request indexes that are decoded together.
struct GenerationGroup {
  size_t begin = 0;
  size_t end = 0;

  friend bool operator==(const GenerationGroup&, const GenerationGroup&) = default;
};

/// Cuts requests into consecutive groups of like size, at least two, of at most `max_parallel`
/// requests and `capacity` tokens (a request's cost is its own prompt tokens and its token limit;
/// one that is larger is a group of its own). A function of its arguments alone, so that a result
/// never depends on the thread count.
std::vector<GenerationGroup> PlanGenerationGroups(std::span<const size_t> costs, size_t capacity,
                                                  size_t max_parallel);

/// Length of the longest common beginning of all prompts that leaves each at least one token.
size_t SharedPrefixLength(std::span<const std::vector<int32_t>> prompts);

}  // namespace gloss
