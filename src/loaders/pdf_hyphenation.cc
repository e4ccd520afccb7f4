#include "loaders/pdf_hyphenation.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace gloss {
namespace {

constexpr char32_t kSoftHyphen = 0x00AD;

/// Words that real compounds with a hyphen begin with, while hyphenation seldom cuts there.
constexpr std::array<std::string_view, 17> kCompoundHeads = {
    "self", "well", "high",  "low",  "long", "short", "half",   "double", "single",
    "one",  "two",  "three", "four", "five", "first", "second", "cross"};

/// Words that are written together with what follows, though both parts are words.
constexpr std::array<std::string_view, 16> kClosedHeads = {
    "over", "under", "after", "super", "inter", "data", "with", "every",
    "some", "where", "there", "hand",  "back",  "book", "work", "through"};

/// "Haupt- und Nebensatz": the hyphen stands for a part of the next word.
constexpr std::array<std::string_view, 10> kConjunctions = {"und", "oder", "bzw.", "and", "or",
                                                            "et",  "ou",   "y",    "e",   "o"};

template <size_t N>
bool Holds(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string Fold(std::string_view text) {
  std::string folded;
  icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int32_t>(text.size())))
      .foldCase()
      .toUTF8String(folded);
  return folded;
}

/// Without signs at both ends.
std::string_view Core(std::string_view text) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  int32_t begin = 0;
  auto end = static_cast<int32_t>(text.size());
  while (begin < end) {
    int32_t at = begin;
    UChar32 c = 0;
    U8_NEXT(bytes, at, end, c);
    if (c >= 0 && u_isalnum(c) != 0) break;
    begin = at;
  }
  while (begin < end) {
    int32_t at = end;
    UChar32 c = 0;
    U8_PREV(bytes, begin, at, c);
    if (c >= 0 && u_isalnum(c) != 0) break;
    end = at;
  }
  return text.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
}

std::string_view WithoutHyphen(std::string_view text) {
  const size_t bytes =
      LastCodePoint(text) == U'-' ? 1 : (LastCodePoint(text) == kSoftHyphen ? 2 : 3);
  return text.substr(0, text.size() - bytes);
}

bool IsAddress(std::string_view token) {
  return token.find("://") != std::string_view::npos ||
         token.find("www.") != std::string_view::npos;
}

bool IsScriptWithoutSpaces(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &error);
  return U_SUCCESS(error) &&
         (script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ||
          script == USCRIPT_THAI || script == USCRIPT_LAO || script == USCRIPT_KHMER ||
          script == USCRIPT_MYANMAR);
}

bool IsHangul(char32_t c) { return c >= 0xAC00 && c <= 0xD7A3; }

bool IsAlnum(char32_t c) { return IsLetter(c) || IsDigit(c); }

/// CJK punctuation and full-width signs close up with their neighbours as letters do.
bool IsWideSign(char32_t c) { return (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF60); }

}  // namespace

LineJoiner::LineJoiner(const std::vector<PdfBlock>& blocks) {
  for (const PdfBlock& block : blocks) {
    bool is_rest_of_cut_word = false;
    for (const PdfLine& line : block.lines) {
      for (size_t i = 0; i < line.words.size(); ++i) {
        const std::string& text = line.words[i].text;
        const bool is_cut = i + 1 == line.words.size() && IsHyphen(LastCodePoint(text));
        const std::string_view core = Core(text);
        if (!is_cut && !is_rest_of_cut_word && !core.empty() && core.size() <= 64) {
          ++counts_[Fold(core)];
        }
        is_rest_of_cut_word = is_cut;
      }
    }
  }
}

size_t LineJoiner::CountOf(const std::string& word) const {
  const auto found = counts_.find(word);
  return found == counts_.end() ? 0 : found->second;
}

LineJoin LineJoiner::Decide(std::string_view token, std::string_view next) const {
  const char32_t last = LastCodePoint(token);
  const char32_t first = FirstCodePoint(next);
  if (last == kSoftHyphen) return LineJoin::kDropHyphen;
  if (IsAddress(token) &&
      (std::string_view("/-_=&?%@").find(static_cast<char>(last)) != std::string_view::npos &&
       last < 0x80)) {
    return LineJoin::kTogether;
  }
  if (last == U'@' && token.size() > 1) return LineJoin::kTogether;
  if (IsScriptWithoutSpaces(last) || IsWideSign(last)) {
    return IsScriptWithoutSpaces(first) || IsWideSign(first) ? LineJoin::kTogether
                                                             : LineJoin::kSpace;
  }
  if (IsHangul(last) && IsHangul(first)) {
    // Korean lines break inside words too.
    const std::string joined = Fold(Core(std::string(token) + std::string(next)));
    return CountOf(joined) > 0 ? LineJoin::kTogether : LineJoin::kSpace;
  }
  const bool is_dash = last == U'–' || last == U'—' || last == U'/';
  if (is_dash) {
    const size_t dash_bytes = last == U'/' ? 1 : 3;
    const char32_t inner = LastCodePoint(token.substr(0, token.size() - dash_bytes));
    return IsAlnum(inner) && IsAlnum(first) ? LineJoin::kTogether : LineJoin::kSpace;
  }
  if (!IsHyphen(last) || !IsAlnum(LastCodePoint(WithoutHyphen(token))) || !IsAlnum(first)) {
    return LineJoin::kSpace;
  }
  return DecideHyphen(token, next);
}

LineJoin LineJoiner::DecideHyphen(std::string_view token, std::string_view next) const {
  const std::string_view head = WithoutHyphen(token);
  const std::string joined = Fold(Core(std::string(head) + std::string(next)));
  const std::string compound = Fold(Core(std::string(head) + "-" + std::string(next)));
  const size_t joined_count = CountOf(joined);
  const size_t compound_count = CountOf(compound);
  if (joined_count + compound_count > 0) {
    return joined_count >= compound_count ? LineJoin::kDropHyphen : LineJoin::kTogether;
  }
  // "2018-23", "Soekarno-Hatta", "FAA-approved".
  const char32_t before = LastCodePoint(head);
  if (IsDigit(before) || !IsLowerCase(FirstCodePoint(next))) return LineJoin::kTogether;
  if (!IsLowerCase(before)) return LineJoin::kTogether;
  if (Holds(kConjunctions, next)) return LineJoin::kSpace;

  // Only the part behind the last hyphen of "placebo-con-" was cut.
  const size_t inner = head.rfind('-');
  const std::string_view cut = inner == std::string_view::npos ? head : head.substr(inner + 1);
  const std::string first_part = Fold(Core(cut));
  const std::string second_part = Fold(Core(next));
  if (inner != std::string_view::npos && CountOf(first_part + second_part) > 0) {
    return LineJoin::kDropHyphen;
  }
  const bool is_second_word = CountOf(second_part) > 0 && second_part.size() >= 3;
  if (is_second_word && Holds(kCompoundHeads, first_part)) return LineJoin::kTogether;
  if (is_second_word && first_part.size() >= 4 && second_part.size() >= 4 &&
      CountOf(first_part) > 0 && !Holds(kClosedHeads, first_part)) {
    return LineJoin::kTogether;
  }
  return LineJoin::kDropHyphen;
}

}  // namespace gloss
