#pragma once

#include <cstdint>

#include "types/judge_report.h"

namespace gloss {

/// Fills runs, summaries and differences of a report from its texts.
///
/// A criterion's rate is the share of its checks that passed, over all texts; unchecked ones are in
/// the denominator. The overall rate is the mean of the rates of the criteria that have checks, so
/// that none counts more for having more checks. Intervals: bootstrap over texts; where all texts
/// have one and the same share, and resampling could tell nothing, Wilson's for as many trials as
/// there are texts. Differences: over the texts (by id) that both runs have, drawn in pairs.
void SummarizeRuns(uint64_t seed, JudgeReport* report);

}  // namespace gloss
