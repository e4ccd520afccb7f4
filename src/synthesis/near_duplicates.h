#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gloss {

struct DuplicateOptions {
  size_t words = 5;         ///< Of a shingle.
  double similarity = 0.8;  ///< Least share of shingles in common (Jaccard) of near duplicates.
};

/// Finds texts that are nearly the same as one before them: word shingles, MinHash signatures with
/// banding to find candidates, and the exact Jaccard similarity of the shingles to decide (Broder,
/// "On the resemblance and containment of documents", 1997). Case and punctuation do not count.
/// Deterministic. With 64 bands of two, a pair at the threshold of 0.8 is missed once in 10^28
/// times, at 0.5 once in 10^8 times. Memory: 8 bytes a word. Not thread-safe.
class NearDuplicates {
 public:
  struct Like {
    size_t index = 0;  ///< Of the texts that were added.
    double similarity = 0;
  };

  explicit NearDuplicates(const DuplicateOptions& options) : options_(options) {}

  /// The most similar text among those added, if it is nearly the same.
  std::optional<Like> Find(std::string_view text) const;

  /// Adds a text; its index is the number of those before it.
  void Add(std::string_view text);

 private:
  static constexpr size_t kBands = 64;
  static constexpr size_t kRows = 2;

  std::vector<uint64_t> ShinglesOf(std::string_view text) const;
  static std::vector<uint64_t> BandsOf(const std::vector<uint64_t>& shingles);

  DuplicateOptions options_;
  std::vector<std::vector<uint64_t>> shingles_;                   ///< Of each text, sorted.
  std::unordered_map<uint64_t, std::vector<size_t>> candidates_;  ///< By band.
};

}  // namespace gloss
