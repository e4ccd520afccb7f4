// JUnit, SARIF and the Markdown summary: what CI systems read of a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/hash.h"
#include "report/gate_markdown.h"
#include "report/gate_text.h"
#include "report/junit.h"
#include "report/sarif.h"
#include "report/testing/sample_report.h"
#include "report/text_position.h"

namespace gloss {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// A gate that fails on contradicted and conflicting claims.
GateResult GateOf(const std::vector<GroundingReport>& reports) {
  GateResult gate;
  gate.failing = {Verdict::kContradicted, Verdict::kConflicting};
  for (size_t i = 0; i < reports.size(); ++i) gate.records.push_back({false, {"1 claim bad"}});
  return gate;
}

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// A response and a source of plain text, as from files.
GroundingReport PlainReport() {
  GroundingReport report;
  report.id = "q1";
  report.response.uri = "answers/an answer#1.txt";
  report.response.media_type = "text/plain";
  report.response.text = "Grüße 😀.\r\nDie Brücke ist 😀 rot. Sie ist alt.";
  report.response.sha256 = Sha256Hex(report.response.text);
  const size_t begin = report.response.text.find("Die");
  const size_t next = report.response.text.find("Sie");
  report.response.sentences = {
      {.span = {0, begin - 2}, .block = -1, .tag = "1"},
      {.span = {begin, next - 1}, .block = -1, .tag = "2"},
      {.span = {next, report.response.text.size()}, .block = -1, .tag = "3"}};
  Document source;
  source.id = "d1";
  source.uri = "source.txt";
  source.media_type = "text/plain";
  source.text = "Die Brücke ist blau.";
  source.sha256 = Sha256Hex(source.text);
  source.sentences = {{.span = {0, source.text.size()}, .block = -1, .tag = "4"}};
  report.documents = {source};
  ClaimResult& claim =
      testing::AddClaim(&report, 1, "Die Brücke ist rot {0} [x](y).", Verdict::kContradicted);
  testing::AddEvidence(&claim, Polarity::kContradicts, {{0, 0}}, 0.9F);
  CitationMark mark;
  mark.span = {next, next + 3};
  mark.targets.emplace_back().id = "99";
  report.marks = {mark};
  return report;
}

TEST(TextPosition, CountsLinesAndCodePoints) {
  const std::string text = "a😀b\r\nÄc\n";
  const LineIndex lines(text);
  EXPECT_EQ(lines.At(5).column, 3U);
  EXPECT_EQ(lines.At(8).line, 2U);
  EXPECT_EQ(lines.At(10).column, 2U);
  EXPECT_EQ(lines.At(text.size()).line, 3U);
  EXPECT_EQ(Clip("Größe 😀", 4), "Größ…");
  EXPECT_EQ(Clip("Größe", 5), "Größe");
}

TEST(JUnit, OneCaseAClaimAndOneAGap) {
  const std::vector<GroundingReport> reports = {testing::SampleReport()};
  const GateResult gate = GateOf(reports);
  const std::string xml = RenderJUnit(reports, gate);
  EXPECT_EQ(Count(xml, "<testcase "), reports[0].claims.size() + Count(xml, "name=\"coverage: "));
  EXPECT_EQ(Count(xml, "<failure "), 2U);
  EXPECT_EQ(Count(xml, "<skipped "), 1U);
  EXPECT_GE(Count(xml, "<error "), 2U) << "an unchecked claim and a source not read";
  EXPECT_THAT(xml, HasSubstr("type=\"contradicted\""));
  EXPECT_THAT(xml, HasSubstr("source: “"));
}

TEST(JUnit, IsRedWheneverTheGateIs) {
  GroundingReport report = testing::SampleReport();
  report.claims.resize(1);
  report.claims[0].verdict = Verdict::kSupported;
  report.unread_sources.clear();
  report.coverage.gaps.clear();
  GateResult gate;
  gate.records = {{false, {"fcr is 0.5, at least 0.9 is asked for"}}};
  const std::vector<GroundingReport> reports = {report};
  EXPECT_THAT(RenderJUnit(reports, gate), HasSubstr("<failure message=\"fcr is 0.5"));
  gate.records[0] = {true, {}};
  gate.passed = true;
  EXPECT_THAT(RenderJUnit(reports, gate), Not(HasSubstr("<failure")));
  GateResult empty;
  empty.reasons = {"no record was checked"};
  EXPECT_THAT(RenderJUnit({}, empty), HasSubstr("<failure message=\"no record was checked\""));
  GateResult other = gate;
  other.passed = false;
  other.incomparable = {"model entailment: a in the baseline, b now"};
  EXPECT_THAT(RenderJUnit(reports, other), HasSubstr("not comparable with the baseline"));
}

TEST(JUnit, HostileTextStaysText) {
  GroundingReport report = testing::HostileReport();
  report.id = "<x y=\"1\">&amp;]]>\x01\x1B[31m\xEF\xBF\xBF";
  const std::vector<GroundingReport> reports = {report, report};
  const std::string xml = RenderJUnit(reports, GateOf(reports));
  for (const char c : xml)
    EXPECT_FALSE(static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t');
  EXPECT_THAT(xml, Not(HasSubstr("<script")));
  EXPECT_THAT(xml, Not(HasSubstr("]]>")));
  EXPECT_THAT(xml, Not(HasSubstr("\xEF\xBF\xBF")));
  EXPECT_EQ(Count(xml, "<testsuite "), 2U);
  EXPECT_THAT(xml, HasSubstr(" (2)\"")) << "suites of one name are told apart";
}

TEST(Sarif, PlacesAreThoseOfTheFiles) {
  const std::vector<GroundingReport> reports = {PlainReport()};
  const std::string text = RenderSarif(reports, GateOf(reports), {.exit_code = 1});
  const json log = json::parse(text);
  EXPECT_EQ(log["version"], "2.1.0");
  const json& run = log["runs"][0];
  EXPECT_EQ(run["columnKind"], "unicodeCodePoints");
  EXPECT_EQ(run["invocations"][0]["exitCode"], 1);
  EXPECT_EQ(run["artifacts"][0]["location"]["uri"], "answers/an%20answer%231.txt");
  EXPECT_EQ(run["artifacts"][0]["hashes"]["sha-256"], reports[0].response.sha256);
  ASSERT_EQ(run["results"].size(), 2U);
  const json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "contradicted");
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<size_t>()]["id"],
            "contradicted");
  EXPECT_EQ(result["level"], "error");
  const json& region = result["locations"][0]["physicalLocation"]["region"];
  EXPECT_EQ(region["startLine"], 2);
  EXPECT_EQ(region["startColumn"], 1);
  EXPECT_EQ(region["endColumn"], 22);
  EXPECT_EQ(region["charOffset"], 10);
  EXPECT_EQ(region["charLength"], 21);
  EXPECT_EQ(region["snippet"]["text"], "Die Brücke ist 😀 rot.");
  const json& related = result["relatedLocations"][0];
  EXPECT_EQ(related["physicalLocation"]["artifactLocation"]["uri"], "source.txt");
  EXPECT_EQ(related["physicalLocation"]["region"]["snippet"]["text"], "Die Brücke ist blau.");
  // Brackets and braces mean something in a message.
  EXPECT_THAT(result["message"]["text"].get<std::string>(), HasSubstr("{{0}} \\[x\\](y)"));
  EXPECT_EQ(run["results"][1]["ruleId"], "dangling_citation");
  EXPECT_EQ(run["results"][1]["level"], "note");
}

TEST(Sarif, DerivedTextHasNoRegion) {
  const std::vector<GroundingReport> reports = {testing::SampleReport()};
  const json log = json::parse(RenderSarif(reports, GateOf(reports)));
  size_t on_pages = 0;
  for (const json& result : log["runs"][0]["results"]) {
    for (const json& related : result.value("relatedLocations", json::array())) {
      const json& place = related["physicalLocation"];
      const size_t artifact = place["artifactLocation"]["index"];
      const bool is_pdf = log["runs"][0]["artifacts"][artifact]["mimeType"] == "application/pdf";
      EXPECT_NE(place.contains("region"), is_pdf);
      on_pages += is_pdf ? 1 : 0;
      EXPECT_EQ(related["message"]["text"].get<std::string>().find(", p. ") != std::string::npos,
                is_pdf);
    }
  }
  EXPECT_GT(on_pages, 0U);
  EXPECT_EQ(log["runs"][0]["invocations"][0]["executionSuccessful"], false)
      << "a source was unread";
}

TEST(Sarif, FingerprintsOutliveOtherChanges) {
  const auto prints = [](const GroundingReport& report) {
    const std::vector<GroundingReport> reports = {report};
    std::vector<std::string> all;
    const json log = json::parse(RenderSarif(reports, GateOf(reports)));
    for (const json& result : log["runs"][0]["results"]) {
      all.push_back(result["partialFingerprints"]["glossator/v1"]);
    }
    return all;
  };
  GroundingReport report = PlainReport();
  const auto first = prints(report);
  GroundingReport moved = report;
  moved.response.text.insert(0, "\n\n");
  for (Sentence& sentence : moved.response.sentences) {
    sentence.span = {sentence.span.begin + 2, sentence.span.end + 2};
  }
  moved.claims[0].claim.span = moved.response.sentences[1].span;
  moved.claims[0].verdict = Verdict::kNotEnoughInfo;
  moved.marks.clear();
  EXPECT_EQ(prints(moved)[0], first[0]);
  report.claims.push_back(report.claims[0]);  // The same claim twice.
  const auto twice = prints(report);
  EXPECT_EQ(twice[0], first[0]);
  EXPECT_NE(twice[1], first[0]);
  EXPECT_EQ(std::set<std::string>(twice.begin(), twice.end()).size(), twice.size());
}

TEST(Sarif, HostileTextGivesValidJson) {
  const std::vector<GroundingReport> reports = {testing::HostileReport(), testing::EmptyReport(),
                                                testing::UncheckedReport()};
  EXPECT_EQ(json::parse(RenderSarif(reports, GateOf(reports)))["runs"].size(), 1U);
  EXPECT_EQ(json::parse(RenderSarif({}, {}))["runs"][0]["results"].size(), 0U);
}

TEST(Sarif, BaselineStatesAreTold) {
  const std::vector<GroundingReport> reports = {PlainReport()};
  GateResult gate = GateOf(reports);
  gate.has_baseline = true;
  gate.changes = {{ClaimChangeKind::kKnownProblem}};
  const json known = json::parse(RenderSarif(reports, gate));
  EXPECT_EQ(known["runs"][0]["results"][0]["baselineState"], "unchanged");
  gate.changes = {{ClaimChangeKind::kRegression}};
  const json worse = json::parse(RenderSarif(reports, gate));
  EXPECT_EQ(worse["runs"][0]["results"][0]["baselineState"], "new");
}

TEST(GateMarkdown, NoMentionsReferencesOrMarkup) {
  EXPECT_EQ(EscapeForHost("@octocat"), "@&#8203;octocat");
  EXPECT_EQ(EscapeForHost("see #12 and a!34"), "see #&#8203;12 and a!&#8203;34");
  EXPECT_EQ(EscapeForHost("GH-7 :tada: %v1"), "GH-&#8203;7 :&#8203;tada: %&#8203;v1");
  EXPECT_EQ(EscapeForHost("<img src=x> | `a` [b](c)"), "\\<img src=x\\> \\| \\`a\\` \\[b\\](c)");
  EXPECT_EQ(EscapeForHost("~bug ~\"bug\""), "\\~&#8203;bug \\~&#8203;\"bug\"");
  EXPECT_EQ(EscapeForHost("50 % of them: yes!"), "50 % of them: yes!");
}

TEST(GateMarkdown, ShowsProblemsWithQuotes) {
  const std::vector<GroundingReport> reports = {testing::SampleReport()};
  const std::string text = RenderGateMarkdown(reports, GateOf(reports));
  EXPECT_THAT(text, HasSubstr("gate failed"));
  EXPECT_THAT(text, HasSubstr("- 1 claim bad"));
  EXPECT_THAT(text, HasSubstr("contradicted by “"));
  EXPECT_THAT(text, HasSubstr("? Not enough info (let pass)"));
  EXPECT_THAT(text, Not(HasSubstr("✓ Supported |")));
}

TEST(GateMarkdown, PutsRegressionsFirst) {
  const std::vector<GroundingReport> reports = {testing::SampleReport()};
  GateResult gate = GateOf(reports);
  gate.has_baseline = true;
  gate.changes.emplace_back(reports[0].claims.size(), ClaimChangeKind::kNone);
  gate.changes[0].back() = ClaimChangeKind::kRegression;
  const std::string text = RenderGateMarkdown(reports, gate);
  const size_t table = text.find("|---|");
  EXPECT_LT(text.find("| regression |"), text.find('\n', text.find('\n', table) + 1));
}

TEST(GateMarkdown, IsBounded) {
  std::vector<GroundingReport> reports;
  for (int i = 0; i < 30; ++i) reports.push_back(testing::LongReport(20));
  GateResult gate = GateOf(reports);
  const std::string text = RenderGateMarkdown(reports, gate);
  EXPECT_LE(text.size(), 60'000U);
  EXPECT_THAT(text, HasSubstr("more problems."));
  EXPECT_THAT(text, HasSubstr("more reasons"));
  const std::string small = RenderGateMarkdown(reports, gate, {.max_rows = 3});
  EXPECT_EQ(Count(small, "\n| "), 4U) << "a head and three rows";
}

TEST(GateRenderers, RowsKeepTheirCells) {
  std::vector<GroundingReport> reports = {testing::HostileReport(), testing::RightToLeftReport()};
  const std::string text = RenderGateMarkdown(reports, GateOf(reports));
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with("|")) continue;
    size_t bars = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
    }
    EXPECT_EQ(bars, 5U) << line;
  }
}

}  // namespace
}  // namespace gloss
