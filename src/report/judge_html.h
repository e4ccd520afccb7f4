#pragma once

#include <string>

#include "report/html.h"
#include "types/judge_report.h"

namespace gloss {

/// A judging as the evaluation page: one self-contained file like the grounding report's (html.h),
/// with its style and its rules. Rates by run and criterion with their intervals; then, task by
/// task, each run's text with its citations marked, every check with its explanation, and the
/// sources. Reads without JavaScript; the script adds filters, search and the way back.
/// REQUIRES: CheckJudgeReport(report).ok() (judge_summary.h).
std::string RenderJudgeHtml(const JudgeReport& report, const HtmlOptions& options = {});

}  // namespace gloss
