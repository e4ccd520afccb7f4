#pragma once

#include <string>

#include "engine/synthesize.h"

namespace gloss::cli {

/// What is going to be asked and what it may cost, before it starts.
std::string DescribeEstimate(const SynthPreview& preview, const SynthOptions& options);

/// What was made, with the table of rejections.
std::string DescribeSummary(const SynthSummary& summary);

}  // namespace gloss::cli
