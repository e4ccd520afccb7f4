#pragma once

#include <vector>

#include "grounding/figures_check_parts.h"

namespace gloss {

/// A claim and evidence with how much of the claim each sentence of the evidence has.
struct CheckedPair {
  const ParsedFigures::Parts& claim;
  const ParsedFigures::Parts& evidence;
  const std::vector<double>& coverage;
};

/// A sentence of the evidence speaks of the claim's matter when it has so many of its content
/// words; `aside` of them need not be there.
bool IsAligned(const CheckedPair& pair, size_t sentence, size_t aside);

/// So long a sentence has several clauses: what a negation in it denies is not told surely.
inline constexpr size_t kLongSentence = 60;

/// Conflicts of negation, of opposites ("rose", "fell") and of quantities ("all", "few").
/// "rejected" and "did not approve" agree.
void CheckPolarity(const CheckedPair& pair, FigureReport& report);

/// Conflicts of roles: "A sued B" where the evidence says "B sued A".
void CheckRoles(const CheckedPair& pair, FigureReport& report);

}  // namespace gloss
