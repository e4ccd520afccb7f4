#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

/// One word, number or percent sign of a text.
struct Word {
  Span span;           ///< In the text given to WordsOf.
  std::string folded;  ///< Lower case; the possessive 's taken off; numbers in NormalNumber's form.
  bool is_number = false;    ///< Written in digits.
  bool capitalised = false;  ///< Begins with a capital letter, or mixes letters with capitals or
                             ///< digits further on ("mRNA", "p53").
};

/// Cuts valid UTF-8 text into words: runs of letters (any script; one word a character for Chinese,
/// Japanese and Korean), numbers with their inner separators ("1,234.5"), and "%". A hyphen, and
/// the apostrophe of an elision ("l'eau"), end a word; the one in "don't" does not. "5mg" is two
/// words, "p53" is one. Linear time; never fails.
std::vector<Word> WordsOf(std::string_view text);

/// A number with its thousands separators taken off and "." as its decimal sign. Groups of exactly
/// three digits are read as thousands ("1,234" and "1.234" are both "1234"): the function compares
/// spellings of one number within one text, and is not a parser for numbers of an unknown locale.
std::string NormalNumber(std::string_view digits);

/// True when two folded words are equal or differ only in an inflection ending of one of the five
/// languages after a common stem of at least four bytes ("reduced", "reduction").
bool SameStem(std::string_view a, std::string_view b);

/// Words in order with ends of sentences and punctuation gone, joined by one space: equal keys mean
/// that two claims say the same in the same words.
std::string WordKey(std::string_view text);

/// Runs of white space and control characters become one space; none at the ends.
std::string CollapseSpace(std::string_view text);

/// Fixed word lists of a language. Folded words; immutable.
struct Lexicon {
  std::set<std::string_view> stop;         ///< Function words: no content of their own.
  std::set<std::string_view> negation;     ///< not, no, never …
  std::set<std::string_view> hedge;        ///< may, might, possibly …
  std::set<std::string_view> open_ending;  ///< Words that do not end a sentence: and, the, of …
  std::set<std::string_view> pronoun;      ///< Third-person words that refer back: it, they, this …
};

/// The lists of en, de, es, fr or it; for any other code (and "") the union of the five.
const Lexicon& LexiconFor(std::string_view language);

/// True for a negation word of the lexicon, for "n't" forms and for "kein…".
bool IsNegation(std::string_view folded, const Lexicon& lexicon);

/// The value of a language's number words from two to 99 that are one word ("three" → "3"); empty
/// when it is none. One is left out: it is an article in most languages. Languages without a list
/// use the English one.
std::string_view NumberWordValue(std::string_view folded, std::string_view language);

/// Numbers of the words in NormalNumber's form, number words included.
std::set<std::string> NumbersOf(const std::vector<Word>& words, std::string_view language);

}  // namespace gloss
