#include "report/judge_terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "report/display_text.h"
#include "report/judge_summary.h"
#include "report/terminal_writer.h"

namespace gloss {
namespace {

constexpr size_t kNameColumns = 23;

TextStyle StyleOf(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kPassed:
      return TextStyle::kGreen;
    case CheckOutcome::kFailed:
      return TextStyle::kRed;
    case CheckOutcome::kUnchecked:
      return TextStyle::kCyan;
  }
  return TextStyle::kCyan;
}

class JudgeRenderer {
 public:
  JudgeRenderer(const JudgeReport& report, const TerminalOptions& options)
      : report_(report), options_(options), writer_(options) {}

  std::string Render() && {
    writer_.Paragraph(
        {{TextStyle::kBold, "Judgement"},
         {TextStyle::kPlain, report_.title.empty() ? "" : ": " + writer_.Safe(report_.title)}},
        0, 2);
    for (const RunSummary& summary : report_.summaries) WriteSummary(summary);
    for (const RunDifference& difference : report_.differences) WriteDifference(difference);
    WritePairs();
    WriteAgreement();
    for (const JudgedText& text : report_.texts) WriteText(text);
    writer_.Gaps(report_.gaps);
    writer_.BlankLine();
    writer_.Paragraph({{TextStyle::kDim, UsageLine(report_)}}, 0, 2);
    return std::move(writer_).Take();
  }

 private:
  static std::string Padded(std::string_view name) {
    std::string padded(name);
    padded.resize(std::max(kNameColumns, padded.size()), ' ');
    return padded;
  }

  void WriteHeading(std::string_view words, const std::string& name, const std::string& rest) {
    writer_.BlankLine();
    writer_.Paragraph({{TextStyle::kBold, std::string(words)},
                       {TextStyle::kBold, writer_.Safe(name)},
                       {TextStyle::kDim, rest}},
                      0, 2);
  }

  void WriteRate(std::string_view name, const CriterionRate& rate, TextStyle style) {
    if (!rate.rate) {
      writer_.Paragraph({{TextStyle::kDim, Padded(name) + "  n/a  no such checks"}}, 2, 4);
      return;
    }
    const std::string counts =
        fmt::format("{}/{} checks{}, {}/{} texts in full", rate.passed, rate.all(),
                    rate.unchecked == 0 ? "" : fmt::format(" ({} unchecked)", rate.unchecked),
                    rate.texts_passed, rate.texts);
    writer_.Paragraph({{style, Padded(name)},
                       {style, fmt::format("{:>6}", RateText(rate))},
                       {TextStyle::kPlain, fmt::format("  {:>3.0f}{}{:.0f} %", 100 * rate.low,
                                                       writer_.Mark("–", "-"), 100 * rate.high)},
                       {TextStyle::kDim, "  " + counts}},
                      2, 4);
  }

  void WriteSummary(const RunSummary& summary) {
    const bool named = report_.runs.size() > 1 || !summary.run.empty();
    WriteHeading(named ? "Run " : "Rates", summary.run,
                 fmt::format("{}{} text{}", named ? ": " : " of ", summary.texts,
                             summary.texts == 1 ? "" : "s"));
    WriteRate("Overall", summary.overall, TextStyle::kBold);
    for (const Criterion criterion : kAllCriteria) {
      WriteRate(CriterionLabel(criterion), summary.criteria[static_cast<size_t>(criterion)],
                TextStyle::kPlain);
    }
  }

  void WriteDifference(const RunDifference& difference) {
    WriteHeading("Difference of ", difference.run,
                 fmt::format(" from {}, over the {} texts that both have",
                             writer_.Safe(difference.baseline), difference.texts));
    const auto line = [&](std::string_view name, const RunDifference::Value& value) {
      writer_.Paragraph({{TextStyle::kPlain, Padded(name) + DifferenceText(value)}}, 2, 4);
    };
    line("Overall", difference.overall);
    for (const Criterion criterion : kAllCriteria) {
      line(CriterionLabel(criterion), difference.criteria[static_cast<size_t>(criterion)]);
    }
  }

  void WritePairs() {
    if (report_.pairs.empty()) return;
    const PairCounts counts = CountPairs(report_);
    WriteHeading("Pairs", "",
                 fmt::format(", {} questions, each in both orders", report_.pairs.size()));
    writer_.Paragraph(
        {{TextStyle::kPlain,
          fmt::format(
              "{} better {}, {} better {}, {} tied, {} changed with the order, {} unchecked",
              writer_.Safe(report_.runs[0]), counts.first, writer_.Safe(report_.runs[1]),
              counts.second, counts.ties, counts.order_dependent, counts.unchecked)}},
        2, 4);
    writer_.Paragraph(
        {{TextStyle::kPlain, fmt::format("answers that chose the text placed first: {}, second: {}",
                                         counts.chose_first_place, counts.chose_second_place)}},
        2, 4);
  }

  void WriteAgreement() {
    if (report_.agreement.empty()) return;
    WriteHeading("Agreement with people", "", "");
    for (const LabelAgreement& agreement : report_.agreement) {
      writer_.Paragraph({{TextStyle::kPlain,
                          Padded(CriterionLabel(agreement.criterion)) + AgreementLine(agreement)}},
                        2, 4);
    }
  }

  void WriteText(const JudgedText& text) {
    const OutcomeCounts counts = CountOutcomes(text);
    if (options_.only_problems && counts.passed == counts.all()) return;
    const std::string run = text.run.empty() ? "" : writer_.Safe(text.run) + " / ";
    WriteHeading(run, text.id,
                 fmt::format(": {} of {} checks passed", counts.passed, counts.all()));
    for (const JudgeCheck& check : text.checks) {
      const bool passed = check.outcome == CheckOutcome::kPassed;
      if (passed && !options_.all_evidence) continue;
      const std::string_view mark = passed ? writer_.Mark("✓", "+")
                                    : check.outcome == CheckOutcome::kFailed
                                        ? writer_.Mark("✗", "x")
                                        : writer_.Mark("!", "!");
      writer_.Paragraph({{StyleOf(check.outcome), std::string(mark) + " "},
                         {TextStyle::kBold, std::string(CriterionLabel(check.criterion)) + ": "},
                         {TextStyle::kPlain, writer_.Safe(check.question)},
                         {TextStyle::kPlain, " " + std::string(OutcomeLabel(check.outcome)) + ": "},
                         {TextStyle::kPlain, writer_.Safe(check.explanation)},
                         {TextStyle::kDim, " (" + DeciderLine(check) + ")"}},
                        2, 4);
    }
  }

  const JudgeReport& report_;
  const TerminalOptions& options_;
  TerminalWriter writer_;
};

}  // namespace

std::string RenderJudgeText(const JudgeReport& report, const TerminalOptions& options) {
  return JudgeRenderer(report, options).Render();
}

}  // namespace gloss
