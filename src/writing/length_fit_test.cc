#include "writing/length_fit.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace gloss {
namespace {

size_t WordsOf(const std::vector<FitItem>& items, const std::vector<FitChoice>& choices) {
  size_t words = 0;
  for (const FitChoice& choice : choices) words += items[choice.item].statements[choice.statement];
  return words;
}

std::vector<FitItem> Items(size_t count, const std::vector<size_t>& statements) {
  std::vector<FitItem> items;
  for (size_t i = 0; i < count; ++i) items.push_back({{0, i % 10}, statements});
  return items;
}

TEST(FitLength, TakesAwayAndAdds) {
  for (const size_t words : {60U, 150U, 250U, 400U}) {
    const std::vector<FitItem> items = Items(30, {20, 12});
    const auto choices = FitLength(items, {.words = words, .count = 10, .spread = false});
    EXPECT_NEAR(static_cast<double>(WordsOf(items, choices)), static_cast<double>(words),
                static_cast<double>(words) * 0.1);
  }
}

TEST(FitLength, KeepsTheNumberWhenItIsFixed) {
  const std::vector<FitItem> items = Items(10, {30, 20, 10});
  const auto choices =
      FitLength(items, {.words = 150, .count = 10, .fixed_count = true, .spread = true});
  EXPECT_EQ(choices.size(), 10U);
  EXPECT_NEAR(static_cast<double>(WordsOf(items, choices)), 150.0, 10.0);
}

TEST(FitLength, KeepsTheSpread) {
  const std::vector<FitItem> items = Items(12, {40});
  const auto choices = FitLength(items, {.words = 280, .count = 12, .spread = true});
  std::set<size_t> parts;
  for (const FitChoice& choice : choices) parts.insert(items[choice.item].part.second);
  EXPECT_GE(parts.size(), 8U);
}

TEST(FitLength, TheLengthGoesBeforeTheSpreadWhereBothCannotBe) {
  const std::vector<FitItem> items = Items(12, {40});
  const auto choices = FitLength(items, {.words = 110, .count = 12, .spread = true});
  EXPECT_EQ(WordsOf(items, choices), 120U);
  std::set<size_t> parts;
  for (const FitChoice& choice : choices) parts.insert(items[choice.item].part.second);
  EXPECT_EQ(parts.size(), choices.size());
  // Nothing comes near it: then the spread is kept.
  const auto far = FitLength(items, {.words = 60, .count = 12, .spread = true});
  EXPECT_EQ(far.size(), 8U);
}

TEST(FitLength, AShorterItemOfTheSamePartStandsIn) {
  std::vector<FitItem> items = Items(10, {50});
  for (size_t i = 0; i < 10; ++i) items.push_back({{0, i}, {20}});
  const auto choices = FitLength(items, {.words = 200, .count = 10, .spread = true});
  EXPECT_NEAR(static_cast<double>(WordsOf(items, choices)), 200.0, 20.0);
  std::set<size_t> parts;
  for (const FitChoice& choice : choices) parts.insert(items[choice.item].part.second);
  EXPECT_GE(parts.size(), 8U);
}

TEST(FitLength, OneItemStays) {
  const std::vector<FitItem> items = Items(1, {40});
  EXPECT_EQ(FitLength(items, {.words = 1, .count = 1, .spread = false}).size(), 1U);
  EXPECT_TRUE(FitLength({}, {.words = 100}).empty());
}

}  // namespace
}  // namespace gloss
