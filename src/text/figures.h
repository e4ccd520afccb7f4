#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/figures_lexicon.h"
#include "text/figures_tokens.h"
#include "text/figures_units.h"

namespace gloss {

enum class FigureKind : uint8_t {
  kNumber,   ///< A count or a measure, by its unit.
  kOrdinal,  ///< "third", "21st".
  kDate,     ///< A day, month, year, decade or century; parts may be unknown.
  kCode,     ///< Digits that are no number: "1.2.3".
};

/// Parts of a date; 0 is unknown.
struct FigureDate {
  int year = 0;
  int last_year = 0;  ///< Of a decade or century: "the 1990s" is 1990 to 1999. Else equal to year.
  int month = 0;
  int day = 0;
  int weekday = 0;            ///< Monday is 1.
  bool day_or_month = false;  ///< "04/06/2026": day and month may change places.

  bool known() const { return year != 0 || month != 0 || day != 0 || weekday != 0; }
};

/// One figure of a text.
struct Figure {
  static constexpr size_t kNoPartner = std::numeric_limits<size_t>::max();

  FigureKind kind = FigureKind::kNumber;
  Bound bound = Bound::kNone;
  bool loose_bound = false;  ///< The words may say something else: "over 80 years".
  bool in_words = false;     ///< "three", not "3".
  bool article = false;      ///< "a", "ein": one by form, mostly an article.
  bool fraction = false;     ///< "half", "a third", "1/4": the value is a share of one.
  bool may_be_year = false;  ///< Four digits that could be a count or a year; `date` has the year.
  size_t first = 0;          ///< Tokens [first, last): the number with its unit.
  size_t last = 0;
  size_t bound_first = 0;  ///< Where the words of `bound` before the number begin; else `first`.
  size_t bound_last = 0;   ///< Where those after it end; else `last`.

  long double value = 0;  ///< In the unit's base.
  std::optional<long double> other_value;
  long double last_place = 1;  ///< Value of the last written place, in the unit's base.
  long double written = 0;     ///< Without the unit: 5 for "5 mg", 5,000,000 for "5 million €".
  const Unit* unit = nullptr;
  const Unit* per = nullptr;  ///< Of a rate: the day of "5 mg a day".
  std::string long_digits;    ///< Of codes and of numbers too long for `value`.
  FigureDate date;
  /// The figure that this is the first of a range or score with: "5 to 10", "7–2".
  size_t partner = kNoPartner;
  /// Of "three of four", "1 in 5": the value is numerator / denominator.
  long double denominator = 0;

  /// Bytes of the text, with the words of the bound.
  Span SpanIn(const std::vector<FigureToken>& tokens) const {
    return {tokens[bound_first].span.begin, tokens[bound_last - 1].span.end};
  }
};

/// A text's tokens and the figures among them, in order.
struct FigureText {
  std::vector<FigureToken> tokens;
  std::vector<Figure> figures;
};

/// Reads numbers in digits and words, units, percentages, sums of money, durations, dates and
/// bounds, by the rules of the language (en, de, es, fr, it; English rules for others). Linear in
/// the text. REQUIRES: valid UTF-8.
FigureText ReadFigures(std::string_view text, std::string_view language);

}  // namespace gloss
