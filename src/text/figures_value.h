#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/figures_lexicon.h"
#include "text/figures_tokens.h"

namespace gloss {

/// The tokens of a text with the lexicon of its language: what the parts of the parser share.
class FigureReader {
 public:
  FigureReader(std::string_view text, const std::vector<FigureToken>& tokens,
               const FigureLexicon& lexicon)
      : text_(text), tokens_(tokens), lexicon_(lexicon) {}

  const std::vector<FigureToken>& tokens() const { return tokens_; }
  const FigureLexicon& lexicon() const { return lexicon_; }
  size_t size() const { return tokens_.size(); }

  /// True when a token is there and is this.
  bool Is(size_t at, std::string_view folded) const {
    return at < tokens_.size() && tokens_[at].folded == folded;
  }
  /// The same, with nothing between it and the token before.
  bool IsAttached(size_t at, std::string_view folded) const {
    return Is(at, folded) && !tokens_[at].space_before;
  }
  bool IsWord(size_t at) const { return at < tokens_.size() && tokens_[at].IsWord(); }
  bool IsDigits(size_t at) const { return at < tokens_.size() && tokens_[at].IsDigits(); }
  std::string_view Folded(size_t at) const {
    return at < tokens_.size() ? std::string_view(tokens_[at].folded) : std::string_view();
  }
  /// As written.
  std::string_view Raw(size_t at) const { return tokens_[at].span.In(text_); }

  struct Phrase {
    std::string words;
    size_t end = 0;  ///< Token after it; for PhraseBefore the first token.
  };
  /// `count` words from `at` on, apostrophes and hyphens passed over; nothing when there are fewer.
  std::optional<Phrase> PhraseAt(size_t at, size_t count) const;
  /// The words that end before `at`; full stops of abbreviations are passed over too.
  std::optional<Phrase> PhraseBefore(size_t at, size_t count) const;

 private:
  std::string_view text_;
  const std::vector<FigureToken>& tokens_;
  const FigureLexicon& lexicon_;
};

/// A number without its unit.
struct FigureValue {
  size_t end = 0;  ///< Token after it.
  long double value = 0;
  std::optional<long double> other_value;
  long double last_place = 1;
  std::string long_digits;
  bool in_words = false;
  bool article = false;
  bool fraction = false;
  bool ordinal = false;
  bool code = false;
  bool plain = false;   ///< Digits without separators.
  bool scaled = false;  ///< A scale word was read: `scale` is its value.
  long double scale = 1;
};

/// The number that begins at `at`: digits, number words, fractions, ordinals, with scale words.
/// `money` says that a currency sign stands before it: then "m" is a million.
std::optional<FigureValue> ReadValue(const FigureReader& reader, size_t at, bool money);

/// "and a half", "y media", "et demi" after a number or its unit: the token after it, or 0.
size_t HalfAfter(const FigureReader& reader, size_t at);

}  // namespace gloss
