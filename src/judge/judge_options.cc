#include "judge/judge_options.h"

#include <fmt/format.h>

namespace gloss {

Status ValidateOptions(const JudgeOptions& options) {
  const auto bad = [](std::string message) {
    return Status(StatusCode::kInvalidArgument, std::move(message));
  };
  if (options.samples < 1 || options.samples > 101) {
    return bad(fmt::format("samples: {} is not from 1 to 101", options.samples));
  }
  if (options.max_tokens < 16) {
    return bad(fmt::format("max_tokens: {} is too few for an answer", options.max_tokens));
  }
  if (!(options.temperature >= 0 && options.temperature <= 2)) {
    return bad(fmt::format("temperature: {} is not from 0 to 2", options.temperature));
  }
  for (const double share : {options.length_tolerance, options.least_covered, options.least_details,
                             options.most_vague, options.least_on_focus}) {
    if (!(share >= 0 && share <= 1)) {
      return bad(fmt::format("a threshold of {} is not from 0 to 1", share));
    }
  }
  return Status::Ok();
}

std::map<std::string, std::string> SettingsOf(const JudgeOptions& options) {
  return {
      {"judge_length_tolerance", fmt::format("{}", options.length_tolerance)},
      {"judge_least_covered", fmt::format("{}", options.least_covered)},
      {"judge_least_details", fmt::format("{}", options.least_details)},
      {"judge_most_vague", fmt::format("{}", options.most_vague)},
      {"judge_least_on_focus", fmt::format("{}", options.least_on_focus)},
      {"judge_least_relevance", fmt::format("{}", options.least_relevance)},
      {"judge_samples", fmt::format("{}", options.samples)},
      {"judge_temperature", fmt::format("{}", options.samples > 1 ? options.temperature : 0.0F)},
      {"judge_seed", fmt::format("{}", options.seed)},
      {"judge_max_tokens", fmt::format("{}", options.max_tokens)}};
}

}  // namespace gloss
