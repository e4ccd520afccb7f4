#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/utf8.h"
#include "types/document.h"

namespace gloss {

/// A place in a text as editors count it: both from 1, columns in Unicode code points.
struct TextPosition {
  size_t line = 1;
  size_t column = 1;
};

/// Finds lines and columns. Lines end with LF or CR LF. Keeps a view of the text.
class LineIndex {
 public:
  /// REQUIRES: valid UTF-8 that outlives the index.
  explicit LineIndex(std::string_view text);

  /// REQUIRES: byte_offset <= text.size(), on a code point boundary.
  TextPosition At(size_t byte_offset) const;

 private:
  OffsetMap offsets_;
  std::vector<size_t> starts_;  ///< Where each line begins.
};

/// True when the document's text is its file, byte for byte, so that offsets hold for the file too.
bool IsPlainFile(const Document& document);

/// At most `most` code points of text; what is cut ends in "…". Takes any bytes.
std::string Clip(std::string_view text, size_t most);

}  // namespace gloss
