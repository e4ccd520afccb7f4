#include "loaders/pdf_glyphs.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "text/utf8.h"

namespace gloss {
namespace {

constexpr char32_t kSoftHyphen = 0x00AD;
constexpr char32_t kReplacement = 0xFFFD;

constexpr std::array<std::string_view, 7> kLigatures = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};

std::u32string ToCodePoints(std::string_view text) {
  std::u32string points;
  points.reserve(text.size());
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  const auto size = static_cast<int32_t>(text.size());
  for (int32_t at = 0; at < size;) {
    UChar32 c = 0;
    U8_NEXT_OR_FFFD(bytes, at, size, c);
    points += static_cast<char32_t>(c);
  }
  return points;
}

void Append(char32_t c, std::string& to) {
  std::array<uint8_t, U8_MAX_LENGTH> bytes{};
  size_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, c);
  to.append(reinterpret_cast<const char*>(bytes.data()), size);
}

std::string ToUtf8(std::u32string_view points) {
  std::string text;
  for (const char32_t c : points) Append(c, text);
  return text;
}

bool IsArabicPresentationForm(char32_t c) {
  return (c >= 0xFB50 && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFE);
}

void AppendCompatible(char32_t c, std::string& to) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(error);
  icu::UnicodeString plain;
  if (U_SUCCESS(error)) {
    plain = nfkc->normalize(icu::UnicodeString(static_cast<UChar32>(c)), error);
  }
  if (U_FAILURE(error)) {
    Append(c, to);
    return;
  }
  plain.toUTF8String(to);
}

bool IsDropped(char32_t c) {
  return c == 0x200B || c == 0xFEFF || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
         (c >= 0x7F && c < 0xA0);
}

/// Bullets of Symbol and Wingdings, which have no map to Unicode.
bool IsSymbolFontBullet(char32_t c) {
  return c == 0xF0B7 || c == 0xF0A7 || c == 0xF0D8 || c == 0xF0FC || c == 0xF076 || c == 0xF0A8;
}

bool IsAnySpace(char32_t c) { return u_isUWhiteSpace(static_cast<UChar32>(c)) != 0; }

bool IsRightToLeft(char32_t c) {
  const auto direction = u_charDirection(static_cast<UChar32>(c));
  return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

/// Letters and digits that keep their left-to-right order inside a right-to-left word.
bool IsLeftToRight(char32_t c) {
  const auto direction = u_charDirection(static_cast<UChar32>(c));
  return direction == U_LEFT_TO_RIGHT || direction == U_EUROPEAN_NUMBER ||
         direction == U_ARABIC_NUMBER;
}

/// Positive for letters in reading order, negative for letters as drawn, from what only one end of
/// a word can hold: the Arabic article and ta marbuta, the Hebrew final letters.
int ReadingOrderEvidence(std::u32string_view word) {
  if (word.size() < 3) return 0;
  static constexpr std::u32string_view kOnlyLast = U"ةىךםןףץ";
  int evidence = 0;
  if (kOnlyLast.find(word.back()) != std::u32string_view::npos) ++evidence;
  if (kOnlyLast.find(word.front()) != std::u32string_view::npos) --evidence;
  if (word.starts_with(U"ال")) ++evidence;
  if (word.ends_with(U"لا")) --evidence;
  return evidence;
}

void ReverseDrawnWord(std::u32string& word) {
  std::reverse(word.begin(), word.end());
  for (auto at = word.begin(); at != word.end();) {
    at = std::find_if(at, word.end(), IsLeftToRight);
    const auto end = std::find_if(at, word.end(), IsRightToLeft);
    std::reverse(at, end);
    at = end;
  }
}

template <typename Visitor>
void ForEachWord(const PdfText& text, Visitor visit) {
  for (const PdfPage& page : text.pages) {
    for (const PdfLine& line : page.lines) {
      for (const PdfWord& word : line.words) visit(word);
    }
  }
}

bool IsUnreadable(char32_t c) {
  const auto category = u_charType(static_cast<UChar32>(c));
  return category == U_PRIVATE_USE_CHAR || category == U_UNASSIGNED || c == kReplacement;
}

/// Letters shifted to other letters make words with signs and capitals in the middle.
bool LooksScrambled(std::u32string_view word) {
  if (word.size() < 6 || word.find(U"://") != std::u32string_view::npos) return false;
  size_t rises = 0;
  size_t signs = 0;
  size_t letters = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (IsLetter(word[i])) ++letters;
    if (i > 0 && IsLowerCase(word[i - 1]) && u_isupper(static_cast<UChar32>(word[i])) != 0) ++rises;
    if (std::u32string_view(U"\\^~|{}`").find(word[i]) != std::u32string_view::npos) ++signs;
  }
  return letters * 2 > word.size() && signs >= 1 && rises + signs >= 3;
}

}  // namespace

std::string ReadablePdfText(std::string_view text) {
  std::string repaired;
  if (FindInvalidUtf8(text)) {
    repaired = ReplaceInvalidUtf8(text);
    text = repaired;
  }
  std::string plain;
  const std::u32string points = ToCodePoints(text);
  bool space_before = false;
  for (size_t i = 0; i < points.size(); ++i) {
    const char32_t c = points[i];
    if (IsDropped(c) || (c == kSoftHyphen && i + 1 < points.size())) continue;
    if (IsAnySpace(c)) {
      space_before = !plain.empty();
      continue;
    }
    if (std::exchange(space_before, false)) plain += ' ';
    if (IsSymbolFontBullet(c)) {
      plain += "•";
    } else if (c >= 0xFB00 && c <= 0xFB06) {
      plain += kLigatures[c - 0xFB00];
    } else if (IsArabicPresentationForm(c)) {
      AppendCompatible(c, plain);
    } else {
      Append(c, plain);
    }
  }
  return plain;
}

bool RunsRightToLeft(std::string_view text) {
  size_t to_left = 0;
  size_t letters = 0;
  for (const char32_t c : ToCodePoints(text)) {
    if (IsRightToLeft(c)) ++to_left;
    if (IsRightToLeft(c) || u_charDirection(static_cast<UChar32>(c)) == U_LEFT_TO_RIGHT) ++letters;
  }
  return to_left * 2 > letters;
}

bool RestoreRightToLeftWords(PdfText& text) {
  int evidence = 0;
  bool has_any = false;
  ForEachWord(text, [&](const PdfWord& word) {
    const std::u32string points = ToCodePoints(word.text);
    if (std::none_of(points.begin(), points.end(), IsRightToLeft)) return;
    has_any = true;
    evidence += ReadingOrderEvidence(points);
  });
  if (!has_any || evidence > 0) return has_any;
  for (PdfPage& page : text.pages) {
    for (PdfLine& line : page.lines) {
      for (PdfWord& word : line.words) {
        std::u32string points = ToCodePoints(word.text);
        // Drawn words hold no space: such a word comes from the PDF's own text.
        if (points.find(U' ') != std::u32string::npos) continue;
        if (std::none_of(points.begin(), points.end(), IsRightToLeft)) continue;
        ReverseDrawnWord(points);
        word.text = ToUtf8(points);
      }
    }
  }
  return true;
}

size_t CountSpoiltWords(const PdfText& text) {
  size_t spoilt = 0;
  ForEachWord(text, [&spoilt](const PdfWord& word) {
    if (word.text.find_first_of("/@.=") != std::string::npos) return;
    for (size_t i = 1; i + 1 < word.text.size(); ++i) {
      const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
      if (std::string_view("!\"#$%&").find(word.text[i]) == std::string_view::npos) continue;
      if (!is_small(word.text[i - 1]) || !is_small(word.text[i + 1])) continue;
      ++spoilt;
      return;
    }
  });
  return spoilt;
}

double UnreadableShare(const PdfText& text) {
  size_t letters = 0;
  size_t unreadable = 0;
  ForEachWord(text, [&](const PdfWord& word) {
    const std::u32string points = ToCodePoints(word.text);
    letters += points.size();
    unreadable +=
        LooksScrambled(points)
            ? points.size()
            : static_cast<size_t>(std::count_if(points.begin(), points.end(), IsUnreadable));
  });
  return letters == 0 ? 0 : static_cast<double>(unreadable) / static_cast<double>(letters);
}

}  // namespace gloss
