#include "text/figures_tokens.h"

#include <unicode/uchar.h>

#include "text/characters.h"
#include "text/utf8.h"

namespace gloss {
namespace {

bool IsApostrophe(char32_t c) { return c == U'\'' || c == 0x2019 || c == 0x2018 || c == 0x02BC; }

bool IsSuperscript(char32_t c) { return c == 0xB2 || c == 0xB3; }

bool IsWordLetter(const Char& c) { return IsLetter(c.kind) || c.kind == CharKind::kMark; }

/// Chinese, Japanese and Korean: a character is a word.
bool StandsAlone(char32_t c) { return IsSpacelessScript(c) || (c >= 0xAC00 && c <= 0xD7AF); }

bool IsThinSpace(char32_t c) { return c == 0xA0 || c == 0x2007 || c == 0x2009 || c == 0x202F; }

/// The separator of digits that a character is; 0 for others.
char SeparatorOf(char32_t c) {
  switch (c) {
    case U'.':
    case 0xB7:    // middle dot, a decimal sign in some journals
    case 0x066B:  // Arabic decimal separator
    case 0xFF0E:
      return '.';
    case U',':
    case 0x066C:
    case 0xFF0C:
      return ',';
    case U'\'':
    case 0x2019:
      return '\'';
    default:
      return IsThinSpace(c) || c == U' ' ? ' ' : '\0';
  }
}

class Lexer {
 public:
  Lexer(std::string_view text, const FigureTokenOptions& options)
      : text_(text), options_(options) {}

  std::vector<FigureToken> Run() {
    while (at_ < text_.size()) {
      const Char c = CharAt(text_, at_);
      if (c.kind == CharKind::kInvisible) {
        at_ = c.end;
      } else if (IsBlank(c.kind)) {
        space_ = true;
        at_ = c.end;
      } else if (c.kind == CharKind::kDigit) {
        Digits(at_, "");
      } else if (OpensDecimal(c)) {
        at_ = c.end;
        Digits(c.begin, "0.");
      } else if (IsWordLetter(c) && !IsApostrophe(c.value)) {
        Letters();
      } else {
        Symbol(c);
      }
    }
    return std::move(tokens_);
  }

 private:
  FigureToken& Emit(size_t begin, FigureTokenKind kind) {
    FigureToken& token = tokens_.emplace_back();
    token.span = {begin, at_};
    token.kind = kind;
    token.space_before = space_;
    space_ = false;
    return token;
  }

  void Symbol(const Char& c) {
    at_ = c.end;
    FigureToken& token = Emit(c.begin, FigureTokenKind::kSymbol);
    if (c.kind == CharKind::kDash || c.value == 0x2212) {
      token.folded = "-";
    } else if (IsApostrophe(c.value)) {
      token.folded = "'";
    } else if (c.kind == CharKind::kQuote) {
      token.folded = "\"";
    } else {
      token.folded = std::string(text_.substr(c.begin, c.end - c.begin));
    }
  }

  /// The next character that is not invisible.
  Char Visible(size_t at) const {
    Char c = CharAt(text_, at);
    while (c.kind == CharKind::kInvisible) c = CharAt(text_, c.end);
    return c;
  }

  /// Exactly three digits stand at `at`.
  bool GroupOfThree(size_t at) const {
    Char c = Visible(at);
    for (int i = 0; i < 3; ++i) {
      if (c.kind != CharKind::kDigit) return false;
      c = Visible(c.end);
    }
    return c.kind != CharKind::kDigit;
  }

  /// "485 000": a plain space divides an English number only before zeros.
  bool AreZeros(size_t at) const { return text_.substr(at, 3) == "000"; }

  /// The point of ".05".
  bool OpensDecimal(const Char& c) const {
    if (c.value != U'.' && c.value != 0xB7) return false;
    const Char before = CharBefore(text_, c.begin);
    return CharAt(text_, c.end).kind == CharKind::kDigit && before.kind != CharKind::kDigit &&
           before.kind != CharKind::kDot && !IsWordLetter(before);
  }

  /// `digits` is what was read of the number: "0." of ".05".
  void Digits(size_t begin, std::string digits) {
    size_t group = 0;    // digits since the last separator
    char separator = 0;  // the last one
    while (at_ < text_.size()) {
      const Char c = Visible(at_);
      if (c.kind == CharKind::kDigit) {
        const int value = u_charDigitValue(static_cast<UChar32>(c.value));
        digits += static_cast<char>('0' + (value < 0 ? 0 : value));
        ++group;
        at_ = c.end;
        continue;
      }
      const char sign = SeparatorOf(c.value);
      if (sign == 0 || Visible(c.end).kind != CharKind::kDigit) break;
      if (sign == ' ' || sign == '\'') {
        if (c.value == U' ' && !options_.space_groups && !AreZeros(c.end)) break;
        const bool first = separator == 0;
        if ((first && group > 3) || (!first && separator != sign) || !GroupOfThree(c.end)) break;
      }
      digits += sign;
      separator = sign;
      group = 0;
      at_ = c.end;
    }
    Emit(begin, FigureTokenKind::kDigits).folded = std::move(digits);
  }

  void Letters() {
    const size_t begin = at_;
    size_t capitals = 0;
    size_t small = 0;
    bool digit = false;
    bool first_capital = false;
    std::string raw;
    while (at_ < text_.size()) {
      const Char c = CharAt(text_, at_);
      if (c.kind == CharKind::kInvisible) {
        at_ = c.end;
        continue;
      }
      if (IsApostrophe(c.value)) {
        if (!TakeApostrophe(raw, c.end)) break;
        continue;
      }
      const bool inner = c.kind == CharKind::kDigit || IsSuperscript(c.value);
      if (!IsWordLetter(c) && !inner) break;
      if (StandsAlone(c.value) && at_ != begin) break;
      if (at_ == begin) first_capital = c.kind == CharKind::kUpper;
      capitals += c.kind == CharKind::kUpper ? 1 : 0;
      small += c.kind == CharKind::kLower ? 1 : 0;
      digit = digit || inner;
      raw += text_.substr(c.begin, c.end - c.begin);
      at_ = c.end;
      if (StandsAlone(c.value)) break;
    }
    FigureToken& token = Emit(begin, FigureTokenKind::kWord);
    token.folded = FoldCase(raw);
    token.capital = first_capital;
    token.all_capitals = small == 0 && capitals >= 2;
    token.has_digit = digit;
  }

  /// At an apostrophe after letters: true when the word goes on or the possessive is passed over.
  bool TakeApostrophe(std::string& raw, size_t after) {
    const Char next = Visible(after);
    const bool ends = !IsWordLetter(Visible(next.end));
    if ((next.value == U's' || next.value == U'S') && ends) {
      at_ = next.end;  // the possessive is left out of the folded form
      return true;
    }
    if ((next.value == U't' || next.value == U'T') && ends && !raw.empty() &&
        (raw.back() == 'n' || raw.back() == 'N')) {
      raw += "'t";
      at_ = next.end;
      return true;
    }
    return false;
  }

  std::string_view text_;
  FigureTokenOptions options_;
  size_t at_ = 0;
  bool space_ = true;
  std::vector<FigureToken> tokens_;
};

}  // namespace

std::vector<FigureToken> FigureTokensOf(std::string_view text, const FigureTokenOptions& options) {
  return Lexer(text, options).Run();
}

std::string BlankInvalidUtf8(std::string_view bytes) {
  std::string text(bytes);
  size_t from = 0;
  while (const std::optional<size_t> bad = FindInvalidUtf8(std::string_view(text).substr(from))) {
    text[from + *bad] = ' ';
    from += *bad + 1;
  }
  return text;
}

}  // namespace gloss
