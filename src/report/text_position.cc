#include "report/text_position.h"

#include <algorithm>

#include "base/hash.h"

namespace gloss {

LineIndex::LineIndex(std::string_view text) : offsets_(text), starts_{0} {
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    starts_.push_back(at + 1);
  }
}

TextPosition LineIndex::At(size_t byte_offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), byte_offset);
  const auto codepoints = [this](size_t at) {
    return offsets_.FromBytes(at, OffsetUnit::kCodepoint);
  };
  return {static_cast<size_t>(after - starts_.begin()),
          codepoints(byte_offset) - codepoints(*(after - 1)) + 1};
}

bool IsPlainFile(const Document& document) {
  return document.media_type == "text/plain" && !document.sha256.empty() &&
         document.sha256 == Sha256Hex(document.text);
}

std::string Clip(std::string_view text, size_t most) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    if (begins && count++ == most) return std::string(text.substr(0, at)) + "…";
  }
  return std::string(text);
}

}  // namespace gloss
