#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace gloss {

/// How much of a set a word takes: "all nurses", "few nurses".
enum class Quantity : uint8_t { kAll, kMost, kMany, kSome, kFew, kNone };

/// One side of a pair of opposites.
struct OppositeSide {
  uint16_t pair = 0;
  bool second = false;
  bool converse = false;  ///< "won" and "lost" may both be true, of two sides: the subject decides.
};

/// The word lists of the figures check for one language, by folded words. Immutable; thread-safe.
struct CheckWords {
  using Set = std::unordered_set<std::string_view>;

  std::string_view language;
  Set empty_words;    ///< Say nothing of their own, beside the lexicon's stop words.
  Set clause_words;   ///< Begin a clause: "but", "although".
  Set failing_verbs;  ///< Deny what follows with a word of failing_joints: "failed to".
  Set failing_joints;
  Set weak_negations;  ///< In the lexicon's negations, but they deny nothing alone: French
                       ///< "personne".
  Set not_negated;     ///< After a negation: "only", "later".
  Set passive;         ///< Before the doer: "by".
  Set nexus;           ///< May stand between a subject, its verb and its object: articles.
  Set symmetric;       ///< Between two names that may change places: "met", "and".
  Set titles;          ///< Before names: "Dr".
  Set not_names;       ///< Capitalised, but no names: "French", "Monday", "I".
  Set before;          ///< Before a date: "before", "until".
  Set after;           ///< "after", "since".
  Set implied;         ///< Deny something without a negation: "impossible", "hardly", "rather".
  Set held;            ///< Say something only with the word after them: "more", "against".
  Set choice;          ///< "or".
  Set labels;          ///< Before a number that counts nothing: "stage 4", "Figure 2".
  Set only;            ///< "only", "exclusively".
  std::unordered_map<std::string_view, Quantity> quantities;
  /// By StemKey.
  std::unordered_map<uint64_t, std::vector<OppositeSide>> opposites;

  /// The words of en, de, es, fr or it; of English for other codes.
  static const CheckWords& Of(std::string_view language);
};

/// Pairs of opposites: "increase rise|decrease fall;*win|lose", converse ones with a star. One
/// file: figures_check_opposites.cc.
std::string_view OppositesOf(std::string_view language);

}  // namespace gloss
