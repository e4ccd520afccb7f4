#pragma once

// Conformance suite of RunHistory: each implementation's test instantiates it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "store/run_history.h"

namespace gloss::testing {

inline bool SameModel(const ModelUse& a, const ModelUse& b) {
  return a.role == b.role && a.name == b.name && a.sha256 == b.sha256;
}

/// A run with everything in it.
inline RunRecord SampleRun(int64_t started_ms, std::string json = "{\"a\": 1}") {
  RunRecord run;
  run.started_ms = started_ms;
  run.duration_ms = 1234;
  run.command = "ground";
  run.version = "0.1.0";
  run.method = "etracer";
  run.models = {{"embedder", "e", "aa"}, {"entailment", "n", ""}};
  run.prompts = {{"decompose_v1", "cc"}};
  run.settings = {{"tau", "0.5"}, {"seed", "42"}};
  RunReport report;
  report.record = "r 1";
  report.inputs = {{"response", "answer.txt", "11"}, {"source", "paper \"ü\".pdf", ""}};
  report.metrics = {{"fcr", 1.0 / 3}, {"ucr", 0.0}};
  report.verdicts = {{"supported", 2}, {"contradicted", 1}};
  report.json = std::move(json);
  run.reports = {
      report,
      RunReport{.record = "", .inputs = {}, .metrics = {}, .verdicts = {}, .json = "second"}};
  return run;
}

/// Text that does not compress.
inline std::string Noise(size_t size) {
  std::string noise;
  uint32_t state = 1;
  while (noise.size() < size) {
    state = state * 1664525 + 1013904223;
    noise.push_back(static_cast<char>(state >> 24));
  }
  return noise;
}

/// Makes an empty history with limits; what it needs lives as long as the holder.
struct HistoryUnderTest {
  std::unique_ptr<RunHistory> history;
  std::shared_ptr<void> holder;
};

class RunHistoryCases
    : public ::testing::TestWithParam<std::function<HistoryUnderTest(const HistoryLimits&)>> {
 protected:
  RunHistory& Make(const HistoryLimits& limits = {}) {
    under_test_ = GetParam()(limits);
    return *under_test_.history;
  }
  static std::vector<int64_t> Ids(RunHistory& history) {
    std::vector<int64_t> ids;
    const auto runs = history.List(1000);
    EXPECT_TRUE(runs.ok()) << runs.status().ToString();
    for (const RunRecord& run : *runs) ids.push_back(run.id);
    return ids;
  }

 private:
  HistoryUnderTest under_test_;
};

TEST_P(RunHistoryCases, GivesBackTheWholeRun) {
  RunHistory& history = Make();
  const RunRecord run = SampleRun(1'000'000);
  const auto id = history.Add(run);
  ASSERT_TRUE(id.ok()) << id.status().ToString();
  const auto found = history.Find(*id);
  ASSERT_TRUE(found.ok()) << found.status().ToString();
  EXPECT_EQ(found->id, *id);
  EXPECT_EQ(found->started_ms, run.started_ms);
  EXPECT_EQ(found->duration_ms, run.duration_ms);
  EXPECT_EQ(found->command, run.command);
  EXPECT_EQ(found->version, run.version);
  EXPECT_EQ(found->method, run.method);
  ASSERT_EQ(found->models.size(), 2U);
  EXPECT_TRUE(SameModel(found->models[0], run.models[0]));
  EXPECT_TRUE(SameModel(found->models[1], run.models[1]));
  ASSERT_EQ(found->prompts.size(), 1U);
  EXPECT_EQ(found->prompts[0].id, "decompose_v1");
  EXPECT_EQ(found->prompts[0].sha256, "cc");
  EXPECT_EQ(found->settings, run.settings);
  ASSERT_EQ(found->reports.size(), 2U);
  EXPECT_EQ(found->reports[0].record, "r 1");
  EXPECT_EQ(found->reports[0].inputs, run.reports[0].inputs);
  EXPECT_EQ(found->reports[0].metrics, run.reports[0].metrics);
  EXPECT_EQ(found->reports[0].verdicts, run.reports[0].verdicts);
  EXPECT_EQ(found->reports[0].json, run.reports[0].json);
  EXPECT_EQ(found->reports[1].json, "second");
}

TEST_P(RunHistoryCases, ListIsNewestFirstWithoutReports) {
  RunHistory& history = Make();
  for (int64_t i = 1; i <= 3; ++i) ASSERT_TRUE(history.Add(SampleRun(i)).ok());
  const auto runs = history.List(2);
  ASSERT_TRUE(runs.ok());
  ASSERT_EQ(runs->size(), 2U);
  EXPECT_EQ((*runs)[0].started_ms, 3);
  EXPECT_EQ((*runs)[1].started_ms, 2);
  EXPECT_GT((*runs)[0].id, (*runs)[1].id);
  ASSERT_EQ((*runs)[0].reports.size(), 2U);
  EXPECT_EQ((*runs)[0].reports[0].json, "");
  EXPECT_EQ((*runs)[0].reports[0].verdicts.at("supported"), 2);
  EXPECT_EQ((*runs)[0].settings.at("tau"), "0.5");
}

TEST_P(RunHistoryCases, MissingRuns) {
  RunHistory& history = Make();
  EXPECT_THAT(Ids(history), ::testing::IsEmpty());
  EXPECT_EQ(history.Find(1).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(history.Delete(1).code(), StatusCode::kNotFound);
}

TEST_P(RunHistoryCases, ADeletedRunIsGoneAndItsIdIsNotUsedAgain) {
  RunHistory& history = Make();
  const auto first = history.Add(SampleRun(1));
  const auto second = history.Add(SampleRun(2));
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_TRUE(history.Delete(*second).ok());
  EXPECT_EQ(history.Find(*second).status().code(), StatusCode::kNotFound);
  const auto third = history.Add(SampleRun(3));
  ASSERT_TRUE(third.ok());
  EXPECT_GT(*third, *second);
  EXPECT_THAT(Ids(history), ::testing::ElementsAre(*third, *first));
}

TEST_P(RunHistoryCases, OldRunsGoByNumber) {
  RunHistory& history = Make({.max_runs = 2});
  for (int64_t i = 1; i <= 4; ++i) ASSERT_TRUE(history.Add(SampleRun(i)).ok());
  EXPECT_THAT(Ids(history), ::testing::ElementsAre(4, 3));
}

TEST_P(RunHistoryCases, OldRunsGoByAge) {
  RunHistory& history = Make({.max_age_days = 1});
  const int64_t day = 86'400'000;
  for (const int64_t time : {day, day + 1, 2 * day + 1}) {
    ASSERT_TRUE(history.Add(SampleRun(time)).ok());
  }
  EXPECT_THAT(Ids(history), ::testing::ElementsAre(3, 2));
}

TEST_P(RunHistoryCases, OldRunsGoBySizeAndTheNewestStays) {
  RunHistory& history = Make({.max_bytes = 50'000});
  for (int64_t i = 1; i <= 3; ++i) ASSERT_TRUE(history.Add(SampleRun(i, Noise(20'000))).ok());
  EXPECT_THAT(Ids(history), ::testing::ElementsAre(3, 2));
  ASSERT_TRUE(history.Add(SampleRun(4, Noise(60'000))).ok());
  EXPECT_THAT(Ids(history), ::testing::ElementsAre(4));
  const auto found = history.Find(4);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->reports[0].json, Noise(60'000));
}

}  // namespace gloss::testing
