#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "types/span.h"

namespace gloss {

/// Byte offset of the first invalid UTF-8 sequence (overlong forms, surrogates and values above
/// U+10FFFF are invalid), or nothing when all is valid.
std::optional<size_t> FindInvalidUtf8(std::string_view bytes);

/// OK when valid. Errors: kInvalidUtf8 with the byte offset.
Status CheckUtf8(std::string_view bytes);

/// Each maximal invalid part replaced by U+FFFD (the Unicode standard's practice, chapter 3.9).
std::string ReplaceInvalidUtf8(std::string_view bytes);

/// One code point and how many bytes it takes; {0, 0} at the end of the text.
struct DecodedChar {
  char32_t value = 0;
  size_t size = 0;
};

/// The code point that begins at `at`. REQUIRES: valid UTF-8, `at` on a code point boundary.
DecodedChar DecodeUtf8(std::string_view text, size_t at);

/// The code point that ends before `at`. Same requirements.
DecodedChar DecodeUtf8Before(std::string_view text, size_t at);

/// Appends one code point. REQUIRES: it is one, and no surrogate.
void AppendUtf8(char32_t value, std::string& text);

/// Code points in valid UTF-8.
size_t CountCodepoints(std::string_view text);

/// Unicode's White_Space property. Zero-width characters do not have it.
bool IsWhiteSpaceChar(char32_t value);

/// True when every code point is white space (so for an empty text). REQUIRES: valid UTF-8.
bool IsWhiteSpace(std::string_view text);

/// The span without white space at its ends; an empty span at span.begin when nothing is left.
/// REQUIRES: valid UTF-8, the span within the text.
Span TrimWhiteSpace(std::string_view text, Span span);

/// Units in which offsets are told to the outside.
enum class OffsetUnit { kUtf8, kCodepoint, kUtf16 };

/// "utf8", "codepoint", "utf16".
std::string_view OffsetUnitName(OffsetUnit unit);
std::optional<OffsetUnit> OffsetUnitFromName(std::string_view name);

/// Converts byte offsets of one text to code points and UTF-16 units and back. Holds sparse indexes
/// (an entry every 1,024 units), so a conversion takes constant time. Keeps a view of the text.
/// Thread-safe.
class OffsetMap {
 public:
  /// REQUIRES: valid UTF-8 that outlives the map.
  explicit OffsetMap(std::string_view text);

  /// REQUIRES: byte_offset <= text.size(), on a code point boundary.
  size_t FromBytes(size_t byte_offset, OffsetUnit unit) const;

  /// An offset past the end gives nothing; so does one inside a surrogate pair or a code point.
  std::optional<size_t> ToBytes(size_t offset, OffsetUnit unit) const;

 private:
  /// A code point boundary in all three units.
  struct Entry {
    size_t bytes;
    size_t codepoints;
    size_t utf16;
  };
  std::string_view text_;
  /// Entry i of each: the last boundary at or before i * 1,024 of that unit.
  std::vector<Entry> by_bytes_;
  std::vector<Entry> by_codepoints_;
  std::vector<Entry> by_utf16_;
};

}  // namespace gloss
