#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

/// The text in zlib's format (RFC 1950). Errors: kInternal (no memory).
Result<std::string> CompressText(std::string_view text);

/// The text of `size` bytes that CompressText was given. Never takes more room than that.
/// Errors: kCorruptDocument.
Result<std::string> DecompressText(std::string_view bytes, size_t size);

}  // namespace gloss
