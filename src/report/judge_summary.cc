#include "report/judge_summary.h"

#include <fmt/format.h>

#include "report/cited_summary.h"

namespace gloss {

Status CheckJudgeReport(const JudgeReport& report) {
  for (const JudgedText& text : report.texts) {
    const std::string where = fmt::format("text \"{}\" of run \"{}\"", text.id, text.run);
    if (const Status valid = CheckCitedText(text.text); !valid.ok()) {
      return valid.WithContext(where);
    }
    for (const JudgeCheck& check : text.checks) {
      for (const int sentence : check.sentences) {
        if (sentence < 0 || static_cast<size_t>(sentence) >= text.text.sentences.size()) {
          return {StatusCode::kParseError,
                  fmt::format("{}: check {}: there is no sentence {}", where, check.id, sentence)};
        }
      }
    }
  }
  if (report.summaries.size() != report.runs.size()) {
    return {StatusCode::kParseError, "summaries: not one a run"};
  }
  return Status::Ok();
}

std::string_view CriterionLabel(Criterion criterion) {
  switch (criterion) {
    case Criterion::kFactualAccuracy:
      return "Factual accuracy";
    case Criterion::kCoverage:
      return "Coverage";
    case Criterion::kSpecificity:
      return "Specificity";
    case Criterion::kFormatCompliance:
      return "Format compliance";
    case Criterion::kInstructionFollowing:
      return "Instruction following";
  }
  return "Factual accuracy";
}

std::string_view OutcomeLabel(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kPassed:
      return "Passed";
    case CheckOutcome::kFailed:
      return "Failed";
    case CheckOutcome::kUnchecked:
      return "Unchecked";
  }
  return "Unchecked";
}

std::string DeciderLine(const JudgeCheck& check) {
  switch (check.decided_by) {
    case DecidedBy::kRules:
      return "decided by rules";
    case DecidedBy::kGrounder:
      return "decided by the grounder";
    case DecidedBy::kJudge:
      break;
  }
  if (!check.votes) return "for a judge";
  const JudgeVotes& votes = *check.votes;
  return fmt::format("asked of the judge: {} yes, {} no{}", votes.yes, votes.no,
                     votes.unreadable == 0 ? "" : fmt::format(", {} unreadable", votes.unreadable));
}

std::string RateText(const CriterionRate& rate) {
  return rate.rate ? fmt::format("{:.0f} %", 100 * *rate.rate) : "n/a";
}

std::string IntervalText(const CriterionRate& rate) {
  return rate.rate ? fmt::format("{:.0f}–{:.0f} %", 100 * rate.low, 100 * rate.high) : "";
}

std::string DifferenceText(const RunDifference::Value& value) {
  if (!value.difference) return "n/a";
  return fmt::format("{:+.1f} points ({:+.1f} to {:+.1f})", 100 * *value.difference,
                     100 * value.low, 100 * value.high);
}

std::string CountsLine(const CriterionRate& rate) {
  return fmt::format("{} of {} checks passed, {} failed, {} unchecked; {} of {} texts pass all",
                     rate.passed, rate.all(), rate.failed, rate.unchecked, rate.texts_passed,
                     rate.texts);
}

OutcomeCounts CountOutcomes(const JudgedText& text, Criterion criterion) {
  OutcomeCounts counts;
  for (const JudgeCheck& check : text.checks) {
    if (check.criterion != criterion) continue;
    if (check.outcome == CheckOutcome::kPassed) ++counts.passed;
    if (check.outcome == CheckOutcome::kFailed) ++counts.failed;
    if (check.outcome == CheckOutcome::kUnchecked) ++counts.unchecked;
  }
  return counts;
}

OutcomeCounts CountOutcomes(const JudgedText& text) {
  OutcomeCounts all;
  for (const Criterion criterion : kAllCriteria) {
    const OutcomeCounts counts = CountOutcomes(text, criterion);
    all.passed += counts.passed;
    all.failed += counts.failed;
    all.unchecked += counts.unchecked;
  }
  return all;
}

std::string UsageLine(const JudgeReport& report) {
  const JudgeUsage& usage = report.usage;
  std::string line = usage.requests == 0
                         ? std::string("no judge was asked")
                         : fmt::format("{} answer{} of the judge, {} tokens read and {} written",
                                       usage.requests, usage.requests == 1 ? "" : "s",
                                       usage.prompt_tokens, usage.generated_tokens);
  line += fmt::format("; {:.1f} s", usage.seconds);
  if (report.cost) line += fmt::format("; cost {:.4f}", *report.cost);
  return line;
}

std::vector<std::string> TaskLines(const JudgeTask& task) {
  std::vector<std::string> lines = task.instructions;
  if (task.words > 0) lines.push_back(fmt::format("{} words", task.words));
  if (!task.style.empty()) lines.push_back("form: " + task.style);
  if (!task.language.empty()) lines.push_back("language: " + task.language);
  return lines;
}

PairCounts CountPairs(const JudgeReport& report) {
  PairCounts counts;
  for (const PairJudgement& pair : report.pairs) {
    switch (pair.preference) {
      case Preference::kFirst:
        ++counts.first;
        break;
      case Preference::kSecond:
        ++counts.second;
        break;
      case Preference::kTie:
        ++counts.ties;
        break;
      case Preference::kOrderDependent:
        ++counts.order_dependent;
        break;
      case Preference::kUnchecked:
        ++counts.unchecked;
        break;
    }
    for (const std::string& place : {pair.in_order, pair.swapped}) {
      if (place == "first") ++counts.chose_first_place;
      if (place == "second") ++counts.chose_second_place;
    }
  }
  return counts;
}

std::string AgreementLine(const LabelAgreement& agreement) {
  return fmt::format(
      "{}, {} of {} labels agree{}",
      agreement.kappa ? fmt::format("kappa {:.2f} ({:.2f} to {:.2f})", *agreement.kappa,
                                    agreement.low, agreement.high)
                      : "kappa not defined (one side always says the same)",
      agreement.agreed, agreement.labels,
      agreement.unchecked == 0 ? "" : fmt::format(", {} unchecked", agreement.unchecked));
}

}  // namespace gloss
