#include "grounding/figures_check_values.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gloss {
namespace {

/// No rounding goes further than this share of the value.
constexpr long double kMostRounding = 0.065L;
constexpr long double kMostHedged = 0.12L;
/// A month is no exact number of days.
constexpr long double kCalendarSlack = 0.04L;
constexpr long double kExact = 1e-9L;

bool Near(long double a, long double b, long double tolerance) {
  return std::fabs(a - b) <= tolerance + kExact * std::max(std::fabs(a), std::fabs(b));
}

/// The greatest power of ten that divides a whole number: 100 for 400.
long double SignificantPlace(long double written, long double last_place) {
  long double place = last_place;
  for (int i = 0; i < 15; ++i) {
    const long double next = written / (place * 10);
    if (std::fabs(next) < 1 || std::fabs(next - std::round(next)) > 1e-9L) break;
    place *= 10;
  }
  return place;
}

/// How far the evidence's value may be from the claim's.
long double Tolerance(const Figure& claim, const Figure& evidence) {
  const long double size = std::fabs(claim.value);
  if (claim.bound == Bound::kAbout || claim.bound == Bound::kNearly) {
    const long double scale =
        claim.unit == nullptr || claim.unit->factor == 0 ? 1 : claim.unit->factor;
    const long double place = SignificantPlace(claim.value / scale, claim.last_place / scale);
    return std::clamp(place * scale / 2, size * 0.03L, size * kMostHedged);
  }
  long double tolerance = 0;
  // A claim may say less exactly what the evidence says, not more.
  if (claim.last_place > evidence.last_place * (1 + kExact) ||
      (claim.unit != evidence.unit && claim.last_place * 10 >= evidence.last_place)) {
    tolerance = std::min(claim.last_place / 2, size * kMostRounding);
  }
  const bool calendar = claim.unit != nullptr && evidence.unit != nullptr &&
                        claim.unit->calendar != evidence.unit->calendar;
  if (calendar) tolerance = std::max(tolerance, size * kCalendarSlack);
  return tolerance;
}

/// Any reading of the one equals any of the other.
bool SameValue(const Figure& claim, const Figure& evidence) {
  if (claim.long_digits != evidence.long_digits &&
      (!claim.long_digits.empty() || !evidence.long_digits.empty())) {
    return false;
  }
  long double shift = 1;
  if (claim.per != nullptr && evidence.per != nullptr && SameQuantity(claim.per, evidence.per)) {
    shift = claim.per->factor / evidence.per->factor;  // "a day" and "a year"
  }
  if (Near(claim.value, evidence.value * shift, Tolerance(claim, evidence))) return true;
  // The other readings of "1.234" are as exact as they are written.
  for (const std::optional<long double>& mine : {std::optional(claim.value), claim.other_value}) {
    for (const std::optional<long double>& theirs :
         {std::optional(evidence.value), evidence.other_value}) {
      if (mine && theirs && Near(*mine, *theirs * shift, 0)) return true;
    }
  }
  return false;
}

bool SameWritten(const Figure& claim, const Figure& evidence) {
  return Near(claim.written, evidence.written, 0) && claim.long_digits == evidence.long_digits;
}

bool IsLower(Bound bound) { return bound == Bound::kAtLeast || bound == Bound::kMoreThan; }
bool IsUpper(Bound bound) { return bound == Bound::kAtMost || bound == Bound::kLessThan; }

/// The claim bounds a number, or the evidence does: numbers of the same quantity.
ValueMatch MatchBounded(const Figure& claim, const Figure& evidence) {
  const bool same = SameValue(claim, evidence);
  const Bound mine = claim.bound;
  const Bound theirs = evidence.bound;
  if (!IsLower(mine) && !IsUpper(mine)) {
    if (!same) return ValueMatch::kOtherValue;
    // "fewer than 50" bears out no "50"; "more than 50" is often retold as "50".
    return theirs == Bound::kLessThan ? ValueMatch::kOtherBound : ValueMatch::kEqual;
  }
  const bool opposite = (IsLower(mine) && IsUpper(theirs)) || (IsUpper(mine) && IsLower(theirs));
  if (opposite) return same ? ValueMatch::kOtherBound : ValueMatch::kApart;
  if (same) {
    const bool strict = mine == Bound::kMoreThan || mine == Bound::kLessThan;
    // "more than 50" of "50"; of "at least 50" it is near enough.
    return strict && !claim.loose_bound && theirs == Bound::kNone && claim.value == evidence.value
               ? ValueMatch::kOtherBound
               : ValueMatch::kEqual;
  }
  const bool within = IsLower(mine) ? evidence.value > claim.value : evidence.value < claim.value;
  return within ? ValueMatch::kBounded : ValueMatch::kOtherValue;
}

/// A share as a percentage: of "half", "25 %", "3 of 4".
std::optional<long double> PercentOf(const Figure& figure) {
  if (figure.denominator > 0) return 100 * figure.value / figure.denominator;
  if (figure.fraction && figure.unit == nullptr) return 100 * figure.value;
  if (figure.unit != nullptr && figure.unit->dimension == Dimension::kPercent) return figure.value;
  return std::nullopt;
}

ValueMatch MatchShares(const Figure& claim, const Figure& evidence, long double mine,
                       long double theirs) {
  // "half" for 49.6 %, "a third" for 33 %.
  long double tolerance = 0.5L;
  if (claim.bound == Bound::kAbout || claim.bound == Bound::kNearly) tolerance = 5;
  const bool same = Near(mine, theirs, tolerance);
  if (IsLower(claim.bound)) {
    if (IsUpper(evidence.bound)) return same ? ValueMatch::kOtherBound : ValueMatch::kApart;
    return theirs >= mine ? ValueMatch::kBounded : ValueMatch::kOtherValue;
  }
  if (IsUpper(claim.bound)) {
    if (IsLower(evidence.bound)) return same ? ValueMatch::kOtherBound : ValueMatch::kApart;
    return theirs <= mine ? ValueMatch::kBounded : ValueMatch::kOtherValue;
  }
  return same ? ValueMatch::kEqual : ValueMatch::kOtherValue;
}

// ---- Dates --------------------------------------------------------------------------------------

bool YearsAgree(const FigureDate& claim, const FigureDate& evidence) {
  return claim.year <= evidence.year && evidence.last_year <= claim.last_year;
}

bool DaysAgree(const FigureDate& a, const FigureDate& b) {
  const auto agree = [](int x, int y) { return x == 0 || y == 0 || x == y; };
  if (agree(a.month, b.month) && agree(a.day, b.day)) return true;
  // "04/06/2026" may be read both ways.
  return (a.day_or_month || b.day_or_month) && a.month == b.day && a.day == b.month;
}

ValueMatch MatchDates(const FigureDate& claim, const FigureDate& evidence) {
  bool vague = false;
  bool shared = false;
  if (claim.year != 0 && evidence.year != 0) {
    shared = true;
    if (!YearsAgree(claim, evidence)) {
      const bool around = evidence.year <= claim.year && claim.last_year <= evidence.last_year;
      if (!around) return ValueMatch::kOtherValue;
      vague = true;  // "1994" of "the 1990s"
    }
  }
  if (!DaysAgree(claim, evidence)) return ValueMatch::kOtherValue;
  if (claim.month != 0) {
    if (evidence.month == 0) {
      vague = true;
    } else {
      shared = true;
      vague = vague || (claim.day != 0 && evidence.day == 0);
    }
  }
  if (claim.weekday != 0 && evidence.weekday != 0) {
    if (claim.weekday != evidence.weekday) return ValueMatch::kOtherValue;
    shared = true;
  }
  if (!shared) return ValueMatch::kApart;
  return vague ? ValueMatch::kVague : ValueMatch::kEqual;
}

}  // namespace

ValueMatch MatchValues(const Figure& claim, const Figure& evidence, bool evidence_counts) {
  if (claim.kind == FigureKind::kCode || evidence.kind == FigureKind::kCode) {
    return claim.kind == evidence.kind && claim.long_digits == evidence.long_digits
               ? ValueMatch::kEqual
               : ValueMatch::kApart;
  }
  const bool claim_date = claim.kind == FigureKind::kDate;
  const bool evidence_date = evidence.kind == FigureKind::kDate;
  if (claim_date || evidence_date || (claim.may_be_year && evidence.may_be_year)) {
    if (!claim.date.known() || !evidence.date.known()) {
      // A page or a year, written alike.
      return claim.written != 0 && SameWritten(claim, evidence) ? ValueMatch::kEqual
                                                                : ValueMatch::kApart;
    }
    const ValueMatch match = MatchDates(claim.date, evidence.date);
    if (claim_date && evidence_date) return match;
    return match == ValueMatch::kEqual ? match : ValueMatch::kApart;
  }
  const bool ordinal = claim.kind == FigureKind::kOrdinal;
  if (ordinal || evidence.kind == FigureKind::kOrdinal) {
    const bool same = Near(claim.value, evidence.value, 0);
    if (claim.kind == evidence.kind) return same ? ValueMatch::kEqual : ValueMatch::kOtherValue;
    const Figure& other = ordinal ? evidence : claim;
    return same && other.unit == nullptr ? ValueMatch::kEqual : ValueMatch::kApart;
  }
  const auto mine = PercentOf(claim);
  const auto theirs = PercentOf(evidence);
  const bool both_percent = claim.unit != nullptr && evidence.unit != nullptr;
  if (mine && theirs && !both_percent) return MatchShares(claim, evidence, *mine, *theirs);
  if (claim.fraction != evidence.fraction && claim.unit == nullptr && evidence.unit == nullptr) {
    return SameValue(claim, evidence) ? ValueMatch::kEqual : ValueMatch::kApart;
  }
  if (SameQuantity(claim.unit, evidence.unit)) {
    if (claim.per != nullptr && evidence.per != nullptr && !SameQuantity(claim.per, evidence.per)) {
      return SameWritten(claim, evidence) ? ValueMatch::kOtherUnit : ValueMatch::kApart;
    }
    const ValueMatch match = MatchBounded(claim, evidence);
    const bool unit_alone = match == ValueMatch::kOtherValue && claim.unit != evidence.unit &&
                            SameWritten(claim, evidence);
    return unit_alone ? ValueMatch::kOtherUnit : match;
  }
  if (!SameWritten(claim, evidence)) return ValueMatch::kApart;
  if (claim.unit == nullptr) return ValueMatch::kEqual;  // the claim leaves the unit out
  if (evidence.unit == nullptr) {
    // A list or a table: "5, 10 and 20 mg".
    return evidence_counts ? ValueMatch::kOtherUnit : ValueMatch::kEqual;
  }
  const auto money = [](const Unit* unit) { return unit->dimension == Dimension::kMoney; };
  const auto pound = [](const Unit* unit) { return unit->name == "lb"; };
  const auto loose = [](const Unit* unit) {
    return unit->name == "CAD" || unit->name == "AUD" || unit->name == "MXN" ||
           unit->name == "peso" || unit->name == "CHF" || unit->name == "FRF";
  };
  // "pounds" are money or a weight, "$" is the dollar of several countries, "francs" too.
  if ((pound(claim.unit) && evidence.unit->name == "GBP") ||
      (pound(evidence.unit) && claim.unit->name == "GBP")) {
    return ValueMatch::kEqual;
  }
  if (money(claim.unit) && money(evidence.unit) && (loose(claim.unit) || loose(evidence.unit))) {
    return ValueMatch::kEqual;
  }
  // Degrees without a scale.
  if ((claim.unit->name == "°" && evidence.unit->dimension == Dimension::kTemperature) ||
      (evidence.unit->name == "°" && claim.unit->dimension == Dimension::kTemperature)) {
    return ValueMatch::kEqual;
  }
  return ValueMatch::kOtherUnit;
}

}  // namespace gloss
