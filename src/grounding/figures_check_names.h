#pragma once

#include "grounding/figures_check_polarity.h"

namespace gloss {

/// Names of the claim that the evidence does not have: `missing`; `conflicts` when the evidence has
/// another name in the same place of the same words, or another first name. Acronyms and their
/// expansions are one name.
void CheckNames(const CheckedPair& pair, FigureReport& report);

}  // namespace gloss
