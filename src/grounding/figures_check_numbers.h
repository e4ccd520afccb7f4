#pragma once

#include "grounding/figures_check_polarity.h"

namespace gloss {

/// Compares each number, measure, date and bound of the claim with those of the evidence: equal
/// ones bear it out, unless the evidence gives them of another thing and of the claim's thing
/// another.
void CheckNumbers(const CheckedPair& pair, FigureReport& report);

}  // namespace gloss
