// What a judge is given by others, any bytes: its model's answers, people's labels, instructions.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "judge/asked_for.h"
#include "judge/judge_answer_json.h"
#include "judge/judge_input_json.h"
#include "text/utf8.h"

namespace {

void Check(bool holds) {
  if (!holds) std::abort();
}

void CheckExplanation(const std::string& explanation) {
  constexpr size_t kRoom = 8;  // For the mark of what was cut.
  Check(!explanation.empty() && explanation.size() <= gloss::kMostExplanation + kRoom);
  Check(!gloss::FindInvalidUtf8(explanation));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto answer = gloss::ReadYesNo(bytes); answer.ok()) {
    CheckExplanation(answer->explanation);
  }
  if (const auto answer = gloss::ReadPlace(bytes); answer.ok()) {
    CheckExplanation(answer->explanation);
  }
  if (const auto labels = gloss::ReadHumanLabels(bytes); labels.ok()) {
    for (const gloss::HumanLabel& label : *labels) Check(!label.id.empty());
  }
  const std::string quoted = gloss::QuotedForJudge(bytes);
  Check(quoted.size() >= 2 && quoted.front() == '"' && quoted.back() == '"');
  Check(quoted.find_first_of("<>\n\r") == std::string::npos);
  gloss::JudgeTask task;
  task.instructions = {std::string(bytes)};
  const gloss::AskedFor asked = gloss::ReadAskedFor(task);
  for (const std::string& open : asked.open) Check(!gloss::FindInvalidUtf8(open));
  (void)gloss::ReadJudgeTask({{"instructions", std::string(bytes)}, {"words", "3"}});
  return 0;
}
