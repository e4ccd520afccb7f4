#pragma once

#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"
#include "types/document.h"

namespace gloss {

/// Plain text → Document. The text is the decoded file, byte for byte, without a byte order mark;
/// blocks are its paragraphs (runs of lines without a blank line between them).
/// `declared_charset` may be empty. Errors: as DecodeText (encoding.h), kNoText. Thread-safe.
Result<Document> LoadText(std::string_view bytes, std::string_view declared_charset,
                          const LoadOptions& options);

}  // namespace gloss
