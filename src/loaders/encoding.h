#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "loaders/loader.h"

namespace gloss {

/// Text in UTF-8 and how it came to be.
struct DecodedText {
  std::string text;      ///< Valid UTF-8 without byte order mark and without NUL.
  std::string encoding;  ///< IANA or ICU name of the encoding of the bytes, for example "UTF-8".
  std::vector<std::string> warnings;
};

/// Finds the encoding of a text and decodes it. In this order, the first that fits:
/// 1. a byte order mark (UTF-8, UTF-16, UTF-32);
/// 2. UTF-16 or UTF-32 without one, seen from where the NUL bytes are;
/// 3. `declared` when it is a stateful encoding (ISO-2022-…), whose bytes look like ASCII;
/// 4. valid UTF-8 is UTF-8, whatever is declared;
/// 5. `declared` (an HTML meta element, an XML declaration, a charset parameter; may be empty);
/// 6. bytes that are nearly UTF-8 are broken UTF-8: an error;
/// 7. ICU's statistics, when they are sure, with a warning that names the encoding.
///
/// Errors: kInvalidUtf8 with the byte offset (lossy: replaced by U+FFFD, with a warning that
/// counts), kUnsupportedFormat for bytes that are no text, kTooLarge (limits.max_text_bytes),
/// kCancelled. Thread-safe.
Result<DecodedText> DecodeText(std::string_view bytes, std::string_view declared,
                               const LoadOptions& options);

/// The value of the charset parameter of a media type ("text/html; charset=x"); empty when none.
std::string CharsetOfMediaType(std::string_view media_type);

/// The encoding that an XML declaration or an HTML meta element in the first 4 KiB names; empty
/// when none does. Comments are skipped.
std::string DeclaredHtmlCharset(std::string_view bytes);

}  // namespace gloss
