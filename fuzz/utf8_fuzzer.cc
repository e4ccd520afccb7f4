// Hostile input: any bytes that claim to be UTF-8.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto invalid = gloss::FindInvalidUtf8(bytes);
  if (invalid.has_value() == gloss::CheckUtf8(bytes).ok()) std::abort();
  const std::string repaired = gloss::ReplaceInvalidUtf8(bytes);
  if (gloss::FindInvalidUtf8(repaired)) std::abort();
  if (!invalid && repaired != bytes) std::abort();
  if (invalid && (*invalid >= size || repaired.substr(0, *invalid) != bytes.substr(0, *invalid))) {
    std::abort();
  }
  return 0;
}
