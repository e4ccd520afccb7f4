#include "report/word_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string Side(const std::vector<DiffPart>& parts, DiffKind side) {
  std::string text;
  for (const DiffPart& part : parts) {
    if (part.kind == DiffKind::kSame || part.kind == side) text += part.text;
  }
  return text;
}

TEST(WordDiff, FindsTheWordsThatChanged) {
  EXPECT_THAT(
      WordDiff("It cost 85.3 million.", "It cost 58.3 million."),
      ElementsAre(DiffPart{DiffKind::kSame, "It cost"}, DiffPart{DiffKind::kRemoved, " 85.3"},
                  DiffPart{DiffKind::kAdded, " 58.3"}, DiffPart{DiffKind::kSame, " million."}));
  EXPECT_THAT(WordDiff("It rose.", "It rose. [not supported]"),
              ElementsAre(DiffPart{DiffKind::kSame, "It rose."},
                          DiffPart{DiffKind::kAdded, " [not supported]"}));
}

TEST(WordDiff, SameAndEmptyTexts) {
  EXPECT_THAT(WordDiff("", ""), IsEmpty());
  EXPECT_THAT(WordDiff("a b", "a b"), ElementsAre(DiffPart{DiffKind::kSame, "a b"}));
  EXPECT_THAT(WordDiff("a b", ""), ElementsAre(DiffPart{DiffKind::kRemoved, "a b"}));
  EXPECT_THAT(WordDiff("", "a"), ElementsAre(DiffPart{DiffKind::kAdded, "a"}));
}

TEST(WordDiff, PartsJoinedAreTheTexts) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"One two  three\tfour.", "Zero two three  four five."},
      {"Größe: 5 µg — 橋は古い。", "Größe: 6 µg — 橋は新しい。"},
      {"a b c d e f", "f e d c b a"},
      {" lead and trail ", "lead or trail"}};
  for (const auto& [before, after] : texts) {
    const std::vector<DiffPart> parts = WordDiff(before, after);
    EXPECT_EQ(Side(parts, DiffKind::kRemoved), before);
    EXPECT_EQ(Side(parts, DiffKind::kAdded), after);
  }
}

TEST(WordDiff, LongTextsAreReplacedWhole) {
  std::string before;
  for (int i = 0; i < 3000; ++i) before += "word" + std::to_string(i) + " ";
  EXPECT_THAT(WordDiff(before, before + "x"), SizeIs(2));
  EXPECT_THAT(WordDiff(before, before), SizeIs(1));
}

}  // namespace
}  // namespace gloss
