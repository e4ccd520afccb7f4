#pragma once

#include "engine/gate.h"
#include "types/gate_result.h"

namespace gloss {

/// Matches the records of a run with those of its baseline, notes what keeps the two from being
/// compared, and says of every claim whether its problem is new. Regressions become reasons of
/// their records. REQUIRES: result->records has one entry a report.
void CompareWithBaseline(const GateInput& input, GateResult* result);

}  // namespace gloss
