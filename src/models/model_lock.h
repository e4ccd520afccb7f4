#pragma once

#include <optional>
#include <string>

#include "base/status.h"

namespace gloss {

/// The hash that a weights file without a pinned one had when it was first fetched. It lies beside
/// the file as `path` + ".sha256", one line as sha256sum writes it, and is checked from then on
/// (trust on first use: it tells changes, not who made the file).

/// The kept hash; nothing when there is none.
/// Errors: kModelUnavailable (a lock that cannot be read or holds anything else).
Result<std::optional<std::string>> ReadHashLock(const std::string& path);

/// Keeps the hash. Errors: as WriteFileAtomically.
Status WriteHashLock(const std::string& path, const std::string& sha256);

/// The name of the lock of a file.
std::string HashLockPath(const std::string& path);

/// True for 64 lower-case hex digits.
bool IsSha256Hex(std::string_view text);

}  // namespace gloss
