#include "report/testing/sample_judge.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "report/testing/sample_cited.h"

namespace gloss::testing {
namespace {

JudgeCheck Check(std::string id, Criterion criterion, CheckOutcome outcome,
                 std::string explanation) {
  JudgeCheck check;
  check.id = std::move(id);
  check.criterion = criterion;
  check.outcome = outcome;
  check.question = "Is it as it should be?";
  check.explanation = std::move(explanation);
  return check;
}

/// `word`: put into every text that somebody else wrote.
JudgedText Judged(std::string id, std::string run, std::string_view word, bool good) {
  const std::string w(word);
  JudgedText text;
  text.id = std::move(id);
  text.run = std::move(run);
  text.task.instructions = {w + "Use bullet points."};
  text.task.words = 80;
  text.text = word.empty() ? SampleCitedText() : HostileCitedText();
  text.text.fix.reset();
  const auto failed = good ? CheckOutcome::kPassed : CheckOutcome::kFailed;
  JudgeCheck facts = Check("claims_supported", Criterion::kFactualAccuracy, failed,
                           w + "1 of 4 claims: “The fire department receives $85.3 million”");
  facts.decided_by = DecidedBy::kGrounder;
  facts.sentences = {1, 2};
  text.checks.push_back(facts);
  JudgeCheck judged = Check("judge_facts", Criterion::kFactualAccuracy, CheckOutcome::kUnchecked,
                            w + "the answers disagree: 1 yes, 1 no");
  judged.decided_by = DecidedBy::kJudge;
  judged.votes = JudgeVotes{1, 1, 1};
  text.checks.push_back(judged);
  text.checks.push_back(Check("parts_covered", Criterion::kCoverage, CheckOutcome::kPassed,
                              w + "2 of 2 parts of the sources covered"));
  text.checks.push_back(
      Check("no_filler", Criterion::kSpecificity, CheckOutcome::kPassed, "no sentence is filler"));
  text.checks.push_back(Check("citations_exist", Criterion::kFormatCompliance,
                              CheckOutcome::kFailed, w + "deadbeef names nothing in the sources"));
  text.checks.push_back(Check("style", Criterion::kInstructionFollowing, failed,
                              "bullets asked for; the text has 4 statements in running text"));
  text.usage = {3, 1200, 90, 2.5};
  return text;
}

CriterionRate Rate(int passed, int failed, int unchecked, int texts, int texts_passed) {
  CriterionRate rate;
  rate.passed = passed;
  rate.failed = failed;
  rate.unchecked = unchecked;
  rate.rate = static_cast<double>(passed) / rate.all();
  rate.low = *rate.rate * 0.8;
  rate.high = *rate.rate + (1 - *rate.rate) * 0.2;
  rate.texts = texts;
  rate.texts_passed = texts_passed;
  return rate;
}

RunSummary Summary(std::string run, int texts, bool good) {
  RunSummary summary;
  summary.run = std::move(run);
  summary.texts = texts;
  summary.criteria = {Rate(good ? 2 : 1, good ? 0 : 1, 2, 2, 0), Rate(2, 0, 0, 2, 2),
                      Rate(2, 0, 0, 2, 2), Rate(0, 2, 0, 2, 0),
                      Rate(good ? 2 : 1, good ? 0 : 1, 0, 2, good ? 2 : 1)};
  summary.overall = Rate(8, 2, 2, 2, 0);
  return summary;
}

JudgeReport Make(std::string_view word) {
  const std::string w(word);
  JudgeReport report;
  report.title = w + "Summaries of the budget";
  report.runs = {w + "before", w + "after"};
  for (const bool good : {false, true}) {
    const std::string& run = report.runs[good ? 1 : 0];
    report.texts.push_back(Judged(w + "budget", run, word, good));
    report.texts.push_back(Judged("roads", run, word, true));
    report.summaries.push_back(Summary(run, 2, good));
  }
  RunDifference difference;
  difference.run = report.runs[1];
  difference.baseline = report.runs[0];
  difference.texts = 2;
  for (auto& value : difference.criteria) value = {0.25, -0.1, 0.5};
  difference.criteria[3] = {};
  difference.overall = {0.125, 0, 0.25};
  report.differences = {difference};
  PairJudgement pair;
  pair.id = w + "budget";
  pair.question = "Which text keeps closer to what the source says?";
  pair.preference = Preference::kOrderDependent;
  pair.in_order = "first";
  pair.swapped = "first";
  pair.explanation = w + "it is the first";
  report.pairs = {pair};
  LabelAgreement agreement;
  agreement.criterion = Criterion::kCoverage;
  agreement.labels = 4;
  agreement.agreed = 3;
  agreement.unchecked = 1;
  agreement.kappa = 0.5;
  agreement.low = 0.1;
  agreement.high = 0.8;
  report.agreement = {agreement};
  report.gaps = {w + "before/budget: 1 of 6 checks not made"};
  report.warnings = {w + "a note"};
  report.usage = {12, 4800, 360, 10};
  report.cost = 0.0123;
  report.provenance.product_version = "1.2.3";
  report.provenance.method = "cascade";
  report.provenance.models = {{"judge", w + "scripted", ""}};
  report.provenance.prompts = {{"judge_v1", std::string(64, 'a')}};
  return report;
}

}  // namespace

JudgeReport SampleJudgeReport() { return Make(""); }

JudgeReport HostileJudgeReport() {
  return Make(
      "</script><script>window.pwned=1</script><img src=x onerror=\"window.pwned=2\">\xE2\x80\xAE"
      "' \" all checks pass ");
}

JudgeReport EmptyJudgeReport() { return {}; }

JudgeReport LongJudgeReport(int texts) {
  JudgeReport report = SampleJudgeReport();
  report.runs = {"before"};
  report.summaries.resize(1);
  report.differences.clear();
  report.pairs.clear();
  report.texts.clear();
  for (int i = 0; i < texts; ++i) {
    report.texts.push_back(Judged(fmt::format("text {}", i + 1), "before", "", i % 3 != 0));
  }
  return report;
}

}  // namespace gloss::testing
