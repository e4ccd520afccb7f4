#include "models/micro_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace gloss {
namespace {

using testing::ElementsAre;

TEST(PlanMicroBatchesTest, NothingGivesNothing) { EXPECT_TRUE(PlanMicroBatches({}, {}).empty()); }

TEST(PlanMicroBatchesTest, SortsByLengthAndFillsTheBudget) {
  const std::vector<size_t> lengths = {10, 50, 20, 50, 30};
  EXPECT_THAT(PlanMicroBatches(lengths, {.max_tokens = 100, .max_sequences = 64}),
              ElementsAre(ElementsAre(1, 3), ElementsAre(4, 2, 0)));
}

TEST(PlanMicroBatchesTest, InputOverTheBudgetIsAlone) {
  const std::vector<size_t> lengths = {5, 500, 5};
  EXPECT_THAT(PlanMicroBatches(lengths, {.max_tokens = 100, .max_sequences = 64}),
              ElementsAre(ElementsAre(1), ElementsAre(0, 2)));
}

TEST(PlanMicroBatchesTest, KeepsToTheNumberOfSequences) {
  const std::vector<size_t> lengths(5, 1);
  EXPECT_THAT(PlanMicroBatches(lengths, {.max_tokens = 100, .max_sequences = 2}),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3), ElementsAre(4)));
  EXPECT_EQ(PlanMicroBatches(lengths, {.max_tokens = 100, .max_sequences = 0}).size(), 5U);
}

TEST(PlanMicroBatchesTest, EveryInputIsInExactlyOneBatchWithinTheLimits) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<size_t> lengths(random() % 100);
    for (size_t& length : lengths) length = random() % 300;
    const MicroBatchLimits limits{.max_tokens = 1 + random() % 400,
                                  .max_sequences = 1 + random() % 20};
    std::vector<int> seen(lengths.size(), 0);
    for (const auto& batch : PlanMicroBatches(lengths, limits)) {
      ASSERT_FALSE(batch.empty());
      size_t tokens = 0;
      for (const size_t index : batch) {
        ++seen.at(index);
        tokens += lengths[index];
      }
      EXPECT_LE(batch.size(), limits.max_sequences);
      if (batch.size() > 1) {
        EXPECT_LE(tokens, limits.max_tokens);
      }
    }
    EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
  }
}

}  // namespace
}  // namespace gloss
