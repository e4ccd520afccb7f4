#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

/// SHA-256 of the bytes, 64 lower-case hex digits.
std::string Sha256Hex(std::string_view bytes);

/// MD5 of the bytes, 32 lower-case hex digits. Only for sentence tags (a name, not a safeguard).
std::string Md5Hex(std::string_view bytes);

/// SHA-256 of a file, read in blocks. Errors: as ReadFile.
Result<std::string> Sha256HexOfFile(const std::string& path);

}  // namespace gloss
