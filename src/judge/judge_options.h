#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "base/status.h"

namespace gloss {

/// How texts are judged. The thresholds are stated in docs/design/judge.md.
struct JudgeOptions {
  double length_tolerance = 0.2;  ///< Of a length asked for, to both sides.
  double least_covered = 0.5;     ///< Share of the most important sentences.
  double least_details = 0.6;     ///< Share of statements that keep a detail of their sentences.
  double most_vague = 0.25;       ///< Share of statements with a vague word.
  double least_on_focus = 0.5;    ///< Share of statements about what was asked for.
  float least_relevance = 0.45F;  ///< Of such a statement, as WritingOptions has it.
  int samples = 1;                ///< Answers of the generative judge to each question.
  float temperature = 0.7F;       ///< Of the answers where there are several; one is greedy.
  uint64_t seed = 42;             ///< Of the answers and of the resampling.
  int max_tokens = 160;           ///< Of one answer.
};

/// Errors: kInvalidArgument.
Status ValidateOptions(const JudgeOptions& options);

/// All settings that change results, for the provenance.
std::map<std::string, std::string> SettingsOf(const JudgeOptions& options);

}  // namespace gloss
