#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

/// SHA-256 of the bytes, 64 lower-case hex digits.
std::string Sha256Hex(std::string_view bytes);

/// SHA-256 of the bytes, as bytes.
std::array<unsigned char, 32> Sha256Bytes(std::string_view bytes);

/// MD5 of the bytes, 32 lower-case hex digits. Only for sentence tags (a name, not a safeguard).
std::string Md5Hex(std::string_view bytes);

/// SHA-256 of bytes that come in pieces. Movable; Hex may be called at any time.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&& other) noexcept;
  Sha256& operator=(Sha256&& other) noexcept;

  void Update(std::string_view bytes);
  /// Of all bytes so far, 64 lower-case hex digits.
  std::string Hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// SHA-256 of a file, read in blocks. Errors: as ReadFile.
Result<std::string> Sha256HexOfFile(const std::string& path);

}  // namespace gloss
