#include "engine/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "engine/engine.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"
#include "models/scripted_generator.h"

namespace gloss {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::string_view kSource = "The council approved the budget in March.";

JudgeItem ItemOf(std::string id, std::string run, std::string text) {
  JudgeItem item;
  item.cited.id = std::move(id);
  item.cited.text.uri = "text";
  item.cited.text.text = std::move(text);
  item.cited.grounding.decomposition = "none";
  TextInput source;
  source.uri = "source";
  source.text = std::string(kSource);
  item.cited.sources = {source};
  item.run = std::move(run);
  return item;
}

std::unique_ptr<Engine> EngineWith(ScriptedGeneratorOptions judge) {
  auto engine = std::make_unique<Engine>(std::make_unique<ScriptedEmbedder>(),
                                         std::make_unique<ScriptedClassifier>(), nullptr);
  engine->UseJudge(std::make_unique<ScriptedGenerator>(std::move(judge)));
  return engine;
}

std::unique_ptr<Engine> EngineWithoutJudge() {
  return std::make_unique<Engine>(std::make_unique<ScriptedEmbedder>(),
                                  std::make_unique<ScriptedClassifier>(), nullptr);
}

TEST(EngineJudge, AnIdTwiceInARunAndPairsOfOneRunAreErrors) {
  const auto engine = EngineWithoutJudge();
  JudgeRequest request;
  request.items = {ItemOf("1", "a", "Text."), ItemOf("1", "a", "Text.")};
  EXPECT_EQ(engine->Judge(request, {}, {}).status().code(), StatusCode::kInvalidArgument);
  request.items[1].run = "b";
  EXPECT_TRUE(engine->Judge(request, {}, {}).ok());
  request.pairwise = true;
  const auto no_judge = engine->Judge(request, {}, {});
  ASSERT_FALSE(no_judge.ok());
  EXPECT_THAT(no_judge.status().message(), HasSubstr("judge"));
  request.items.pop_back();
  EXPECT_THAT(engine->Judge(request, {}, {}).status().message(), HasSubstr("two runs"));
}

TEST(EngineJudge, WhatCannotBeReadIsAGap) {
  const auto engine = EngineWithoutJudge();
  JudgeRequest request;
  request.items = {ItemOf("1", "", "The budget was approved."), ItemOf("2", "", "It was.")};
  request.items[0].cited.sources[0].text.reset();
  request.items[0].cited.sources[0].uri = "/nowhere/source.txt";
  request.items[1].cited.text.text.reset();
  request.items[1].cited.text.uri = "/nowhere/text.txt";
  const auto report = engine->Judge(request, {}, {});
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_THAT(report->texts, SizeIs(1));
  ASSERT_GE(report->gaps.size(), 2U);
  EXPECT_THAT(report->gaps.front(), HasSubstr("1: source not read"));
  EXPECT_THAT(report->gaps.back(), HasSubstr("2: not judged"));
}

TEST(EngineJudge, TellsCostAndFailure) {
  ScriptedGeneratorOptions script;
  script.callback = [](const GenerationRequest&) {
    return std::optional(std::string(R"({"explanation": "so it is", "answer": "yes"})"));
  };
  JudgeRequest request;
  request.items = {ItemOf("1", "", "The budget was approved.")};
  request.prompt_price = 1;
  request.generated_price = 1;
  auto report = EngineWith(script)->Judge(request, {}, {});
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->usage.requests, 3);
  ASSERT_TRUE(report->cost);
  EXPECT_NEAR(
      *report->cost,
      static_cast<double>(report->usage.prompt_tokens + report->usage.generated_tokens) / 1e6,
      1e-12);
  EXPECT_FALSE(report->model_failed);
  EXPECT_EQ(report->provenance.models.back().role, "judge");

  script.fail_after = 0;
  report = EngineWith(script)->Judge(request, {}, {});
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report->model_failed);
  EXPECT_FALSE(report->gaps.empty());
}

TEST(EngineJudge, AStopLeavesTheRestOut) {
  const auto engine = EngineWithoutJudge();
  JudgeRequest request;
  request.items = {ItemOf("1", "", "Text."), ItemOf("2", "", "Text.")};
  std::stop_source stop;
  stop.request_stop();
  const auto report = engine->Judge(request, {}, stop.get_token());
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_THAT(report->texts, SizeIs(0));
  EXPECT_THAT(report->gaps.back(), HasSubstr("0 of 2 texts judged"));
}

}  // namespace
}  // namespace gloss
