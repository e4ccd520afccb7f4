// Offsets of any text must come back unchanged through each unit.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text =
      gloss::ReplaceInvalidUtf8(std::string_view(reinterpret_cast<const char*>(data), size));
  const gloss::OffsetMap map(text);
  size_t codepoints = 0;
  size_t utf16 = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    const auto byte = at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    if ((byte & 0xC0U) == 0x80U) {
      if (map.ToBytes(at, gloss::OffsetUnit::kUtf8)) std::abort();
      continue;
    }
    if (map.FromBytes(at, gloss::OffsetUnit::kUtf8) != at ||
        map.FromBytes(at, gloss::OffsetUnit::kCodepoint) != codepoints ||
        map.FromBytes(at, gloss::OffsetUnit::kUtf16) != utf16 ||
        map.ToBytes(codepoints, gloss::OffsetUnit::kCodepoint) != at ||
        map.ToBytes(utf16, gloss::OffsetUnit::kUtf16) != at) {
      std::abort();
    }
    const bool pair = byte >= 0xF0U;
    if (pair && map.ToBytes(utf16 + 1, gloss::OffsetUnit::kUtf16)) std::abort();
    codepoints += 1;
    utf16 += pair ? 2 : 1;
  }
  if (map.ToBytes(codepoints, gloss::OffsetUnit::kCodepoint)) std::abort();
  return 0;
}
