#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/cited_text.h"
#include "types/grounding_report.h"

namespace gloss {

/// The criteria of sui-1's evaluation.
enum class Criterion {
  kFactualAccuracy,
  kCoverage,
  kSpecificity,
  kFormatCompliance,
  kInstructionFollowing,
};

inline constexpr std::array<Criterion, 5> kAllCriteria = {
    Criterion::kFactualAccuracy, Criterion::kCoverage, Criterion::kSpecificity,
    Criterion::kFormatCompliance, Criterion::kInstructionFollowing};

/// "factual_accuracy", "coverage", "specificity", "format_compliance", "instruction_following".
std::string_view CriterionName(Criterion criterion);
std::optional<Criterion> CriterionFromName(std::string_view name);

/// What came of a binary check.
enum class CheckOutcome {
  kPassed,
  kFailed,
  kUnchecked,  ///< It could not be made. Stays in the denominator, never passes.
};

/// "passed", "failed", "unchecked".
std::string_view CheckOutcomeName(CheckOutcome outcome);

/// Who decides a check.
enum class DecidedBy {
  kRules,     ///< Counting and comparing: no model.
  kGrounder,  ///< The program, with its embedder and entailment model.
  kJudge,     ///< A generative model that is asked in words.
};

/// "rules", "grounder", "judge".
std::string_view DecidedByName(DecidedBy decided_by);

/// What a generative judge answered, over all samples of one question.
struct JudgeVotes {
  int yes = 0;
  int no = 0;
  int unreadable = 0;  ///< No answer, or one that is not as it should be.

  int all() const { return yes + no + unreadable; }
};

/// One binary check of one text.
struct JudgeCheck {
  std::string id;  ///< "citations_exist"; docs/formats/judge_report.md has the list.
  Criterion criterion = Criterion::kFactualAccuracy;
  DecidedBy decided_by = DecidedBy::kRules;
  std::string question;  ///< In words; "yes" passes.
  CheckOutcome outcome = CheckOutcome::kUnchecked;
  std::string explanation;          ///< Why; never empty.
  std::vector<int> sentences;       ///< Into CitedText::sentences: those that it is about.
  std::optional<JudgeVotes> votes;  ///< Of a generative judge.
};

/// What the writer of a text was asked for. What is empty was not asked for.
struct JudgeTask {
  std::vector<std::string> instructions{};  ///< In words.
  size_t words = 0;
  std::string style{};  ///< "prose", "bullets", "sections" or "table".
  std::string language{};
};

/// What a text's checks cost. Tokens are those of the generative judge alone.
struct JudgeUsage {
  int requests = 0;
  int64_t prompt_tokens = 0;
  int64_t generated_tokens = 0;
  double seconds = 0;  ///< All of the work; the one figure that differs from run to run.

  void Add(const JudgeUsage& other);
};

/// One text and what its checks found.
struct JudgedText {
  std::string id;   ///< Of the task: the same in all runs.
  std::string run;  ///< Whose text it is.
  JudgeTask task;
  CitedText text;
  std::vector<JudgeCheck> checks;  ///< By criterion.
  JudgeUsage usage;
};

/// Checks of one criterion counted over texts.
struct CriterionRate {
  int passed = 0;
  int failed = 0;
  int unchecked = 0;
  std::optional<double> rate;  ///< passed / all; absent without checks.
  double low = 0;              ///< 95 % interval of the rate.
  double high = 0;
  int texts = 0;         ///< That have such checks.
  int texts_passed = 0;  ///< That pass all of them.

  int all() const { return passed + failed + unchecked; }
};

/// One run's texts.
struct RunSummary {
  std::string run;
  int texts = 0;
  std::array<CriterionRate, 5> criteria;  ///< By Criterion.
  CriterionRate overall;  ///< Counts are sums; the rate is the mean of the criteria's rates.
};

/// A later run against the first, over the texts that both have. Differences of rates with 95 %
/// intervals over texts.
struct RunDifference {
  struct Value {
    std::optional<double> difference;
    double low = 0;
    double high = 0;
  };
  std::string run;
  std::string baseline;
  int texts = 0;
  std::array<Value, 5> criteria;
  Value overall;
};

/// Which of two texts a generative judge prefers.
enum class Preference {
  kFirst,           ///< That of the first run, in both orders.
  kSecond,          ///< That of the second run, in both orders.
  kTie,             ///< Neither, in both orders.
  kOrderDependent,  ///< The answer changed with the order: no preference is known.
  kUnchecked,       ///< An answer is missing or not as it should be.
};

/// "first", "second", "tie", "order_dependent", "unchecked".
std::string_view PreferenceName(Preference preference);

/// Two runs' texts on one task, compared in both orders.
struct PairJudgement {
  std::string id;  ///< Of the task.
  Criterion criterion = Criterion::kFactualAccuracy;
  std::string question;
  Preference preference = Preference::kUnchecked;
  std::string in_order;  ///< Answers as given: which place was preferred. "first", "second", "tie".
  std::string swapped;   ///< The same with the texts' places changed.
  std::string explanation;
};

/// The judge against people, for one criterion.
struct LabelAgreement {
  Criterion criterion = Criterion::kFactualAccuracy;
  int labels = 0;  ///< That a text of the report has.
  int agreed = 0;
  int unchecked = 0;            ///< The judge did not decide: counted as disagreement.
  std::optional<double> kappa;  ///< Cohen's; absent where chance alone gives full agreement.
  double low = 0;               ///< 95 % interval over texts.
  double high = 0;
};

/// Everything that a judging found.
struct JudgeReport {
  static constexpr std::string_view kSchema = "glossator/judge/1";

  std::string title;
  std::vector<std::string> runs;           ///< In the order given.
  std::vector<JudgedText> texts;           ///< By run, in the order given.
  std::vector<RunSummary> summaries;       ///< One a run.
  std::vector<RunDifference> differences;  ///< Of the second and later runs.
  std::vector<PairJudgement> pairs;        ///< Where they were asked for.
  std::vector<LabelAgreement> agreement;   ///< Where labels were given.
  std::vector<std::string> gaps;           ///< What was not checked or not read, a line each.
  std::vector<std::string> warnings;
  JudgeUsage usage;
  std::optional<double> cost;  ///< Of the tokens, by the prices given; no currency is implied.
  Provenance provenance;
  bool model_failed = false;  ///< A model gave out before the work was done.
};

}  // namespace gloss
