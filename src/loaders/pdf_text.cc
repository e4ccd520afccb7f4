#include "loaders/pdf_text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <array>
#include <cstddef>

namespace gloss {
namespace {

constexpr std::string_view kAsciiClosers = "\"')]}";

bool IsCloser(char32_t c) {
  if (c < 0x80) return kAsciiClosers.find(static_cast<char>(c)) != std::string_view::npos;
  const auto category = u_charType(static_cast<UChar32>(c));
  return category == U_END_PUNCTUATION || category == U_FINAL_PUNCTUATION ||
         category == U_INITIAL_PUNCTUATION;
}

/// A raised mark against its line's height; a larger one must be raised more.
constexpr double kMarkSize = 0.8;
constexpr double kMarkRise = 0.12;  ///< Of its lower edge.
constexpr double kLargeMarkSize = 0.9;
constexpr double kLargeMarkRise = 0.2;
constexpr double kMarkGap = 0.25;  ///< Before it.

/// Digits and signs as superscripts; any other text as it is.
std::string Superscript(std::string_view text) {
  static constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴",
                                                               "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string raised;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '0' && c <= '9') {
      raised += kDigits[static_cast<size_t>(c - '0')];
    } else if (c == '-' || text.substr(i).starts_with("−")) {
      raised += "⁻";
      i += c == '-' ? 0 : 2;
    } else if (c == '+') {
      raised += "⁺";
    } else {
      raised += c;
    }
  }
  return raised;
}

/// Letters and digits count; signs and pictures, whose boxes often are odd, hardly.
double LetterWeight(std::string_view text) {
  double weight = 0;
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  const auto size = static_cast<int32_t>(text.size());
  for (int32_t at = 0; at < size;) {
    UChar32 c = 0;
    U8_NEXT_OR_FFFD(bytes, at, size, c);
    weight += u_isalnum(c) != 0 ? 1 : 0.01;
  }
  return weight;
}

/// The text without its last code point.
std::string_view WithoutLast(std::string_view text) {
  auto at = static_cast<int32_t>(text.size());
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  U8_BACK_1(bytes, 0, at);
  return text.substr(0, static_cast<size_t>(at));
}

}  // namespace

double VerticalOverlap(const Rect& a, const Rect& b) {
  const double overlap = std::min(a.y_max, b.y_max) - std::max(a.y_min, b.y_min);
  return overlap / std::max(std::min(a.height(), b.height()), 0.01);
}

std::string PdfLine::Text() const {
  std::string text;
  for (const PdfWord& word : words) {
    if (!text.empty()) text += ' ';
    text += word.text;
  }
  return text;
}

size_t PdfLine::CountBytes() const {
  size_t bytes = 0;
  for (const PdfWord& word : words) bytes += word.text.size();
  return bytes;
}

void MeasureLine(PdfLine& line) {
  std::stable_sort(line.words.begin(), line.words.end(),
                   [](const PdfWord& a, const PdfWord& b) { return a.rect.x_min < b.rect.x_min; });
  line.rect = line.words.front().rect;
  std::vector<WeightedValue> heights;
  std::vector<WeightedValue> bases;
  for (const PdfWord& word : line.words) {
    line.rect.Add(word.rect);
    const double weight = LetterWeight(word.text);
    heights.push_back({word.rect.height(), weight});
    bases.push_back({word.rect.y_max, weight});
  }
  line.height = WeightedMedian(std::move(heights));
  line.base = WeightedMedian(std::move(bases));
}

double WeightedMedian(std::vector<WeightedValue> values) {
  std::sort(values.begin(), values.end(),
            [](const WeightedValue& a, const WeightedValue& b) { return a.value < b.value; });
  double total = 0;
  for (const WeightedValue& entry : values) total += entry.weight;
  double below = 0;
  for (const WeightedValue& entry : values) {
    below += entry.weight;
    if (below * 2 >= total) return entry.value;
  }
  return 0;
}

bool EndsSentence(std::string_view text) {
  while (!text.empty() && IsCloser(LastCodePoint(text))) text = WithoutLast(text);
  const char32_t last = LastCodePoint(text);
  if (last == 0) return false;
  return u_hasBinaryProperty(static_cast<UChar32>(last), UCHAR_S_TERM) || last == U'…' ||
         last == U':';
}

const PdfWord& LastWord(const PdfLine& line) {
  const auto last = std::find_if_not(line.words.rbegin(), line.words.rend(),
                                     [](const PdfWord& word) { return word.is_mark; });
  return last == line.words.rend() ? line.words.back() : *last;
}

void MarkRaisedWords(PdfLine& line) {
  for (size_t i = 1; i < line.words.size(); ++i) {
    PdfWord& word = line.words[i];
    const PdfWord& before = line.words[i - 1];
    const double gap = word.rect.x_min - before.rect.x_max;
    const double size = word.rect.height() / std::max(line.height, 0.1);
    const double rise = (line.base - word.rect.y_max) / std::max(line.height, 0.1);
    const bool is_raised = ((size < kMarkSize && rise > kMarkRise) ||
                            (size < kLargeMarkSize && rise > kLargeMarkRise)) &&
                           (before.rect.height() >= kMarkSize * line.height || before.is_mark);
    // A raised number before a fraction's slash is no mark.
    const bool is_fraction = i + 1 < line.words.size() &&
                             (line.words[i + 1].text == "⁄" || line.words[i + 1].text == "/");
    if (!is_raised || is_fraction || gap > kMarkGap * line.height) continue;
    word.is_mark = true;
    word.text = Superscript(word.text);
  }
}

char32_t FirstCodePoint(std::string_view text) {
  if (text.empty()) return 0;
  UChar32 c = 0;
  int32_t at = 0;
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  U8_NEXT_OR_FFFD(bytes, at, static_cast<int32_t>(text.size()), c);
  return static_cast<char32_t>(c);
}

char32_t LastCodePoint(std::string_view text) {
  if (text.empty()) return 0;
  UChar32 c = 0;
  auto at = static_cast<int32_t>(text.size());
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  U8_PREV_OR_FFFD(bytes, 0, at, c);
  return static_cast<char32_t>(c);
}

bool IsLetter(char32_t c) { return u_isalpha(static_cast<UChar32>(c)) != 0; }
bool IsLowerCase(char32_t c) { return u_islower(static_cast<UChar32>(c)) != 0; }
bool IsDigit(char32_t c) { return u_isdigit(static_cast<UChar32>(c)) != 0; }

bool IsAllDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsHyphen(char32_t c) { return c == U'-' || c == U'\u2010' || c == U'\u00AD'; }

size_t CountCodePoints(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace gloss
