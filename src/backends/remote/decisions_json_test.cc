#include "backends/remote/decisions_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gloss {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

Result<std::vector<Result<std::array<float, 3>>>> Parse(const std::string& answers, size_t count) {
  return ParseDecisions({.status = 200,
                         .content_type = "application/json",
                         .body = R"({"model":"m","answers":)" + answers + "}"},
                        count);
}

std::string Choice(const std::string& rest) {
  return R"([{"type":"choice","name":"s1",)" + rest + "}]";
}

TEST(DecisionsJsonTest, OneQuestionAStatement) {
  const std::vector<std::string_view> statements = {"one \"quoted\"", "two"};
  const auto body = nlohmann::json::parse(BuildDecisionsBody("m", "the text", statements));
  EXPECT_EQ(body["input"], "the text");
  ASSERT_THAT(body["questions"], SizeIs(2));
  EXPECT_EQ(body["questions"][0]["type"], "choice");
  EXPECT_THAT(body["questions"][0]["choices"], SizeIs(3));
  EXPECT_THAT(body["questions"][1]["instructions"].get<std::string>(), HasSubstr("two"));
  EXPECT_NE(body["questions"][0]["name"], body["questions"][1]["name"]);
  EXPECT_THAT(DecisionsPromptHash(), SizeIs(64));
}

TEST(DecisionsJsonTest, AnswersWithoutNamesGoByPlace) {
  const std::string one =
      R"({"type":"choice","name":null,"choice":"supported","probabilities":[
          {"value":"supported","probability":1}]})";
  EXPECT_TRUE((*Parse("[" + one + "," + one + "]", 2))[1].ok());
  EXPECT_FALSE(Parse("[" + one + "]", 2).ok()) << "nobody knows which one is missing";
}

TEST(DecisionsJsonTest, ABadAnswerIsUnlabelled) {
  for (const char* bad : {
           R"("choice":"supported")",
           R"("choice":"supported","probabilities":[])",
           R"("choice":"maybe","probabilities":[{"value":"supported","probability":1}])",
           R"("choice":"supported","probabilities":[{"value":"maybe","probability":1}])",
           R"("choice":"supported","probabilities":[{"value":"supported","probability":7}])",
           R"("choice":"supported","probabilities":[{"value":"supported","probability":0.4}])",
           R"("choice":"supported","probabilities":[{"value":"supported","probability":-1}])",
           R"("choice":"supported","probabilities":[{"value":"contradicted","probability":0.9},
                                                    {"value":"supported","probability":0.1}])",
           R"("choice":"supported","probabilities":[{"value":true,"probability":1}])",
       }) {
    const auto answers = Parse(Choice(bad), 1);
    ASSERT_TRUE(answers.ok()) << bad;
    EXPECT_FALSE((*answers)[0].ok()) << bad;
  }
}

TEST(DecisionsJsonTest, MissingAndDoubleAnswersFailAlone) {
  const std::string good =
      R"("choice":"supported","probabilities":[{"value":"supported","probability":1}])";
  const auto answers =
      Parse("[" + (R"({"name":"s1",)" + good + "},") + (R"({"name":"s3",)" + good + "},") +
                (R"({"name":"s3",)" + good + "},") + (R"({"name":"s9",)" + good + "}]"),
            3);
  ASSERT_TRUE(answers.ok());
  EXPECT_TRUE((*answers)[0].ok());
  EXPECT_THAT((*answers)[1].status().message(), HasSubstr("did not answer"));
  EXPECT_THAT((*answers)[2].status().message(), HasSubstr("twice"));
  EXPECT_FALSE(Parse("{}", 1).ok());
  EXPECT_FALSE(Parse("null", 1).ok());
}

}  // namespace
}  // namespace gloss
