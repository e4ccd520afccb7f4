#include "report/display_text.h"

#include <fmt/format.h>
#include <unicode/normalizer2.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace gloss {
namespace {

constexpr UChar32 kZeroWidthJoiner = 0x200D;

/// Next code point at `*offset`, U+FFFD for invalid bytes. REQUIRES: *offset < text.size().
UChar32 NextCodePoint(std::string_view text, size_t* offset) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  auto i = static_cast<int64_t>(*offset);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(bytes, i, static_cast<int64_t>(text.size()), c);
  *offset = static_cast<size_t>(i);
  return c;
}

/// Plain forms of common punctuation, signs and letters that have no decomposition to ASCII.
constexpr std::array<std::pair<UChar32, std::string_view>, 32> kPlainForms = {{
    {0x00A0, " "},  {0x202F, " "},  {0x2018, "'"},  {0x2019, "'"},  {0x201A, "'"},  {0x2039, "'"},
    {0x203A, "'"},  {0x2032, "'"},  {0x201C, "\""}, {0x201D, "\""}, {0x201E, "\""}, {0x00AB, "\""},
    {0x00BB, "\""}, {0x2033, "\""}, {0x2010, "-"},  {0x2011, "-"},  {0x2012, "-"},  {0x2013, "-"},
    {0x2014, "-"},  {0x2212, "-"},  {0x2022, "*"},  {0x00B7, "*"},  {0x00D7, "x"},  {0x00B1, "+/-"},
    {0x2264, "<="}, {0x2265, ">="}, {0x00B5, "u"},  {0x03BC, "u"},  {0x00DF, "ss"}, {0x20AC, "EUR"},
    {0x00E6, "ae"}, {0x00F8, "o"},
}};

/// The ASCII form of a character: a plain form, its base letters, or "?"; nothing for a mark.
std::string AsciiForm(UChar32 c) {
  if (c < 0x80) return std::string(1, static_cast<char>(c));
  for (const auto& [from, plain] : kPlainForms) {
    if (from == c) return std::string(plain);
  }
  if (u_getIntPropertyValue(c, UCHAR_CANONICAL_COMBINING_CLASS) > 0) return "";
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfkd = icu::Normalizer2::getNFKDInstance(status);
  icu::UnicodeString decomposed;
  if (U_FAILURE(status) || !nfkd->getDecomposition(c, decomposed)) return "?";
  std::string ascii;
  for (int32_t i = 0; i < decomposed.length(); ++i) {
    if (decomposed[i] < 0x80) ascii.push_back(static_cast<char>(decomposed[i]));
  }
  return ascii.empty() ? "?" : ascii;
}

bool IsNoBreakSpace(UChar32 c) { return c == 0x00A0 || c == 0x202F; }

size_t ColumnsOf(UChar32 c) {
  const auto type = u_charType(c);
  if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR) return 0;
  if (c >= 0x1160 && c <= 0x11FF) return 0;  // Hangul vowels and finals join the syllable before.
  const int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

/// Byte offset after as many characters as fit in `width` columns, at least one character.
size_t FittingPrefix(std::string_view text, size_t width) {
  size_t offset = 0;
  size_t columns = 0;
  bool joined = false;
  while (offset < text.size()) {
    size_t next = offset;
    const UChar32 c = NextCodePoint(text, &next);
    const size_t own = joined ? 0 : ColumnsOf(c);
    if (columns + own > width && offset > 0) break;
    columns += own;
    joined = c == kZeroWidthJoiner;
    offset = next;
  }
  return offset;
}

/// Byte offsets where a line may end, ascending, with text.size() as the last one.
std::vector<size_t> LineBreaks(std::string_view text) {
  std::vector<size_t> breaks;
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UText, decltype(&utext_close)> utext(
      utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()), &status),
      &utext_close);
  const std::unique_ptr<UBreakIterator, decltype(&ubrk_close)> iterator(
      ubrk_open(UBRK_LINE, "en", nullptr, 0, &status), &ubrk_close);
  if (U_SUCCESS(status)) ubrk_setUText(iterator.get(), utext.get(), &status);
  if (U_SUCCESS(status)) {
    for (int32_t i = ubrk_next(iterator.get()); i != UBRK_DONE; i = ubrk_next(iterator.get())) {
      breaks.push_back(static_cast<size_t>(i));
    }
  }
  if (breaks.empty() || breaks.back() != text.size()) breaks.push_back(text.size());
  return breaks;
}

std::string_view WithoutTrailingSpaces(std::string_view text) {
  const size_t last = text.find_last_not_of(' ');
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

}  // namespace

bool IsIgnorable(char32_t c) { return c == 0x00AD || c == 0x200B || c == 0x2060 || c == 0xFEFF; }

bool IsHiddenControl(char32_t c) {
  // Joiners and directional marks are part of ordinary text; Arabic number signs are visible.
  if ((c >= 0x200C && c <= 0x200F) || c == 0x061C || IsIgnorable(c)) return false;
  if (c >= 0x0600 && c <= 0x08E2 && u_charType(static_cast<UChar32>(c)) == U_FORMAT_CHAR) {
    return false;
  }
  const auto type = u_charType(static_cast<UChar32>(c));
  return type == U_CONTROL_CHAR || type == U_FORMAT_CHAR || c == 0x2028 || c == 0x2029;
}

std::string ControlLabel(char32_t c) { return fmt::format("[U+{:04X}]", static_cast<uint32_t>(c)); }

std::string SafeText(std::string_view text, bool unicode) {
  std::string out;
  out.reserve(text.size());
  bool space = false;
  size_t offset = 0;
  while (offset < text.size()) {
    const size_t start = offset;
    const UChar32 c = NextCodePoint(text, &offset);
    if (u_isUWhiteSpace(c) && !IsNoBreakSpace(c)) {
      space = !out.empty();
      continue;
    }
    if (IsIgnorable(static_cast<char32_t>(c))) continue;
    if (space) out.push_back(' ');
    space = false;
    if (IsHiddenControl(static_cast<char32_t>(c))) {
      out.append(ControlLabel(static_cast<char32_t>(c)));
    } else if (!unicode) {
      out.append(AsciiForm(c));
    } else if (c == 0xFFFD) {
      out.append("\xEF\xBF\xBD");
    } else {
      out.append(text.substr(start, offset - start));
    }
  }
  return out;
}

size_t DisplayWidth(std::string_view text) {
  size_t columns = 0;
  size_t offset = 0;
  bool joined = false;
  while (offset < text.size()) {
    const UChar32 c = NextCodePoint(text, &offset);
    if (!joined) columns += ColumnsOf(c);
    joined = c == kZeroWidthJoiner;
  }
  return columns;
}

std::vector<std::string> WrapText(std::string_view text, size_t width) {
  width = std::max<size_t>(width, 2);
  std::vector<std::string> lines;
  std::string line;
  size_t line_width = 0;
  size_t begin = 0;
  const auto flush = [&] {
    lines.emplace_back(WithoutTrailingSpaces(line));
    line.clear();
    line_width = 0;
  };
  for (const size_t end : LineBreaks(text)) {
    std::string_view piece = text.substr(begin, end - begin);
    begin = end;
    size_t visible = DisplayWidth(WithoutTrailingSpaces(piece));
    if (line_width > 0 && line_width + visible > width) flush();
    while (visible > width) {
      const size_t cut = FittingPrefix(piece, width);
      lines.emplace_back(piece.substr(0, cut));
      visible -= std::min(visible, DisplayWidth(lines.back()));
      piece.remove_prefix(cut);
    }
    line.append(piece);
    line_width += DisplayWidth(piece);
  }
  if (!line.empty() || lines.empty()) flush();
  return lines;
}

std::string TruncateText(std::string_view text, size_t width, std::string_view ellipsis) {
  if (DisplayWidth(text) <= width) return std::string(text);
  const size_t room = width - std::min(width, DisplayWidth(ellipsis));
  const std::string_view kept = text.substr(0, FittingPrefix(text, room));
  return std::string(WithoutTrailingSpaces(kept)) + std::string(ellipsis);
}

}  // namespace gloss
