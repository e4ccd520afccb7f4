#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

enum class FigureTokenKind : uint8_t { kWord, kDigits, kSymbol };

/// A word, a number in digits or a sign of a text, as the figure parser reads it.
struct FigureToken {
  Span span;
  /// Words: lower case, without possessive 's. Digits: ASCII digits of any script's, with the inner
  /// separators . , ' and space (no-break and thin ones too). Symbols: the sign; dashes are "-",
  /// quotes "'" and "\"".
  std::string folded;
  FigureTokenKind kind = FigureTokenKind::kSymbol;
  bool capital = false;       ///< A word that begins with a capital letter.
  bool all_capitals = false;  ///< Two or more capitals and no lower-case letter: "WHO", "G20".
  bool has_digit = false;     ///< A word with a digit in it: "p53".
  bool space_before = true;   ///< White space, or the beginning of the text, is before it.

  bool Is(std::string_view text) const { return folded == text; }
  bool IsWord() const { return kind == FigureTokenKind::kWord; }
  bool IsDigits() const { return kind == FigureTokenKind::kDigits; }
};

/// How plain spaces divide digits.
struct FigureTokenOptions {
  bool space_groups = false;  ///< "1 234" with a plain space is one number. English: "1 000" only.
};

/// Cuts a text into tokens. Linear; never fails; invisible characters are passed over.
/// REQUIRES: valid UTF-8.
std::vector<FigureToken> FigureTokensOf(std::string_view text, const FigureTokenOptions& options);

/// The text with each byte that is no valid UTF-8 replaced by a space, so that offsets stay.
std::string BlankInvalidUtf8(std::string_view bytes);

}  // namespace gloss
