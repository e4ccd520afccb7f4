#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "engine/judge.h"

namespace gloss::cli {

/// What the command line names.
struct JudgeInputs {
  std::vector<std::string> texts;  ///< Files, "NAME=FILE" for a run's name; "-" is standard input.
  std::vector<std::string> sources;  ///< Files and folders; after those of each record.
  JudgeTask task;                    ///< For texts that bring none of their own, field by field.
};

/// Texts to judge, and the records that could not be read.
struct JudgeInputList {
  std::vector<JudgeItem> items;
  std::vector<Status> failures;
};

/// One run a file: of JSON Lines (.jsonl, .ndjson) and JSON lists one text a record
/// (docs/formats/judge_report.md), of any other file one text. A record's "run" goes before the
/// file's. Each item is `base` with its text and sources. Errors: no source, a file that cannot be
/// read as a whole.
Result<JudgeInputList> ReadJudgeInputs(const JudgeInputs& inputs, const VerifyRequest& base);

}  // namespace gloss::cli
