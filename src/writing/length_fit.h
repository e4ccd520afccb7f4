#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace gloss {

/// A sentence that could be cited, with the lengths of the statements that were made of it.
struct FitItem {
  std::pair<int, size_t> part;     ///< Document and part that it is from.
  std::vector<size_t> statements;  ///< Words of each, the preferred one first. Not empty.
};

struct FitOptions {
  size_t words = 300;        ///< The length to reach.
  size_t count = 10;         ///< The first items, to begin with.
  bool fixed_count = false;  ///< Exactly so many, if there are; only statements change.
  bool spread = true;        ///< Parts of documents must stay cited (PartsNeeded).
};

struct FitChoice {
  size_t item = 0;
  size_t statement = 0;
};

/// Chooses which items are written, and which statement stands for each, so that the text is as
/// near to its length as can be: from the first `count` items with their preferred statements on,
/// the one change after the other (another statement, one item more, one less; else another item of
/// the same part) that helps most, until it is within a twentieth. Items given first are kept
/// first. Where the parts that must stay cited keep it from coming within a fifth, the length goes
/// before them. Deterministic.
std::vector<FitChoice> FitLength(std::span<const FitItem> items, const FitOptions& options);

}  // namespace gloss
