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

/// The text itself when valid. Errors: kInvalidUtf8 with the byte offset.
Status CheckUtf8(std::string_view bytes);

/// Each maximal invalid part replaced by U+FFFD (the Unicode standard's practice).
std::string ReplaceInvalidUtf8(std::string_view bytes);

/// Units in which offsets are told to the outside.
enum class OffsetUnit { kUtf8, kCodepoint, kUtf16 };

/// "utf8", "codepoint", "utf16".
std::string_view OffsetUnitName(OffsetUnit unit);
std::optional<OffsetUnit> OffsetUnitFromName(std::string_view name);

/// Converts byte offsets of one text to code points and UTF-16 units and back. Holds a sparse index
/// (an entry every 1,024 bytes), so a conversion takes constant time. Keeps a view of the text.
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
  struct Entry {
    size_t bytes;
    size_t codepoints;
    size_t utf16;
  };
  std::string_view text_;
  std::vector<Entry> entries_;
};

}  // namespace gloss
