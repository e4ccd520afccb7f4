#include "engine/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/grounding_json.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A document whose sentences are joined by a space.
Document Doc(const std::string& uri, const std::vector<std::string>& sentences) {
  Document document;
  document.id = uri;
  document.uri = uri;
  document.media_type = "text/plain";
  document.language = "en";
  for (const std::string& sentence : sentences) {
    if (!document.text.empty()) document.text += ' ';
    const size_t begin = document.text.size();
    document.text += sentence;
    document.sentences.push_back({.span = {begin, document.text.size()}, .tag = "00000000"});
  }
  return document;
}

/// Two claims of two sentences over one source: the first supported, the second without evidence.
GroundingReport Report() {
  GroundingReport report;
  report.question = "Is it wide?";
  report.response = Doc("response", {"The river is wide.", "The bridge is red."});
  report.documents = {Doc("guide.txt", {"The river is very wide.", "The bridge is blue."})};
  report.provenance.product_version = "1";
  report.provenance.method = "etracer";
  report.provenance.splitter_version = "s1";
  report.provenance.models = {{"embedder", "e", "aa"}, {"entailment", "n", "bb"}};
  report.provenance.prompts = {{"decompose_v1", "cc"}};
  report.provenance.settings = {{"tau", "0.5"}};
  for (int i = 0; i < 2; ++i) {
    ClaimResult result;
    result.claim.id = "c" + std::to_string(i + 1);
    result.claim.sentence = i;
    result.claim.span = report.response.sentences[static_cast<size_t>(i)].span;
    result.claim.text = std::string(report.response.SentenceText(static_cast<size_t>(i)));
    result.verdict = i == 0 ? Verdict::kSupported : Verdict::kNotEnoughInfo;
    report.claims.push_back(result);
  }
  report.claims[0].evidence = {{Polarity::kSupports, {{0, 0}}, 0.9F, 0.95F}};
  report.metrics.fcr = 0.5;
  report.metrics.ucr = 0.5;
  return report;
}

TEST(CompareReportsTest, AReportEqualsItselfAndIsComparable) {
  const ReportComparison comparison = CompareReports(Report(), Report());
  EXPECT_TRUE(comparison.comparable());
  EXPECT_THAT(comparison.changes, IsEmpty());
  EXPECT_EQ(comparison.unchanged_claims, 2U);
  ASSERT_THAT(comparison.metrics, SizeIs(8));
  EXPECT_EQ(comparison.metrics[0].name, "fcr");
  EXPECT_EQ(comparison.metrics[0].Delta(), 0.0);
  EXPECT_EQ(comparison.metrics[1].Delta(), std::nullopt);
}

TEST(CompareReportsTest, VerdictAndEvidenceOfAClaimThatChanged) {
  GroundingReport current = Report();
  current.claims[1].verdict = Verdict::kContradicted;
  current.claims[1].evidence = {{Polarity::kContradicts, {{0, 1}}, 0.8F, 0.9F}};
  current.metrics.hcr = 0.5;
  const ReportComparison comparison = CompareReports(Report(), current);
  EXPECT_TRUE(comparison.comparable());
  ASSERT_THAT(comparison.changes, SizeIs(1));
  const ClaimChange& change = comparison.changes[0];
  EXPECT_EQ(change.claim, "The bridge is red.");
  EXPECT_EQ(change.baseline, Verdict::kNotEnoughInfo);
  EXPECT_EQ(change.current, Verdict::kContradicted);
  EXPECT_TRUE(change.verdict_changed());
  EXPECT_THAT(change.evidence_gone, IsEmpty());
  ASSERT_THAT(change.evidence_new, SizeIs(1));
  EXPECT_EQ(change.evidence_new[0].source, "guide.txt");
  EXPECT_THAT(change.evidence_new[0].sentences, ElementsAre("The bridge is blue."));
  EXPECT_EQ(comparison.verdicts.at(Verdict::kContradicted), std::pair(0, 1));
  EXPECT_EQ(comparison.verdicts.at(Verdict::kSupported), std::pair(1, 1));
}

TEST(CompareReportsTest, ClaimsAreMatchedByTextNotById) {
  GroundingReport current = Report();
  std::swap(current.claims[0], current.claims[1]);
  current.claims[0].claim.id = "c1";
  current.claims[1].claim.id = "c2";
  EXPECT_THAT(CompareReports(Report(), current).changes, IsEmpty());
}

TEST(CompareReportsTest, RepeatedClaimsAreMatchedInOrder) {
  GroundingReport baseline = Report();
  baseline.claims.push_back(baseline.claims[0]);
  baseline.claims.back().verdict = Verdict::kUnchecked;
  const ReportComparison shorter = CompareReports(baseline, Report());
  ASSERT_THAT(shorter.changes, SizeIs(1));
  EXPECT_EQ(shorter.changes[0].baseline, Verdict::kUnchecked);
  EXPECT_EQ(shorter.changes[0].current, std::nullopt);
  const ReportComparison longer = CompareReports(Report(), baseline);
  ASSERT_THAT(longer.changes, SizeIs(1));
  EXPECT_EQ(longer.changes[0].baseline, std::nullopt);
  EXPECT_EQ(longer.changes[0].current, Verdict::kUnchecked);
}

TEST(CompareReportsTest, NamesEverythingThatMakesReportsIncomparable) {
  GroundingReport current = Report();
  current.question = "Is it narrow?";
  current.provenance.product_version = "2";
  current.provenance.method = "glossator";
  current.provenance.models[1].sha256 = "b2";
  current.provenance.models.push_back({"decomposer", "d", "dd"});
  current.provenance.prompts[0].sha256 = "c2";
  current.provenance.settings["tau"] = "0.4";
  current.documents[0] = Doc("guide.txt", {"The river is very narrow.", "The bridge is blue."});
  current.unread_sources = {{"gone.pdf", Status(StatusCode::kNotFound, "gone")}};
  current.response = Doc("response", {"The river is wide.", "The bridge was red."});
  const ReportComparison comparison = CompareReports(Report(), current);
  EXPECT_FALSE(comparison.comparable());
  std::vector<std::string> found;
  for (const ReportDifference& difference : comparison.differences) {
    EXPECT_NE(difference.baseline, difference.current);
    found.push_back(std::string(DifferenceKindName(difference.kind)) + ":" + difference.what);
  }
  EXPECT_THAT(found, ElementsAre("version:glossator", "method:method", "model:decomposer",
                                 "model:entailment", "prompt:decompose_v1", "setting:tau",
                                 "question:question", "source:guide.txt", "source:gone.pdf",
                                 "response:response"));
}

TEST(CompareReportsTest, AnotherPlaceOrNameOfTheSameTextIsTheSameSource) {
  GroundingReport current = Report();
  current.documents[0].uri = "copy/guide.txt";
  current.documents[0].sha256 = "another container of the same text";
  const ReportComparison comparison = CompareReports(Report(), current);
  EXPECT_TRUE(comparison.comparable());
  EXPECT_THAT(comparison.changes, IsEmpty());
}

TEST(CompareReportsTest, AGateMayAllowAnotherResponse) {
  GroundingReport current = Report();
  current.response = Doc("response", {"The river is wide.", "The bridge was red."});
  current.claims[1].claim.text = "The bridge was red.";
  EXPECT_FALSE(CompareReports(Report(), current).comparable());
  const ReportComparison comparison =
      CompareReports(Report(), current, {.response_may_differ = true});
  EXPECT_TRUE(comparison.comparable());
  ASSERT_THAT(comparison.changes, SizeIs(2));
  EXPECT_EQ(comparison.changes[0].baseline, std::nullopt);
  EXPECT_EQ(comparison.changes[1].current, std::nullopt);
  EXPECT_EQ(comparison.unchanged_claims, 1U);
}

TEST(CompareReportsTest, AReportEqualsItselfReadBack) {
  GroundingReport report = Report();
  report.metrics.fcr = 1.0 / 3;
  const auto read = ReadGroundingJson(RenderGroundingJson(report));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  const ReportComparison comparison = CompareReports(report, *read);
  EXPECT_TRUE(comparison.comparable());
  EXPECT_THAT(comparison.changes, IsEmpty());
  for (const MetricChange& metric : comparison.metrics) {
    EXPECT_EQ(metric.baseline, metric.current) << metric.name;
  }
}

}  // namespace
}  // namespace gloss
