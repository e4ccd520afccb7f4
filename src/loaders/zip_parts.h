#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"

namespace gloss {

/// Name → content of files in a ZIP.
using ZipParts = std::map<std::string, std::string, std::less<>>;

/// Unpacks the files whose name `wanted` accepts. Nothing is written to disk, so names are only
/// names. What the headers say about sizes is not believed: bytes are counted as they come.
/// Errors: kCorruptDocument (no ZIP, cut short, bad checksum, a wanted name twice), kEncrypted,
/// kTooLarge (limits.max_archive_entries, limits.max_expanded_bytes, or one file that grows more
/// than 200-fold past 16 MiB), kCancelled. Thread-safe.
Result<ZipParts> ReadZipParts(std::string_view bytes,
                              const std::function<bool(std::string_view)>& wanted,
                              const LoadOptions& options);

}  // namespace gloss
