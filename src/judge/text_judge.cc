#include "judge/text_judge.h"

#include <utility>

#include "judge/asked_for.h"
#include "judge/check_table.h"
#include "judge/model_judge.h"
#include "judge/text_checks.h"
#include "judge/text_parts.h"

namespace gloss {
namespace {

void Append(std::vector<JudgeCheck> more, std::vector<JudgeCheck>* checks) {
  for (JudgeCheck& check : more) checks->push_back(std::move(check));
}

}  // namespace

Status JudgeText(const TextJudgeModels& models, const JudgeOptions& options,
                 const std::stop_token& stop, JudgedText* judged, Status* failure) {
  GLOSS_RETURN_IF_ERROR(ValidateOptions(options));
  AskedFor asked = ReadAskedFor(judged->task);
  if (!asked.begin_with.empty() && TermsToBeginWith(judged->text, asked.begin_with).empty()) {
    asked.open.push_back("Begin with " + std::exchange(asked.begin_with, {}));
  }
  const TextParts parts = PartsOf(judged->text);
  const CheckInput input{judged->text, parts, asked, options};
  std::vector<JudgeCheck>& checks = judged->checks;
  checks.clear();
  Append(FormatChecks(input), &checks);
  Append(FactChecks(input), &checks);
  Append(SpecificityChecks(input), &checks);
  GLOSS_ASSIGN_OR_RETURN(auto coverage, CoverageChecks(input, models.embedder, stop));
  Append(std::move(coverage), &checks);
  GLOSS_ASSIGN_OR_RETURN(auto instructions, InstructionChecks(input, models.embedder, stop));
  Append(std::move(instructions), &checks);
  if (models.judge != nullptr) {
    const ModelJudge judge(*models.judge, options);
    GLOSS_ASSIGN_OR_RETURN(auto by_judge,
                           judge.Check(judged->text, asked, stop, &judged->usage, failure));
    Append(std::move(by_judge), &checks);
  } else {
    for (const std::string& instruction : asked.open) {
      checks.push_back(MakeCheck(
          "judge_instruction", {CheckOutcome::kUnchecked, "no rule reads " + Excerpt(instruction) +
                                                              ", and no judge was named"}));
    }
  }
  SortChecks(&checks);
  return Status::Ok();
}

}  // namespace gloss
