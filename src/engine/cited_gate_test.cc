#include "engine/cited_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<CitedProblem> Problems(const std::vector<std::string>& words) {
  auto problems = ParseCitedProblems(words);
  EXPECT_TRUE(problems.ok()) << problems.status().ToString();
  return *problems;
}

TEST(CitedGate, FailsOnWhatIsNamed) {
  CitedCounts counts;
  counts.citations = 3;
  counts.unknown = 1;
  counts.supports = 2;
  counts.repaired = 2;
  counts.claims = 4;
  counts.claims_supported = 2;
  counts.claims_uncited = 1;
  EXPECT_THAT(CitedFailures(counts, {}, Problems({"unknown", "uncited", "unsupported"})),
              ElementsAre("1 citation names nothing", "1 claim is not supported by what it cites",
                          "1 claim has no citation that names anything"));
  EXPECT_THAT(CitedFailures(counts, {}, Problems({"repaired"})),
              ElementsAre("2 citations were put right"));
  EXPECT_THAT(CitedFailures(counts, {}, Problems({"none"})), IsEmpty());
}

TEST(CitedGate, WhatWasNotCheckedAlwaysFails) {
  CitedCounts counts;
  EXPECT_THAT(CitedFailures(counts, {"source b was not read"}, {}),
              ElementsAre("not everything was checked"));
  counts.unchecked = 1;
  EXPECT_THAT(CitedFailures(counts, {}, {}), ElementsAre("not everything was checked"));
  counts.unchecked = 0;
  counts.claims_unchecked = 1;
  EXPECT_THAT(CitedFailures(counts, {}, {}), ElementsAre("not everything was checked"));
}

TEST(CitedGate, TellsAWordThatIsNoProblem) {
  const auto problems = ParseCitedProblems(std::vector<std::string>{"unknown", "nonsense"});
  ASSERT_FALSE(problems.ok());
  EXPECT_THAT(problems.status().message(), HasSubstr("\"nonsense\""));
}

}  // namespace
}  // namespace gloss
