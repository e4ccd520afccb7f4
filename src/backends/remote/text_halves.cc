#include "backends/remote/text_halves.h"

#include <algorithm>

namespace gloss {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The nearest place at or before `at` where a word begins; else where a character does.
size_t CutBefore(std::string_view text, size_t at) {
  const size_t reach = at / 4;
  for (size_t i = at; i > at - reach && i > 0; --i) {
    if (IsBlank(text[i - 1])) return i;
  }
  while (at > 0 && IsContinuation(text[at])) --at;
  return at;
}

}  // namespace

std::pair<std::string_view, std::string_view> TextHalves(std::string_view text, size_t overlap) {
  const size_t middle = text.size() / 2;
  if (middle == 0) return {text, {}};
  const size_t shift = std::min(overlap / 2, middle / 2);
  const size_t end = CutBefore(text, middle + shift);
  const size_t begin = std::min(end, CutBefore(text, middle - shift));
  return {text.substr(0, end), text.substr(begin)};
}

}  // namespace gloss
