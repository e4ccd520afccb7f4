#include "backends/remote/cited_sentences_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using testing::HasSubstr;

std::shared_ptr<const TagRules> Rules(bool once = true) {
  return *TagRules::Create({.tags = {"a3f5e823", "94263ce0"}, .once = once});
}

TEST(CitedSentencesTest, TheSchemaNamesTheTags) {
  const std::string schema = CitedSentencesSchema(*Rules());
  EXPECT_THAT(schema, HasSubstr(R"("enum":["94263ce0","a3f5e823"])"));
  EXPECT_THAT(schema, HasSubstr(R"("additionalProperties":false)"));
  EXPECT_THAT(CitedSentencesSchema(**TagRules::Create({})), testing::Not(HasSubstr("enum")));
}

TEST(CitedSentencesTest, SentencesWithTheirTagsBehindThem) {
  EXPECT_EQ(ReadCitedSentences(R"({"sentences":[{"text":"It rains.","tags":["a3f5e823"]},
                {"text":"\n\nIt snows.","tags":[]},{"text":"Tea.","tags":["94263ce0"]}]})",
                               Rules()),
            "It rains. <a3f5e823>\n\nIt snows. Tea. <94263ce0>");
}

TEST(CitedSentencesTest, NothingFalseGetsThrough) {
  const std::string json =
      R"({"sentences":[{"text":"It <deadbeef> rains a3f5e824.","tags":["deadbeef","a3f5e823",7]},
                       {"text":"Again <","tags":["a3f5e823","94263ce0"]}]})";
  EXPECT_EQ(ReadCitedSentences(json, Rules()),
            "It deadbeef> rains a3f5e8. <a3f5e823> Again  <94263ce0>");
  EXPECT_EQ(ReadCitedSentences(json, Rules(/*once=*/false)),
            "It deadbeef> rains a3f5e8. <a3f5e823> Again  <a3f5e823> <94263ce0>");
}

TEST(CitedSentencesTest, OfACutAnswerTheWholeSentencesAreKept) {
  EXPECT_EQ(
      ReadCitedSentences(R"({"sentences":[{"text":"It rains.","tags":["a3f5e823"]},{"text":"It sn)",
                         Rules()),
      "It rains. <a3f5e823>");
  for (const char* bad :
       {"", "It rains.", "{", R"({"sentences":[]})", R"({"sentences":7})", R"([{"text":"x"}])"}) {
    EXPECT_EQ(ReadCitedSentences(bad, Rules()), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace gloss
