#include "backends/remote/classify_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "backends/remote/probe_json.h"

namespace gloss {
namespace {

using testing::ElementsAre;

RemoteReply Reply(const std::string& body) {
  return {.status = 200, .content_type = "application/json", .body = body};
}

LabelMap ThreeWay() { return *MapLabels({"entailment", "neutral", "contradiction"}, {}); }

TEST(ClassifyJsonTest, APredictionNeedsEveryLabelOnce) {
  const auto predictions = ParsePredictions(Reply(R"([
      [{"label":"entailment","score":0.2},{"label":"neutral","score":0.3},
       {"label":"contradiction","score":0.5}],
      [{"label":"entailment","score":0.2}],
      [{"label":"entailment","score":2},{"label":"neutral","score":0},
       {"label":"contradiction","score":0}],
      [{"label":"other","score":0.2}],
      {"label":"entailment"},
      [{"label":"entailment","score":"0.2"},{"label":"neutral","score":null},
       {"label":"contradiction","score":0.5}]])"),
                                            ThreeWay(), 6);
  ASSERT_TRUE(predictions.ok()) << predictions.status().ToString();
  ASSERT_TRUE((*predictions)[0].ok());
  EXPECT_NEAR(std::exp((*(*predictions)[0])[2]), 0.5, 1e-5);
  for (size_t i = 1; i < 6; ++i) EXPECT_FALSE((*predictions)[i].ok()) << i;
}

TEST(ClassifyJsonTest, ACountThatDoesNotFitFailsTheRequest) {
  EXPECT_FALSE(ParsePredictions(Reply("[]"), ThreeWay(), 1).ok());
  EXPECT_FALSE(
      ParsePredictions(Reply(R"([{"label":"entailment","score":1}])"), ThreeWay(), 2).ok());
  EXPECT_FALSE(ParsePredictions(Reply(R"({"error":"x"})"), ThreeWay(), 1).ok());
}

TEST(ClassifyJsonTest, LabelNamesOfAPrediction) {
  EXPECT_THAT(*PredictLabelNames(Reply(R"([[{"label":"b","score":1},{"label":"a","score":0}]])")),
              ElementsAre("a", "b"));
  EXPECT_FALSE(PredictLabelNames(Reply(R"([{"label":"b"}])")).ok());
  EXPECT_FALSE(PredictLabelNames(Reply("[[]]")).ok());
}

TEST(ClassifyJsonTest, RerankScores) {
  const auto tei = ParseRerank(ServerKind::kTei,
                               Reply(R"([{"index":1,"score":0.9},{"index":0,"score":0.1}])"), 2);
  ASSERT_TRUE(tei.ok());
  EXPECT_NEAR(std::exp((*(*tei)[1])[0]), 0.9, 1e-5);
  const auto llama =
      ParseRerank(ServerKind::kLlamaServer, Reply(R"({"results":[{"index":0,"relevance_score":-3.5},
                                                      {"index":0,"relevance_score":1},
                                                      {"index":2,"relevance_score":1},
                                                      {"index":1,"relevance_score":12}]})"),
                  2);
  ASSERT_TRUE(llama.ok());
  EXPECT_FALSE((*llama)[0].ok()) << "given twice";
  EXPECT_GT(std::exp((*(*llama)[1])[0]), 0.99);
  const auto vllm = ParseRerank(ServerKind::kVllm,
                                Reply(R"({"results":[{"index":0,"relevance_score":1.5}]})"), 2);
  ASSERT_TRUE(vllm.ok());
  EXPECT_FALSE((*vllm)[0].ok()) << "no probability";
  EXPECT_FALSE((*vllm)[1].ok()) << "missing";
  EXPECT_FALSE(ParseRerank(ServerKind::kVllm, Reply("[]"), 1).ok());
}

TEST(ProbeJsonTest, EachServersAnswerAndNoOther) {
  EXPECT_EQ(ReadLlamaServerProps(R"({"default_generation_settings":{},"total_slots":3})")->slots,
            3);
  EXPECT_EQ(ReadLlamaServerProps(R"({"default_generation_settings":{},"total_slots":1e99})")->slots,
            0);
  for (const char* other : {"", "{}", "[]", "null", "<html>", R"({"version":"1"})"}) {
    EXPECT_FALSE(ReadLlamaServerProps(other).has_value()) << other;
    EXPECT_FALSE(ReadTeiInfo(other).has_value()) << other;
    EXPECT_FALSE(ReadModelList(other).has_value()) << other;
  }
  EXPECT_EQ(ReadVersion(R"({"version":"0.33"})"), "0.33");
  EXPECT_EQ(ReadVersion(R"({"version":3})"), std::nullopt);
  const auto tei =
      ReadTeiInfo(R"({"model_id":"m","model_type":"reranker","max_client_batch_size":0})");
  ASSERT_TRUE(tei.has_value());
  EXPECT_EQ(tei->kind, TeiModel::kReranker);
  EXPECT_EQ(tei->max_batch, 1);
  const auto list =
      ReadModelList(R"({"data":[{"id":"a"},{"no":1},3,{"id":"b","owned_by":"vllm"}]})");
  ASSERT_TRUE(list.has_value());
  EXPECT_THAT(list->names, ElementsAre("a", "b"));
  EXPECT_TRUE(list->is_vllm);
}

TEST(ProbeJsonTest, TheOddSchemaIsKeptOnlyOnPurpose) {
  EXPECT_TRUE(KeepsEnforcementSchema(R"( {"zq_probe": "vx7-amber"} )"));
  for (const char* text :
       {"", "hello", "{}", R"({"zq_probe":"x"})", R"({"zq_probe":"vx7-amber","more":1})"}) {
    EXPECT_FALSE(KeepsEnforcementSchema(text)) << text;
  }
}

}  // namespace
}  // namespace gloss
