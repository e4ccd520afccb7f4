#pragma once

#include <compare>
#include <cstddef>
#include <string_view>

namespace gloss {

/// Half-open range [begin, end) of UTF-8 bytes of one text. Always on code point boundaries.
struct Span {
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
  bool Contains(const Span& other) const { return begin <= other.begin && other.end <= end; }
  bool Overlaps(const Span& other) const { return begin < other.end && other.begin < end; }

  /// The bytes of `text` that the span covers. REQUIRES: end <= text.size().
  std::string_view In(std::string_view text) const { return text.substr(begin, end - begin); }

  friend auto operator<=>(const Span&, const Span&) = default;
};

}  // namespace gloss
