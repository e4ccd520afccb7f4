#pragma once

#include <string>

#include "report/terminal.h"
#include "types/judge_report.h"

namespace gloss {

/// A judging for people: each run's rates with intervals, differences, pairs and agreement; then,
/// text by text, the checks that did not pass (with all_evidence: all), and what was not checked.
/// Ends in a newline; safe like a report. REQUIRES: CheckJudgeReport(report).ok().
std::string RenderJudgeText(const JudgeReport& report, const TerminalOptions& options = {});

}  // namespace gloss
