#include "judge/judge_input_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(JudgeTaskFields, AreRead) {
  const auto task = ReadJudgeTask({{"instructions", R"(["Use bullets.", "Be brief."])"},
                                   {"words", "120"},
                                   {"style", R"("bullets")"},
                                   {"text_language", R"("de")"},
                                   {"something", "1"}});
  ASSERT_TRUE(task.ok());
  EXPECT_THAT(task->instructions, ElementsAre("Use bullets.", "Be brief."));
  EXPECT_EQ(task->words, 120U);
  EXPECT_EQ(task->style, "bullets");
  EXPECT_EQ(task->language, "de");
  EXPECT_THAT(ReadJudgeTask({{"instruction", R"("One.")"}})->instructions, ElementsAre("One."));
  EXPECT_TRUE(ReadJudgeTask({{"instructions", "null"}})->instructions.empty());
  EXPECT_EQ(*ReadRunName({{"run", R"("b")"}}), "b");
}

TEST(JudgeTaskFields, OfTheWrongTypeAreErrors) {
  for (const auto& [name, value] : std::map<std::string, std::string>{{"instructions", "3"},
                                                                      {"instruction", "[1]"},
                                                                      {"words", "-5"},
                                                                      {"words", "1e9"},
                                                                      {"style", R"("poem")"},
                                                                      {"text_language", "[]"}}) {
    const auto task = ReadJudgeTask({{name, value}});
    ASSERT_FALSE(task.ok()) << name;
    EXPECT_THAT(task.status().message(), HasSubstr(name));
  }
  EXPECT_FALSE(ReadRunName({{"run", "1"}}).ok());
}

TEST(HumanLabels, AreRead) {
  const auto labels = ReadHumanLabels(
      "{\"id\": \"1\", \"criterion\": \"coverage\", \"label\": \"pass\"}\n\n"
      "{\"id\": 2, \"run\": \"b\", \"check\": \"length\", \"label\": false}\r\n");
  ASSERT_TRUE(labels.ok()) << labels.status().ToString();
  ASSERT_EQ(labels->size(), 2U);
  EXPECT_TRUE((*labels)[0].passed);
  EXPECT_EQ((*labels)[0].criterion, Criterion::kCoverage);
  EXPECT_EQ((*labels)[1].id, "2");
  EXPECT_EQ((*labels)[1].run, "b");
  EXPECT_EQ((*labels)[1].criterion, Criterion::kInstructionFollowing);
  EXPECT_FALSE((*labels)[1].passed);
}

TEST(HumanLabels, ErrorsNameTheLine) {
  for (const char* line :
       {"{", "[]", R"({"criterion": "coverage", "label": "pass"})",
        R"({"id": "1", "label": "pass"})", R"({"id": "1", "criterion": "style", "label": "pass"})",
        R"({"id": "1", "check": "nothing", "label": "pass"})",
        R"({"id": "1", "criterion": "coverage"})",
        R"({"id": "1", "criterion": "coverage", "label": "good"})"}) {
    const auto labels = ReadHumanLabels("\n" + std::string(line));
    ASSERT_FALSE(labels.ok()) << line;
    EXPECT_THAT(labels.status().message(), HasSubstr("line 2")) << line;
  }
}

}  // namespace
}  // namespace gloss
