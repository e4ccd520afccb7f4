#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace gloss {

struct Interval {
  double low = 0;
  double high = 0;
};

/// 95 % interval of a share of independent trials (Wilson, 1927). REQUIRES: all > 0.
Interval WilsonInterval(double share, size_t all);

/// 95 % percentile bootstrap interval of a statistic over `count` texts, each drawn as a whole, for
/// a text's checks are not independent. `statistic` gets the indices drawn; resamples for which it
/// gives nothing are left out. Nothing when no resample gives a value. Deterministic.
std::optional<Interval> BootstrapInterval(
    size_t count, uint64_t seed,
    const std::function<std::optional<double>(std::span<const size_t>)>& statistic);

inline constexpr int kResamples = 1000;

}  // namespace gloss
