#include "writing/tag_cleaning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "models/tag_automaton.h"
#include "models/tag_test_support.h"
#include "text/ascii.h"
#include "writing/writing_test_support.h"

namespace gloss {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class TagCleaningTest : public testing::Test {
 protected:
  TagCleaningTest() : document_(PlainDocument({"It rains.", "It snows.", "Tea is hot."})) {
    for (const Sentence& sentence : document_.sentences) tags_.push_back(sentence.tag);
    allowed_ = {tags_[0], tags_[1]};
  }

  CleanedText Clean(const std::string& text) const {
    return CleanTags(text, TagIndex({&document_, 1}), allowed_);
  }
  std::string Mark(size_t i) const { return "<" + tags_[i] + ">"; }

  Document document_;
  std::vector<std::string> tags_;
  std::set<std::string> allowed_;
};

TEST_F(TagCleaningTest, GoodTagsStay) {
  const std::string text = "Rain fell " + Mark(0) + ". Snow too" + Mark(1) + " and <b>more</b>.";
  const CleanedText cleaned = Clean(text);
  EXPECT_EQ(cleaned.text, text);
  EXPECT_THAT(cleaned.tags, ElementsAre(tags_[0], tags_[1]));
  EXPECT_EQ(cleaned.removed + cleaned.repaired + cleaned.repeated, 0U);
}

TEST_F(TagCleaningTest, WhatMayNotBeCitedGoes) {
  EXPECT_EQ(Clean("Tea " + Mark(2) + ".").text, "Tea.");  // a tag, but not of this part
  EXPECT_EQ(Clean("Tea <deadbeef>.").text, "Tea.");
  EXPECT_EQ(Clean("Tea [dead1234] and cake.").text, "Tea and cake.");
  EXPECT_EQ(Clean("Rain " + Mark(0) + ", rain " + Mark(0) + ".").text,
            "Rain " + Mark(0) + ", rain.");
  EXPECT_EQ(Clean("Rain " + Mark(0) + "</" + tags_[0] + ">.").text, "Rain " + Mark(0) + ".");
  EXPECT_GT(Clean("Tea <deadbeef>.").removed, 0U);
  EXPECT_EQ(Clean("Rain " + Mark(0) + Mark(0)).repeated, 1U);
}

TEST_F(TagCleaningTest, DamagedOnesAreRepaired) {
  const std::string& tag = tags_[0];
  for (const std::string& damaged :
       {"[" + tag + "]", "< " + tag + " >", "<" + tag.substr(0, 7) + ">", "(" + tag + ")"}) {
    const CleanedText cleaned = Clean("Rain " + damaged + ".");
    EXPECT_EQ(cleaned.text, "Rain " + Mark(0) + ".") << damaged;
    EXPECT_EQ(cleaned.repaired, 1U) << damaged;
  }
}

TEST_F(TagCleaningTest, AHalfTagAtTheEndGoes) {
  EXPECT_EQ(Clean("Rain " + Mark(0) + ". Snow<" + tags_[1].substr(0, 5)).text,
            "Rain " + Mark(0) + ". Snow");
}

/// Whatever a writer wrote: nothing is left that reads like a tag, and reading again changes
/// nothing.
TEST_F(TagCleaningTest, NothingFalseIsLeft) {
  std::mt19937_64 random(11);
  const std::string alphabet = "<<>>[]()// 0123456789abcdefabcdefAF.x\n";
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 200; ++i) {
      text += alphabet[random() % alphabet.size()];
      if (random() % 12 == 0) text += "<" + tags_[random() % 3] + ">";
      if (random() % 30 == 0) text += "<deadbeef>";
      if (random() % 30 == 0) text += "[" + tags_[random() % 3] + "]";
    }
    const CleanedText cleaned = Clean(text);
    const std::vector<std::string> allowed(allowed_.begin(), allowed_.end());
    const TagsFound found = ReadTags(cleaned.text, allowed);
    EXPECT_THAT(found.bad, IsEmpty()) << text << "\n-> " << cleaned.text;
    EXPECT_THAT(found.closing, IsEmpty()) << cleaned.text;
    for (const auto& [tag, count] : found.good) EXPECT_EQ(count, 1) << tag;
    EXPECT_EQ(found.good.size(), cleaned.tags.size()) << cleaned.text;
    const CleanedText again = Clean(cleaned.text);
    EXPECT_EQ(again.text, cleaned.text) << text;
    EXPECT_EQ(again.tags, cleaned.tags);
  }
}

/// What the sampler lets through (models/tag_automaton.h), the reader of citations takes for what
/// it is: nothing is repaired, nothing is taken out.
TEST_F(TagCleaningTest, TheSamplerAndTheReaderAgreeOnWhatIsATag) {
  allowed_ = {tags_.begin(), tags_.end()};
  const auto rules = *TagRules::Create({.tags = tags_});
  std::mt19937_64 random(5);
  const std::string alphabet = "<<>>[]()// \n0123456789abcdefabcdefAF.xtag";
  size_t good = 0;
  for (int round = 0; round < 400; ++round) {
    TagAutomaton automaton(rules);
    std::string text;
    for (int i = 0; i < 200; ++i) {
      std::string piece(1, alphabet[random() % alphabet.size()]);
      std::string tag = tags_[random() % tags_.size()];
      const auto letters = std::count_if(tag.begin(), tag.end(), IsAsciiAlpha);
      // What is left of one with hardly a letter can be a number.
      const uint64_t damage = letters < 3 ? 40 : random() % 40;
      if (damage < 8) tag[random() % 8] = "0123456789abcdefg"[random() % 17];
      if (damage < 4) tag.erase(random() % 8, 1);
      if (random() % 10 == 0) piece = "<" + tag + ">";
      if (random() % 20 == 0) piece = "[" + tag + "]";
      if (random() % 20 == 0) piece = tag;
      if (automaton.Accept(piece)) text += piece;
    }
    text.resize(LengthWithoutOpenTag(rules, text));
    const CleanedText cleaned = Clean(text);
    EXPECT_EQ(cleaned.text, text);
    EXPECT_EQ(cleaned.removed + cleaned.repaired + cleaned.repeated, 0U) << text;
    good += cleaned.tags.size();
  }
  EXPECT_GT(good, 400U);
}

TEST_F(TagCleaningTest, LinearInHalfTags) {
  std::string text;
  while (text.size() < 1'000'000) text += "<a3f5e8<[(";
  EXPECT_THAT(Clean(text).text, Not(HasSubstr("a3f5e82")));
}

}  // namespace
}  // namespace gloss
