#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/verify.h"
#include "judge/agreement.h"
#include "judge/judge_options.h"
#include "types/judge_report.h"

namespace gloss {

/// One text to judge.
struct JudgeItem {
  VerifyRequest cited;  ///< `fix` is ignored; suggestions are always looked for.
  std::string run;      ///< Whose text it is.
  JudgeTask task;
};

struct JudgeRequest {
  std::string title;
  std::vector<JudgeItem> items;
  JudgeOptions options;
  bool pairwise = false;  ///< Compare the texts of two runs, by the generative judge.
  std::vector<HumanLabel> labels;
  std::optional<double> prompt_price;     ///< Of a million tokens; with the other one: cost.
  std::optional<double> generated_price;  ///< Likewise.
};

/// Told now and then how far it is: what is done, items done and in all.
using JudgeProgress = std::function<void(std::string_view stage, size_t done, size_t total)>;

}  // namespace gloss
