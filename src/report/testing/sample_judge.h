#pragma once

#include "types/judge_report.h"

namespace gloss::testing {

/// Two runs over two tasks: checks that passed, failed and were not made, votes, pairs, agreement.
JudgeReport SampleJudgeReport();

/// The same with mark-up, control characters and instructions to the reader in every text.
JudgeReport HostileJudgeReport();

/// Nothing was judged.
JudgeReport EmptyJudgeReport();

/// One run of many texts.
JudgeReport LongJudgeReport(int texts);

}  // namespace gloss::testing
