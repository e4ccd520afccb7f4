#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "text/figures_units.h"

namespace gloss {

/// How a number is bounded by the words around it.
enum class Bound : uint8_t { kNone, kAbout, kNearly, kAtLeast, kMoreThan, kAtMost, kLessThan };

struct ValueWord {
  std::string_view word;  ///< Folded.
  long double value;
};
struct UnitWord {
  std::string_view words;  ///< Folded words, one space between: "square miles".
  std::string_view unit;   ///< A name of figures_units.h.
};
struct BoundPhrase {
  std::string_view words;
  Bound bound;
};

/// What the figure parser knows about one language. One file each: figures_lexicon_<code>.cc. All
/// words are folded (lower case); phrases have one space between their words, lists a "|".
struct FigureWords {
  std::string_view code;
  char decimal_sign = '.';

  std::span<const ValueWord> cardinals;  ///< Up to 99, and hundreds that are one word.
  std::span<const ValueWord> scales;     ///< hundred, thousand, million …, and dozen.
  std::span<const ValueWord> ordinals;   ///< All inflected forms.
  std::span<const ValueWord> fractions;  ///< half, third …: the value.
  std::string_view ones;                 ///< Forms of one, which are articles too.
  std::string_view number_joints;        ///< "and" in "one hundred and five".
  std::string_view ordinal_endings;      ///< After digits: "st", "th".

  std::span<const ValueWord> months;
  std::span<const ValueWord> weekdays;
  std::string_view centuries;
  std::string_view date_joints;  ///< Between day, month and year: "of", "de".
  std::string_view year_cues;    ///< Words before a year: "in", "since".
  bool months_capitalised = true;

  std::span<const UnitWord> units;
  std::string_view per;     ///< Phrases before the second unit of a rate: "per", "a", "je".
  std::string_view of;      ///< "of" in "a third of", "3 of 4", "half of".
  std::string_view out_of;  ///< Phrases between the numbers of a share: "in", "out of".
  std::string_view range;   ///< Between the numbers of a range: "to", "and".

  std::span<const BoundPhrase> bounds_before;
  std::span<const BoundPhrase> bounds_after;
};

const FigureWords& EnglishFigures();
const FigureWords& GermanFigures();
const FigureWords& SpanishFigures();
const FigureWords& FrenchFigures();
const FigureWords& ItalianFigures();

/// FigureWords made ready for look-up. Immutable; thread-safe.
class FigureLexicon {
 public:
  /// Of en, de, es, fr or it; of English for any other code. Made at first use.
  static const FigureLexicon& Of(std::string_view language);

  explicit FigureLexicon(const FigureWords& words);
  FigureLexicon(const FigureLexicon&) = delete;
  FigureLexicon& operator=(const FigureLexicon&) = delete;

  /// Longest phrase of the tables, in words.
  static constexpr size_t kLongestPhrase = 4;

  using Values = std::unordered_map<std::string_view, long double>;
  using Set = std::unordered_map<std::string_view, bool>;

  const FigureWords& words() const { return words_; }
  std::optional<long double> Cardinal(const std::string& word) const;
  std::optional<long double> Scale(std::string_view word) const { return Find(scales_, word); }
  std::optional<long double> Ordinal(std::string_view word) const { return Find(ordinals_, word); }
  std::optional<long double> Fraction(std::string_view word) const {
    return Find(fractions_, word);
  }
  std::optional<long double> Month(std::string_view word) const { return Find(months_, word); }
  std::optional<long double> Weekday(std::string_view word) const { return Find(weekdays_, word); }
  const Unit* UnitOf(std::string_view phrase) const;
  Bound BoundBefore(std::string_view phrase) const { return FindBound(bounds_before_, phrase); }
  Bound BoundAfter(std::string_view phrase) const { return FindBound(bounds_after_, phrase); }

  bool IsOne(std::string_view word) const { return ones_.contains(word); }
  bool IsNumberJoint(std::string_view word) const { return number_joints_.contains(word); }
  bool IsOrdinalEnding(std::string_view word) const { return ordinal_endings_.contains(word); }
  bool IsCentury(std::string_view word) const { return centuries_.contains(word); }
  bool IsDateJoint(std::string_view word) const { return date_joints_.contains(word); }
  bool IsYearCue(std::string_view word) const { return year_cues_.contains(word); }
  bool IsPer(std::string_view word) const { return per_.contains(word); }
  bool IsOf(std::string_view word) const { return of_.contains(word); }
  bool IsOutOf(std::string_view phrase) const { return out_of_.contains(phrase); }
  bool IsRange(std::string_view word) const { return range_.contains(word); }

 private:
  using Bounds = std::unordered_map<std::string_view, Bound>;

  static std::optional<long double> Find(const Values& values, std::string_view word);
  static Bound FindBound(const Bounds& bounds, std::string_view phrase);

  const FigureWords& words_;
  Values cardinals_, scales_, ordinals_, fractions_, months_, weekdays_;
  std::unordered_map<std::string_view, const Unit*> units_;
  Bounds bounds_before_, bounds_after_;
  Set ones_, number_joints_, centuries_, ordinal_endings_, date_joints_, year_cues_, per_, of_,
      out_of_, range_;
  /// Words made by rule: Italian numbers below a hundred.
  std::unordered_map<std::string, long double> made_;
};

}  // namespace gloss
