#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gloss {

/// What a code point means to the sentence splitter. From the Unicode properties (ICU), so it does
/// not depend on the process locale.
enum class CharKind : uint8_t {
  kEnd,         ///< No character: the end of the text.
  kOther,       ///< Symbols and everything not named below.
  kUpper,       ///< Upper- and title-case letters.
  kLower,       ///< Lower-case letters.
  kLetter,      ///< Letters of scripts without case.
  kDigit,       ///< Decimal digits of any script.
  kMark,        ///< Combining marks.
  kSpace,       ///< White space within a line (tab, NBSP, …).
  kNewline,     ///< LF, CR, VT, FF, NEL, line and paragraph separators.
  kDot,         ///< Full stops that also abbreviate: "." and its full-width form.
  kEllipsis,    ///< "…" and "‥".
  kStop,        ///< Sentence ends of all scripts that never abbreviate: ! ? 。 । ؟ …
  kOpen,        ///< Opening brackets and quotes, ¿ and ¡.
  kClose,       ///< Closing brackets and quotes.
  kQuote,       ///< Quotes and emphasis marks that can open or close.
  kDash,        ///< Hyphens and dashes.
  kSeparator,   ///< , ; : and their like.
  kBullet,      ///< • and its like.
  kPictograph,  ///< Emoji.
  kInvisible,   ///< Zero-width and bidirectional format characters.
};

CharKind KindOf(char32_t c);

inline bool IsCased(CharKind kind) { return kind == CharKind::kUpper || kind == CharKind::kLower; }
inline bool IsLetter(CharKind kind) { return IsCased(kind) || kind == CharKind::kLetter; }
inline bool IsBlank(CharKind kind) {
  return kind == CharKind::kSpace || kind == CharKind::kNewline;
}

/// Scripts written without sentence ends, where only spaces and lines divide: Thai and Lao.
bool IsSpaceDividedScript(char32_t c);
/// Han, Hiragana, Katakana: written without spaces.
bool IsSpacelessScript(char32_t c);
bool IsHiragana(char32_t c);
bool IsGreek(char32_t c);

/// Simple lower case of each code point, the same in every locale. REQUIRES: valid UTF-8.
std::string FoldCase(std::string_view text);

/// A code point with its place and kind.
struct Char {
  char32_t value = 0;
  size_t begin = 0;
  size_t end = 0;
  CharKind kind = CharKind::kEnd;
};

/// The character at `at`; kind kEnd at the end of the text.
Char CharAt(std::string_view text, size_t at);
/// The character that ends before `at`; kind kEnd at the beginning of the text.
Char CharBefore(std::string_view text, size_t at);

}  // namespace gloss
