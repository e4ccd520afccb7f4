#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/characters.h"
#include "text/word_table.h"

namespace gloss {

/// A possible end of a sentence: one or more sentence-ending characters and everything after them
/// that belongs to the sentence that ends (closing quotes and brackets, reference marks, closing
/// tags, emoji).
struct TerminatorCluster {
  enum class Kind : uint8_t {
    kPeriod,    ///< One full stop: may as well abbreviate.
    kEllipsis,  ///< "…", "...", ". . .".
    kStrong,    ///< Contains ! ? or a full stop that never abbreviates.
  };

  size_t begin = 0;     ///< First sentence-ending character.
  size_t term_end = 0;  ///< After the last one in a row.
  size_t end = 0;       ///< After all that belongs to it; >= term_end.
  Kind kind = Kind::kPeriod;
  bool unspaced = false;        ///< Ends with a stop of a script that writes no space after it.
  bool closes_quote = false;    ///< A closing quote or tag follows the terminator.
  bool closes_bracket = false;  ///< A closing bracket follows the terminator.
  bool has_reference = false;   ///< A reference mark follows: "[3]", "³".
};

/// The text around a cluster, as the reading functions need it.
struct SplitContext {
  std::string_view text;
  const WordTable& words;
  size_t sentence_begin = 0;  ///< Where the sentence that may end begins.
};

/// Reads the cluster that begins at `at`. REQUIRES: a kDot, kEllipsis or kStop character at `at`.
/// Consumes what it reads, save for a look-ahead of constant size.
TerminatorCluster ReadCluster(const SplitContext& context, size_t at);

/// The word before a full stop and what it can be. Looks back over a constant number of bytes.
struct PrecedingWord {
  size_t begin = 0;
  std::string word;   ///< Lower case; inner full stops and hyphens kept.
  uint8_t flags = 0;  ///< WordFlags of the word, or of the longest compound it ends.
  size_t letters = 0;
  size_t digits = 0;
  bool numeric = false;  ///< Digits and inner full stops only: "3", "1.2".
  bool roman = false;    ///< Upper-case Roman number of two or more letters.
  bool has_lower = false;
  bool has_upper = false;
  bool has_uncased = false;  ///< A letter of a script without case.
  bool has_vowel = false;
  bool acronym = false;   ///< Single letters between full stops: "U.S", "J.-C", "a.m".
  bool is_label = false;  ///< Where labels stand: at the sentence start or right after a colon.
};

PrecedingWord ReadPreceding(const SplitContext& context, size_t end);

/// The first word after a possible break. Looks ahead over a constant number of bytes.
struct FollowingWord {
  Char first;         ///< First character that is not an opener; kEnd if none near.
  std::string word;   ///< Lower case; apostrophes and hyphens kept.
  uint8_t flags = 0;  ///< WordFlags of the word or of its part before an apostrophe.
  size_t letters = 0;
  size_t begin = 0;  ///< Of the openers, if there are any, else of the word.
  size_t word_end = 0;
  bool opened = false;              ///< Quotes, brackets or tags stand before the word.
  bool dashed = false;              ///< A dash stands before the word.
  bool bullet = false;              ///< A bullet stands before the word.
  bool inner_upper = false;         ///< Lower case, then upper case: "iPhone".
  bool roman = false;               ///< Upper-case Roman number of any length.
  CharKind after = CharKind::kEnd;  ///< Kind of the character after the word.
};

FollowingWord ReadFollowing(const SplitContext& context, size_t at);

/// Length of a simple mark-up tag at `at` (`<b>`, `</a3f5e823>`), 0 when there is none.
size_t TagLength(std::string_view text, size_t at);

}  // namespace gloss
