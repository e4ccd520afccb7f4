#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "types/judge_report.h"

namespace gloss {

// What the renderers of judgings tell alike. Nothing is escaped yet.

/// Whether every reference in a report points to something: what its renderers rely on.
/// Errors: kParseError; the message says which part.
Status CheckJudgeReport(const JudgeReport& report);

/// "Factual accuracy" …
std::string_view CriterionLabel(Criterion criterion);

/// "Passed", "Failed", "Unchecked".
std::string_view OutcomeLabel(CheckOutcome outcome);

/// "decided by rules", "decided by the grounder", "judged by a model: 2 of 3 say yes".
std::string DeciderLine(const JudgeCheck& check);

/// "84 %"; "n/a" without checks.
std::string RateText(const CriterionRate& rate);

/// "79–88 %"; empty without checks.
std::string IntervalText(const CriterionRate& rate);

/// "+4.0 points (-1.0 to 9.0)"; "n/a" without a difference.
std::string DifferenceText(const RunDifference::Value& value);

/// "120 of 150 checks passed, 25 failed, 5 unchecked; 12 of 20 texts pass all".
std::string CountsLine(const CriterionRate& rate);

/// Checks by outcome, of one criterion of a text.
struct OutcomeCounts {
  int passed = 0;
  int failed = 0;
  int unchecked = 0;
  int all() const { return passed + failed + unchecked; }
};
OutcomeCounts CountOutcomes(const JudgedText& text, Criterion criterion);
OutcomeCounts CountOutcomes(const JudgedText& text);

/// "3 requests to the judge, 1,200 tokens read and 90 written, 2.1 s, cost 0.0021".
std::string UsageLine(const JudgeReport& report);

/// What a task asked for, a line each.
std::vector<std::string> TaskLines(const JudgeTask& task);

/// Pairs by preference.
struct PairCounts {
  int first = 0;
  int second = 0;
  int ties = 0;
  int order_dependent = 0;
  int unchecked = 0;
  int chose_first_place = 0;  ///< Answers, of both orders, that preferred the text placed first.
  int chose_second_place = 0;
};
PairCounts CountPairs(const JudgeReport& report);

/// "kappa 0.62 (0.41 to 0.80), 34 of 40 labels agree, 2 unchecked".
std::string AgreementLine(const LabelAgreement& agreement);

}  // namespace gloss
