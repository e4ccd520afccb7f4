#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// The ids within a citation mark: "1", "1, 2", "3-5", "S3", "Source 2", "3, p. 12".
struct MarkIdList {
  std::vector<std::string> ids;  ///< Ranges are written out.
  size_t end = 0;                ///< After the last id and white space, where `close` stands.
  bool labelled = false;         ///< A word or letter says that these are sources.
  int ranges = 0;                ///< Ranges among the items.
  int items = 0;
  int low = 0;   ///< Smallest number.
  int high = 0;  ///< Largest number.
};

/// Reads a list of ids that begins at `at` and must be followed by `close`. Numbers have one to
/// three digits, so years are none. Takes any bytes; looks at no more than 8 KiB.
std::optional<MarkIdList> ReadMarkIds(std::string_view text, size_t at, std::string_view close);

/// Reads "Source: report.pdf" up to `close` on the same line: a word for a source, a colon, and up
/// to 200 bytes. The id is the text after the colon.
std::optional<MarkIdList> ReadNamedSource(std::string_view text, size_t at, std::string_view close);

/// Bytes of a word for a source ("Source", "Quellen", "Ref.") that begins at `at`; 0: none.
size_t SourceWordAt(std::string_view text, size_t at);

}  // namespace gloss
