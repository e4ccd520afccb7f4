#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/judge_html.h"
#include "report/judge_json.h"
#include "report/judge_summary.h"
#include "report/judge_terminal.h"
#include "report/testing/sample_judge.h"

namespace gloss {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(JudgeTerminal, SaysRatesFailuresAndWhatWasNotChecked) {
  const std::string text = RenderJudgeText(testing::SampleJudgeReport(), {.width = 100});
  EXPECT_THAT(text, HasSubstr("Run before: 2 texts"));
  EXPECT_THAT(text, HasSubstr("Factual accuracy         25 %   20–40 %"));
  EXPECT_THAT(text, HasSubstr("1/4 checks (2 unchecked)"));
  EXPECT_THAT(text, HasSubstr("+12.5 points"));
  EXPECT_THAT(text, HasSubstr("1 changed with the order"));
  EXPECT_THAT(text, HasSubstr("kappa 0.50 (0.10 to 0.80), 3 of 4 labels agree, 1 unchecked"));
  EXPECT_THAT(text, HasSubstr("Unchecked: the answers disagree: 1 yes, 1 no"));
  EXPECT_THAT(text, HasSubstr("12 answers of the judge, 4800 tokens read and 360 written"));
  EXPECT_THAT(text, HasSubstr("Not everything was checked"));
  // Checks that passed are shown where all are asked for.
  EXPECT_THAT(text, Not(HasSubstr("no sentence is filler")));
  EXPECT_THAT(RenderJudgeText(testing::SampleJudgeReport(), {.all_evidence = true}),
              HasSubstr("no sentence is filler"));
}

TEST(JudgeTerminal, AsciiAndHostileTexts) {
  const std::string text =
      RenderJudgeText(testing::HostileJudgeReport(), {.unicode = false, .width = 60});
  for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c < 127)) << static_cast<int>(c);
  EXPECT_THAT(RenderJudgeText(testing::EmptyJudgeReport()), HasSubstr("no judge was asked"));
}

TEST(JudgeJson, HasWhatTheReportHas) {
  const auto json = nlohmann::json::parse(RenderJudgeJson(testing::SampleJudgeReport()));
  EXPECT_EQ(json["schema"], "glossator/judge/1");
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["runs"][0]["criteria"]["factual_accuracy"]["rate"], 0.25);
  EXPECT_EQ(json["runs"][0]["criteria"]["factual_accuracy"]["unchecked"], 2);
  EXPECT_EQ(json["texts"][0]["checks"][1]["votes"]["unreadable"], 1);
  EXPECT_EQ(json["texts"][0]["checks"][0]["statements"][1], "Two bridges close in May.");
  EXPECT_EQ(json["pairs"][0]["preference"], "order_dependent");
  EXPECT_EQ(json["pair_counts"]["chose_first_place"], 2);
  EXPECT_TRUE(json["differences"][0]["criteria"]["format_compliance"]["difference"].is_null());
}

TEST(JudgeHtml, NothingInATextBecomesMarkup) {
  const std::string page = RenderJudgeHtml(testing::HostileJudgeReport());
  EXPECT_THAT(page, Not(HasSubstr("<script>window.pwned")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;window.pwned=1"));
  EXPECT_THAT(page, HasSubstr("[U+202E]"));
  EXPECT_THAT(page, Not(HasSubstr("https://")));
}

TEST(JudgeHtml, ShowsTextsChecksAndSources) {
  const std::string page = RenderJudgeHtml(testing::SampleJudgeReport());
  EXPECT_THAT(page, HasSubstr("<h1 dir=\"auto\">Summaries of the budget</h1>"));
  EXPECT_THAT(page, HasSubstr("href=\"#g0d0s0\""));
  EXPECT_THAT(page, HasSubstr("<span class=\"s e supports\" id=\"g0d0s0\">"));
  EXPECT_THAT(page, HasSubstr("data-failed=\"factual_accuracy format_compliance"));
  EXPECT_THAT(page, HasSubstr("asked of the judge: 1 yes, 1 no, 1 unreadable"));
}

TEST(JudgeReportCheck, RefusesWhatPointsNowhere) {
  JudgeReport report = testing::SampleJudgeReport();
  EXPECT_TRUE(CheckJudgeReport(report).ok());
  report.texts[0].checks[0].sentences = {99};
  EXPECT_FALSE(CheckJudgeReport(report).ok());
}

}  // namespace
}  // namespace gloss
