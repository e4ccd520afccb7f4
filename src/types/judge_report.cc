#include "types/judge_report.h"

namespace gloss {

std::string_view CriterionName(Criterion criterion) {
  switch (criterion) {
    case Criterion::kFactualAccuracy:
      return "factual_accuracy";
    case Criterion::kCoverage:
      return "coverage";
    case Criterion::kSpecificity:
      return "specificity";
    case Criterion::kFormatCompliance:
      return "format_compliance";
    case Criterion::kInstructionFollowing:
      return "instruction_following";
  }
  return "factual_accuracy";
}

std::optional<Criterion> CriterionFromName(std::string_view name) {
  for (const Criterion criterion : kAllCriteria) {
    if (CriterionName(criterion) == name) return criterion;
  }
  return std::nullopt;
}

std::string_view CheckOutcomeName(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kPassed:
      return "passed";
    case CheckOutcome::kFailed:
      return "failed";
    case CheckOutcome::kUnchecked:
      return "unchecked";
  }
  return "unchecked";
}

std::string_view DecidedByName(DecidedBy decided_by) {
  switch (decided_by) {
    case DecidedBy::kRules:
      return "rules";
    case DecidedBy::kGrounder:
      return "grounder";
    case DecidedBy::kJudge:
      return "judge";
  }
  return "judge";
}

std::string_view PreferenceName(Preference preference) {
  switch (preference) {
    case Preference::kFirst:
      return "first";
    case Preference::kSecond:
      return "second";
    case Preference::kTie:
      return "tie";
    case Preference::kOrderDependent:
      return "order_dependent";
    case Preference::kUnchecked:
      return "unchecked";
  }
  return "unchecked";
}

void JudgeUsage::Add(const JudgeUsage& other) {
  requests += other.requests;
  prompt_tokens += other.prompt_tokens;
  generated_tokens += other.generated_tokens;
  seconds += other.seconds;
}

}  // namespace gloss
