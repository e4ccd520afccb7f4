#include "writing/quality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "writing/cited_layout.h"
#include "writing/writing_test_support.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

CitedText TextOf(const std::vector<std::pair<std::string, int>>& statements) {
  CitedText text;
  text.documents.push_back(PlainDocument(
      {"The council approved the budget in March.", "The museum was closed in winter.",
       "One two three four five six seven eight nine ten eleven twelve thirteen fourteen."}));
  std::vector<PlacedStatement> placed;
  for (const auto& [statement, sentence] : statements) {
    placed.push_back({{statement, CitedOrigin::kShortened, 6, 0.9F, ""}, {0, sentence}});
  }
  LayOut(placed, WritingStyle::kProse, text);
  return text;
}

TEST(MeasureQuality, ATextThatComplies) {
  const CitedQuality quality =
      MeasureQuality(TextOf({{"The budget was approved.", 0}, {"The museum was closed.", 1}}),
                     {.target_words = 10});
  EXPECT_THAT(quality.faults, IsEmpty());
  EXPECT_EQ(quality.sentences, 2U);
  EXPECT_EQ(quality.shortened, 2U);
  EXPECT_EQ(quality.words, 8U);
  EXPECT_NEAR(*quality.length_error, 0.2, 1e-9);
  EXPECT_EQ(quality.precision, 1.0);
  EXPECT_EQ(quality.recall, 1.0);
  EXPECT_EQ(quality.parts, 2U);
  EXPECT_EQ(quality.spacing, 1.0);
  EXPECT_EQ(quality.filler, 0U);
}

TEST(MeasureQuality, NamesEveryFault) {
  CitedText text =
      TextOf({{"The budget was approved.", 0},
              {"It passed in March.", 0},
              {"One two three four five six seven eight nine ten eleven twelve thirteen.", 2},
              {"Nobody knows.", 1}});
  text.citations[3].state = CitationState::kUnknown;
  text.sentences[1].citations.clear();
  const CitedQuality quality = MeasureQuality(text, {});
  EXPECT_THAT(quality.faults,
              ElementsAre(HasSubstr("cited more than once"), HasSubstr("names nothing"),
                          HasSubstr("without a citation"), HasSubstr("without quotation marks")));
  EXPECT_FALSE(quality.complies());
  ASSERT_EQ(quality.fault_places.size(), quality.faults.size());
  EXPECT_EQ(quality.fault_places[1].kind, FormatFault::kUnknownMark);
  EXPECT_EQ(quality.fault_places[2].sentence, 1);
}

TEST(MeasureQuality, QuotationsMayCopy) {
  const CitedQuality quality = MeasureQuality(
      TextOf({{"“One two three four five six seven eight nine ten eleven twelve thirteen "
               "fourteen.”",
               2}}),
      {});
  EXPECT_TRUE(quality.complies());
  EXPECT_EQ(quality.quoted, 1U);
}

TEST(MeasureQuality, UnsupportedCitationsCostPrecision) {
  CitedText text = TextOf({{"The budget was approved.", 0}, {"The museum was closed.", 1}});
  text.citations[1].verdict = CitationVerdict::kDoesNotAddress;
  text.sentences[1].verdict = Verdict::kNotEnoughInfo;
  const CitedQuality quality = MeasureQuality(text, {});
  EXPECT_EQ(quality.precision, 0.5);
  EXPECT_EQ(quality.recall, 0.5);
}

TEST(MeasureQuality, FillerIsCounted) {
  EXPECT_EQ(
      MeasureQuality(TextOf({{"It is important to note that budgets matter.", 0}}), {}).filler, 1U);
}

TEST(MeasureQuality, AnEmptyTextIsNoError) {
  const CitedQuality quality = MeasureQuality(CitedText{}, {.target_words = 10});
  EXPECT_TRUE(quality.complies());
  EXPECT_FALSE(quality.precision.has_value());
  EXPECT_EQ(quality.length_error, 1.0);
}

TEST(CoverageOfSalient, CountsCitedAndAlike) {
  std::vector<SourceSentence> sentences(3);
  std::vector<RankedSentence> ranked(3);
  for (size_t i = 0; i < 3; ++i) {
    sentences[i].ref = {0, static_cast<int>(i)};
    ranked[i].index = i;
  }
  ranked[0].embedding = {1, 0};
  ranked[1].embedding = {0.8F, 0.6F};
  ranked[2].embedding = {0, 1};
  EXPECT_NEAR(CoverageOfSalient(ranked, sentences, {{0, 0}}, 3), 2.0 / 3, 1e-9);
  EXPECT_EQ(CoverageOfSalient(ranked, sentences, {}, 3), 0.0);
  EXPECT_EQ(CoverageOfSalient({}, {}, {}, 3), 0.0);
}

}  // namespace
}  // namespace gloss
