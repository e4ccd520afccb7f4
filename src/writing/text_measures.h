#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "types/document.h"

namespace gloss {

/// More words than these in a row as the source has them are a verbatim copy, and must be quoted.
inline constexpr size_t kMostVerbatimWords = 12;

/// Words as people count them: stretches between white space that hold a letter or a digit.
size_t CountWords(std::string_view text);

/// Length of the longest run of words that both texts have, case and punctuation aside.
size_t LongestCommonRun(std::string_view a, std::string_view b);

/// All runs of `kMostVerbatimWords` + 1 words of the sentences of documents. Memory: 8 bytes a
/// word. Immutable; thread-safe.
class VerbatimIndex {
 public:
  explicit VerbatimIndex(std::span<const Document> documents);

  /// True when a sentence of the documents has more than `kMostVerbatimWords` words of `text` in a
  /// row. Runs are compared by 64-bit hash.
  bool HasCopy(std::string_view text) const;

 private:
  std::unordered_set<uint64_t> runs_;
};

}  // namespace gloss
