#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

/// Largest file that ReadFile takes unless told otherwise: 512 MiB.
inline constexpr size_t kDefaultMaxFileBytes = size_t{512} << 20;

/// Turns an errno value into a Status whose message is "subject: reason".
Status StatusFromErrno(int error_number, std::string_view subject);

/// Reads a whole regular file, a pipe or (path "-") standard input.
/// Errors: kNotFound, kPermissionDenied, kInvalidArgument (a directory), kTooLarge (more than
/// max_bytes), kIoError.
Result<std::string> ReadFile(const std::string& path, size_t max_bytes = kDefaultMaxFileBytes);

/// Writes a file so that other readers see the old or the whole new content, never a part:
/// temporary file beside it, flush to disk, rename. On error the old file stays.
Status WriteFileAtomically(const std::string& path, std::string_view content);

/// True when the path exists and is a regular file.
bool IsRegularFile(const std::string& path);

}  // namespace gloss
