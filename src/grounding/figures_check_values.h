#pragma once

#include <cstdint>

#include "text/figures.h"

namespace gloss {

/// How a figure of the evidence bears on one of the claim.
enum class ValueMatch : uint8_t {
  kApart,       ///< Of another kind: says nothing.
  kVague,       ///< Agrees as far as it goes, but gives less: "2026" for "14 June 2026".
  kOtherValue,  ///< The same kind of quantity, another value.
  kOtherUnit,   ///< The same number in another unit: "5 g" for "5 mg".
  kOtherBound,  ///< The same number, bounded otherwise: "at most 5" for "at least 5".
  kBounded,     ///< Lies within the bound of the claim: "45" for "fewer than 50".
  kEqual,       ///< The same, rounding and unit conversion allowed for.
};

/// Compares one figure with another. `evidence_counts` says that a noun follows the evidence's
/// number at once, so that without a unit it counts things and is no measure.
ValueMatch MatchValues(const Figure& claim, const Figure& evidence, bool evidence_counts);

}  // namespace gloss
