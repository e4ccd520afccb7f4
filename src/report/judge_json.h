#pragma once

#include <string>

#include "report/json_options.h"
#include "types/judge_report.h"

namespace gloss {

/// A judging as JSON (schema "glossator/judge/1": docs/formats/judge_report.md). Deterministic, but
/// for the seconds of "usage". REQUIRES: CheckJudgeReport(report).ok().
std::string RenderJudgeJson(const JudgeReport& report, const JsonOptions& options = {});

}  // namespace gloss
