#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grounding/words.h"
#include "types/span.h"

namespace gloss {

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

/// Why a claim must not stand for its sentence, found without a model; nothing when no rule objects.
/// Guards against what a small model makes up even where the entailment check lets it pass:
///   "number_added"   a number that is neither in the sentence nor in its context
///   "unit_changed"   a number whose unit in the sentence is missing or another one
///   "name_added"     a capitalised word that is neither in the sentence nor in its context
///   "negation_lost"  holds the two content words after a negation, but no negation
///   "negation_added" a negation where sentence and context have none
///   "hedge_lost"     holds the two content words after "may", "possibly" …, but no hedge
///   "off_sentence"   less than half of its content words come from the sentence
std::optional<std::string> ObjectionTo(std::string_view claim, const SentenceWords& sentence);

/// How much of a sentence its claims hold.
struct ClaimCoverage {
  size_t content_words = 0;  ///< Of the sentence.
  size_t covered = 0;        ///< Of those, in at least one claim (inflected forms count).
  bool numbers_kept = true;  ///< Every number of the sentence is in a claim.
  bool negation_kept = true;  ///< A claim has a negation if the sentence has one; hedges alike.

  /// All numbers and negations, and at least `threshold` of the content words.
  bool Sufficient(double threshold) const;
};

ClaimCoverage CoverageOf(const std::vector<std::string_view>& claims, const SentenceWords& sentence);

/// The stretch of the sentence that a claim's words come from: from the first to the last word of the
/// sentence that is a content word or number of the claim; the whole sentence when none is. In bytes
/// of the sentence.
Span SpanOfClaim(std::string_view claim, const SentenceWords& sentence);

/// True when the claim begins with a word that refers back ("It", "They", "Dieses").
bool BeginsWithPronoun(std::string_view claim, std::string_view language);

}  // namespace gloss
