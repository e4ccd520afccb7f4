#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "judge/agreement.h"
#include "types/judge_report.h"

namespace gloss {

/// The task in the extra fields of a record (grounding/input_json.h): "instructions" (a text or a
/// list of texts) or "instruction", "words", "style", "text_language". Errors (kParseError): a
/// field of the wrong type, a style that does not exist; names the field.
Result<JudgeTask> ReadJudgeTask(const std::map<std::string, std::string>& extra);

/// The "run" of a record; empty where it names none. Errors: it is no text.
Result<std::string> ReadRunName(const std::map<std::string, std::string>& extra);

/// People's labels as JSON Lines: {"id", "run"?, "criterion" | "check", "label": "pass" | "fail" or
/// true | false}. Errors (kParseError): the line and what is wrong with it.
Result<std::vector<HumanLabel>> ReadHumanLabels(std::string_view bytes);

/// True for "prose", "bullets", "sections", "table".
bool IsJudgeStyle(std::string_view style);

}  // namespace gloss
