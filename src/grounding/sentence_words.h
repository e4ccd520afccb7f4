#pragma once

#include <string_view>
#include <vector>

#include "text/words.h"
#include "types/span.h"

namespace gloss {

/// True when one of the words is `folded` or an inflected form of it.
bool HasStem(const std::vector<Word>& words, std::string_view folded);

/// True for a hedge of the lexicon; the month May is none.
bool IsHedge(const Word& word, const Lexicon& lexicon);

/// A response sentence with its context, read into words once for all of its claims.
class SentenceWords {
 public:
  /// `context` is the text before the sentence (and the question); both are kept as views.
  SentenceWords(std::string_view sentence, std::string_view context, std::string_view language);

  const std::vector<Word>& words() const { return words_; }
  const std::vector<Word>& context() const { return context_; }
  const Lexicon& lexicon() const { return lexicon_; }
  std::string_view language() const { return language_; }
  std::string_view text() const { return text_; }

  /// True for words that carry content: no function, negation or hedge words, no numbers, no "%".
  bool IsContent(const Word& word) const;

 private:
  std::string_view text_;
  std::string_view language_;
  const Lexicon& lexicon_;
  std::vector<Word> words_;
  std::vector<Word> context_;
};

/// How much of a sentence its claims hold.
struct ClaimCoverage {
  size_t content_words = 0;   ///< Of the sentence.
  size_t covered = 0;         ///< Of those, in at least one claim (inflected forms count).
  bool numbers_kept = true;   ///< Every number of the sentence is in a claim.
  bool negation_kept = true;  ///< A claim has a negation if the sentence has one; hedges alike.
  bool names_kept = true;     ///< Names and what stands in brackets are in a claim.

  /// All numbers, names and negations, and at least `threshold` of the content words.
  bool Sufficient(double threshold) const;
};

ClaimCoverage CoverageOf(const std::vector<std::string_view>& claims,
                         const SentenceWords& sentence);

/// The stretch of the sentence that a claim's words come from: from the first to the last word of
/// the sentence that is a content word, negation or number of the claim; the whole sentence when
/// none is. In bytes of the sentence.
Span SpanOfClaim(std::string_view claim, const SentenceWords& sentence);

/// True when every content word and number of the claim is in the sentence itself: then the claim
/// takes nothing from the context.
bool HoldsAllContent(const SentenceWords& sentence, std::string_view claim);

/// True when a word of the sentence refers to something outside of it: a third-person pronoun among
/// its first words, with no name or number before it.
bool RefersBack(const SentenceWords& sentence);

/// True when the claim begins with a word that refers back ("It", "They", "Dieses").
bool BeginsWithPronoun(std::string_view claim, std::string_view language);

}  // namespace gloss
