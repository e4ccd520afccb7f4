#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace gloss {

/// Random numbers that are the same on every machine (SplitMix64; Steele et al., 2014), where those
/// of the standard library need not be.
class RandomChoice {
 public:
  explicit RandomChoice(uint64_t seed) : state_(seed) {}

  /// A generator for one thing among many: what is drawn for it does not depend on the others.
  RandomChoice(uint64_t seed, std::string_view what) : state_(seed) {
    for (const char c : what) {
      state_ = (state_ ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
    Next();
  }

  uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15U;
    uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  /// In [0, count). REQUIRES: count > 0.
  size_t Below(size_t count) { return static_cast<size_t>(Next() % count); }

  /// In [0, 1).
  double Share() { return static_cast<double>(Next() >> 11U) * 0x1.0p-53; }

  /// Fisher and Yates' shuffle.
  template <typename T>
  void Shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[Below(i)]);
  }

 private:
  uint64_t state_;
};

}  // namespace gloss
