#include "judge/resampling.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace gloss {

Interval WilsonInterval(double share, size_t all) {
  constexpr double kZ = 1.959963984540054;
  const auto n = static_cast<double>(all);
  const double middle = share + kZ * kZ / (2 * n);
  const double spread = kZ * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
  const double scale = 1 + kZ * kZ / n;
  return {std::max(0.0, (middle - spread) / scale), std::min(1.0, (middle + spread) / scale)};
}

std::optional<Interval> BootstrapInterval(
    size_t count, uint64_t seed,
    const std::function<std::optional<double>(std::span<const size_t>)>& statistic) {
  if (count == 0) return std::nullopt;
  // The remainder of a 64-bit number, and not a library's distribution, so that all platforms draw
  // the same.
  std::mt19937_64 random(seed);
  std::vector<size_t> drawn(count);
  std::vector<double> values;
  for (int i = 0; i < kResamples; ++i) {
    for (size_t& index : drawn) index = static_cast<size_t>(random() % count);
    if (const auto value = statistic(drawn)) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[static_cast<size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
  };
  return Interval{at(0.025), at(0.975)};
}

}  // namespace gloss
