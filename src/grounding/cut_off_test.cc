#include "grounding/cut_off.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace gloss {
namespace {

bool Cut(std::string_view sentence, std::string_view language = "en") {
  const std::array<std::string_view, 2> texts = {"Drugs reduce mortality.", "The fevers fell."};
  return LooksCutOff(sentence, language, texts);
}

TEST(LooksCutOff, FindsOpenEnds) {
  EXPECT_TRUE(Cut("Aspirin lowers fever,"));
  EXPECT_TRUE(Cut("Aspirin lowers fever and"));
  EXPECT_TRUE(Cut("Aspirin lowers the"));
  EXPECT_TRUE(Cut("Aspirin lowers anti-"));
  EXPECT_TRUE(Cut("Aspirin lowers..."));
  EXPECT_TRUE(Cut("Aspirin lowers fever (n = 45"));
  EXPECT_TRUE(Cut("Aspirin reduces mort"));
  EXPECT_TRUE(Cut("Aspirin senkt das", "de"));
}

TEST(LooksCutOff, LeavesWholeSentences) {
  EXPECT_FALSE(Cut("Aspirin lowers fever."));
  EXPECT_FALSE(Cut("Aspirin lowers fever!\""));
  EXPECT_FALSE(Cut("Aspirin lowers fever (n = 45)."));
  EXPECT_FALSE(Cut("Aspirin lowers fever"));
  EXPECT_FALSE(Cut("Aspirin is a drug"));
  EXPECT_FALSE(Cut("Aspirin lowers fever [3]"));
  EXPECT_FALSE(Cut("A total of 45"));
  EXPECT_FALSE(Cut(""));
}

TEST(EndsInTerminal, PassesOverClosers) {
  EXPECT_TRUE(EndsInTerminal("He said \"yes.\""));
  EXPECT_TRUE(EndsInTerminal("**Done.**"));
  EXPECT_FALSE(EndsInTerminal("Done"));
}

}  // namespace
}  // namespace gloss
