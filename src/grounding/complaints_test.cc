// What users of other tools complained of, as tests of the whole pipeline with scripted models:
// long texts, repeated texts, context that drifts, cut-offs (docs/design/complaints.md).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grounding/grounder.h"
#include "grounding/test_support.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"

namespace gloss {
namespace {

using ::testing::SizeIs;

/// "X happened." entails itself, and contradicts "X did not happen.".
std::optional<Relation> Plain(const PremiseHypothesis& pair) {
  const auto body = [](std::string_view text) {
    return std::string(text.substr(0, text.find(' ')));
  };
  if (body(pair.premise) != body(pair.hypothesis)) return std::nullopt;
  const auto denies = [](std::string_view text) { return text.find(" not ") != text.npos; };
  return denies(pair.premise) == denies(pair.hypothesis) ? Relation::kEntailment
                                                         : Relation::kContradiction;
}

GroundingReport Ground(Document response, std::vector<Document> documents) {
  ScriptedEmbedder embedder;
  ScriptedClassifier classifier(Script({.callback = Plain}));
  GroundingInput input;
  input.response = std::move(response);
  input.documents = std::move(documents);
  GroundingOptions options;
  options.decomposition = "none";
  options.compute_pfcr = false;
  auto report = Grounder(embedder, classifier, nullptr).Ground(std::move(input), options, {}, {});
  EXPECT_TRUE(report.ok()) << report.status().ToString();
  return *std::move(report);
}

std::string Event(int number, bool happened = true) {
  std::string name = "Event";
  for (int rest = number; rest > 0 || name == "Event"; rest /= 26) {
    name += static_cast<char>('a' + rest % 26);
  }
  return name + (happened ? " happened in the city." : " did not happen in the city.");
}

/// A long answer is checked to its end: neither the answer nor its last sentence is cut away
/// because the context is long.
TEST(Complaints, ALongAnswerWithALongContextIsCheckedToItsEnd) {
  std::vector<std::string> source;
  std::vector<std::string> answer;
  for (int i = 0; i < 1500; ++i) source.push_back(Event(i));
  for (int i = 0; i < 300; ++i) answer.push_back(Event(i * 5));
  answer.back() = Event(1499, /*happened=*/false);
  const GroundingReport report = Ground(DocumentOf("r", answer), {DocumentOf("d1", source)});
  ASSERT_THAT(report.claims, SizeIs(300));
  for (size_t i = 0; i + 1 < 300; ++i) {
    EXPECT_EQ(report.claims[i].verdict, Verdict::kSupported) << i;
  }
  EXPECT_EQ(report.claims.back().verdict, Verdict::kContradicted);
  EXPECT_EQ(report.coverage.claims_checked, 300);
}

/// Support in one of many sources is enough; the others need not say it too.
TEST(Complaints, SupportInOneOfManySourcesIsEnough) {
  std::vector<Document> documents;
  for (int d = 0; d < 40; ++d) documents.push_back(DocumentOf("d", {Event(d), Event(d + 100)}));
  const GroundingReport report = Ground(DocumentOf("r", {Event(139)}), documents);
  EXPECT_EQ(report.claims[0].verdict, Verdict::kSupported);
  ASSERT_THAT(report.claims[0].evidence, SizeIs(1));
  EXPECT_EQ(report.claims[0].evidence[0].sentences[0], (SentenceRef{39, 1}));
}

/// More context does not change what was found: the same verdict and the same probability.
TEST(Complaints, ScoresDoNotDriftAsContextGrows) {
  const Document response = DocumentOf("r", {Event(7)});
  const float alone =
      Ground(response, {DocumentOf("d1", {Event(7)})}).claims[0].evidence[0].probability;
  std::vector<std::string> source;
  for (int i = 0; i < 1000; ++i) source.push_back(Event(i));
  const GroundingReport report = Ground(response, {DocumentOf("d1", source)});
  ASSERT_THAT(report.claims[0].evidence, SizeIs(1));
  EXPECT_EQ(report.claims[0].evidence[0].probability, alone);
}

/// Equal sentences of an answer are claims of their own, each with its own span.
TEST(Complaints, RepeatedSentencesKeepTheirOwnPlaces) {
  const GroundingReport report = Ground(DocumentOf("r", {Event(1), Event(2), Event(1)}),
                                        {DocumentOf("d1", {Event(1), Event(2)})});
  ASSERT_THAT(report.claims, SizeIs(3));
  EXPECT_NE(report.claims[0].claim.span.begin, report.claims[2].claim.span.begin);
  EXPECT_EQ(report.claims[0].claim.sentence, 0);
  EXPECT_EQ(report.claims[2].claim.sentence, 2);
}

/// A wrong magnitude is flagged although every other word agrees and the model is content.
TEST(Complaints, AWrongMagnitudeIsNeverSupported) {
  const GroundingReport report =
      Ground(DocumentOf("r", {"Revenue reached 999 million euros last year."}),
             {DocumentOf("d1", {"Revenue reached 99 million euros last year."})});
  EXPECT_EQ(report.claims[0].verdict, Verdict::kContradicted);
  EXPECT_FALSE(report.claims[0].reason.empty());
}

}  // namespace
}  // namespace gloss
