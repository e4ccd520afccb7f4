#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

enum class DiffKind : uint8_t { kSame, kRemoved, kAdded };

/// A stretch of two texts: in both, only in the old or only in the new one.
struct DiffPart {
  DiffKind kind = DiffKind::kSame;
  std::string text;  ///< White space at its ends is part of it.

  friend bool operator==(const DiffPart&, const DiffPart&) = default;
};

/// What changed from `before` to `after`, word by word: the same and removed parts joined are
/// `before`, the same and added ones are `after`, byte for byte. Neighbouring changes are one part
/// each, removed before added. Longest common subsequence of words; texts whose product of words is
/// above four million are one removed and one added part.
std::vector<DiffPart> WordDiff(std::string_view before, std::string_view after);

}  // namespace gloss
