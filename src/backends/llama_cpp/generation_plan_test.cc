#include "backends/llama_cpp/generation_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using testing::ElementsAre;

TEST(PlanGenerationGroupsTest, GroupsAreOfLikeSize) {
  const std::vector<size_t> costs(10, 1);
  EXPECT_THAT(PlanGenerationGroups(costs, 100, 8),
              ElementsAre(GenerationGroup{0, 5}, GenerationGroup{5, 10}));
  EXPECT_THAT(PlanGenerationGroups(std::vector<size_t>(3, 1), 100, 8),
              ElementsAre(GenerationGroup{0, 2}, GenerationGroup{2, 3}));
  EXPECT_THAT(PlanGenerationGroups(std::vector<size_t>(1, 1), 100, 8),
              ElementsAre(GenerationGroup{0, 1}));
  EXPECT_THAT(PlanGenerationGroups({}, 100, 8), ElementsAre());
}

TEST(PlanGenerationGroupsTest, KeepsToTheCapacity) {
  const std::vector<size_t> costs = {40, 40, 40, 200, 10};
  EXPECT_THAT(PlanGenerationGroups(costs, 100, 8),
              ElementsAre(GenerationGroup{0, 2}, GenerationGroup{2, 3}, GenerationGroup{3, 4},
                          GenerationGroup{4, 5}));
}

TEST(SharedPrefixLengthTest, LeavesEachPromptAToken) {
  using Prompts = std::vector<std::vector<int32_t>>;
  EXPECT_EQ(SharedPrefixLength({}), 0U);
  EXPECT_EQ(SharedPrefixLength(Prompts{{1, 2, 3}}), 2U);
  EXPECT_EQ(SharedPrefixLength(Prompts{{1, 2, 3}, {1, 2, 4, 5}}), 2U);
  EXPECT_EQ(SharedPrefixLength(Prompts{{1, 2, 3}, {1, 2, 3}}), 2U);
  EXPECT_EQ(SharedPrefixLength(Prompts{{1, 2, 3}, {1}}), 0U);
  EXPECT_EQ(SharedPrefixLength(Prompts{{1, 2}, {3, 2}}), 0U);
  EXPECT_EQ(SharedPrefixLength(Prompts{{1, 2}, {}}), 0U);
}

}  // namespace
}  // namespace gloss
