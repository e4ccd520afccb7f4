#pragma once

#include "types/grounding_report.h"

namespace gloss {

/// Which verdict stands for several that share a stretch of text: the one to look at first, the
/// highest number.
int VerdictUrgency(Verdict verdict);

}  // namespace gloss
