#include "base/nearest_word.h"

#include <gtest/gtest.h>

#include <vector>

namespace gloss {
namespace {

const std::vector<std::string> kKnown = {"ground", "load", "models"};

TEST(NearestWordTest, FindsTheWordMeant) {
  EXPECT_EQ(NearestWord("grund", kKnown), "ground");
  EXPECT_EQ(NearestWord("laod", kKnown), "load");
  EXPECT_EQ(NearestWord("models", kKnown), "models");
}

TEST(NearestWordTest, FindsNothingFarAway) {
  EXPECT_EQ(NearestWord("", kKnown), "");
  EXPECT_EQ(NearestWord("summarise", kKnown), "");
  EXPECT_EQ(NearestWord("model-zoo", kKnown), "");
  EXPECT_EQ(NearestWord("model-zoo", kKnown, 4), "models");
}

}  // namespace
}  // namespace gloss
