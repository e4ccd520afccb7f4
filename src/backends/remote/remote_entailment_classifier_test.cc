#include "backends/remote/remote_entailment_classifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "backends/remote/chat_verifiers.h"
#include "backends/remote/remote_test_util.h"
#include "backends/remote/remote_wire_test_json.h"

namespace gloss {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kChat = "/v1/chat/completions";

/// A chat answer with the probabilities of A, B and C, each spelt in two ways.
HttpResponse LabelAnswer(double a, double b, double c) {
  std::string top;
  const auto add = [&](const std::string& token, double probability) {
    top += (top.empty() ? "" : ",") + std::string(R"({"token":)") + Quoted(token) +
           R"(,"logprob":)" + std::to_string(std::log(std::max(probability, 1e-9))) + "}";
  };
  add("A", a / 2);
  add(" a", a / 2);
  add("B", b);
  add("\xE2\x96\x81"
      "C",
      c);
  add("Tea", 1 - a - b - c);
  return JsonResponse(
      R"({"choices":[{"finish_reason":"length","message":{"content":"A"},"logprobs":{"content":[
          {"token":"The","logprob":-9,"top_logprobs":[)" +
      top + "]}]}}]}");
}

HttpResponse TextAnswer(const std::string& text) {
  return JsonResponse(R"({"choices":[{"finish_reason":"stop","message":{"content":)" +
                      Quoted(text) + "}}]}");
}

const std::vector<PremiseHypothesis> kPairs = {
    {"It rains.", "It rains."}, {"It rains.", "Tea is hot."}, {"It rains.", "It is dry."}};

class RemoteClassifierTest : public testing::Test {
 protected:
  Result<std::unique_ptr<RemoteEntailmentClassifier>> Connect(
      VerifierKind kind = VerifierKind::kAuto, ModelSpec spec = {}) {
    GLOSS_ASSIGN_OR_RETURN(auto server, server_.Connect());
    return RemoteEntailmentClassifier::Connect(std::move(server), std::move(spec), kind, {});
  }

  /// Labels: e, n, c, or '-' where there is none.
  static std::string Labels(const BatchResult<RelationScores>& result) {
    std::string labels;
    for (const auto& item : result.items) {
      labels.push_back(item ? "enc"[static_cast<size_t>(item->label)] : '-');
    }
    return labels;
  }

  FakeServer server_;
};

TEST_F(RemoteClassifierTest, DecisionsComeFirst) {
  server_.BeVllm();
  size_t most_questions = 0;
  server_.transport->On("/v1/decisions", [&](const HttpRequest& request) -> Result<HttpResponse> {
    const size_t count = QuestionCount(request.body);
    most_questions = std::max(most_questions, count);
    if (count == 1) {
      return JsonResponse(R"({"answers":[{"type":"choice","name":"s1","choice":"supported",
          "probabilities":[{"value":"supported","probability":1}]}]})");
    }
    // Out of order, with a refusal.
    return JsonResponse(R"({"answers":[
        {"type":"refusal","name":"s2"},
        {"type":"choice","name":"s3","choice":"contradicted","probabilities":[
          {"value":"contradicted","probability":0.9},{"value":"not_enough_info","probability":0.1}]},
        {"type":"choice","name":"s1","choice":"supported","probabilities":[
          {"value":"supported","probability":0.8},{"value":"not_enough_info","probability":0.2}]}
        ]})");
  });
  const auto classifier = Connect();
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  EXPECT_EQ((*classifier)->verifier().kind(), VerifierKind::kDecisions);
  const auto result = (*classifier)->Classify(kPairs, {});
  EXPECT_EQ(most_questions, 3U) << "claims of one premise go together";
  EXPECT_EQ(Labels(result), "e-c");
  EXPECT_THAT(result.status.message(), HasSubstr("refused"));
  EXPECT_NEAR(result.items[0]->probability(Relation::kEntailment), 0.8, 1e-4);
}

TEST_F(RemoteClassifierTest, TheLadderGoesDownToTokenProbabilities) {
  server_.BeVllm();
  server_.transport->OnJson("/v1/decisions", R"({"error":{"message":"unsupported model"}})", 501);
  server_.transport->On(kChat, [](const HttpRequest& request) -> Result<HttpResponse> {
    const std::string text = UserMessageOf(request.body);
    if (text.find("Tea") != std::string::npos) return LabelAnswer(0.1, 0.8, 0.05);
    if (text.find("dry") != std::string::npos) return LabelAnswer(0.02, 0.03, 0.9);
    return LabelAnswer(0.9, 0.05, 0.01);
  });
  const auto classifier = Connect();
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  EXPECT_EQ((*classifier)->verifier().kind(), VerifierKind::kLogprobs);
  const auto result = (*classifier)->Classify(kPairs, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_EQ(Labels(result), "enc");
  EXPECT_NEAR(result.items[0]->probability(Relation::kEntailment), 0.9 / 0.96, 1e-3);
  EXPECT_EQ(RequestMember(server_.transport->LastBody(kChat), "max_tokens"), "1");
}

TEST_F(RemoteClassifierTest, AModelThatWouldSaySomethingElseAbstains) {
  server_.BeLlamaServer();
  server_.transport->On(kChat, [](const HttpRequest& request) -> Result<HttpResponse> {
    const bool tea = UserMessageOf(request.body).find("Tea") != std::string::npos;
    return tea ? LabelAnswer(0.3, 0.1, 0.05) : LabelAnswer(0.9, 0.05, 0.01);
  });
  const auto classifier = Connect();
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  const auto result = (*classifier)->Classify(kPairs, {});
  EXPECT_EQ(Labels(result), "e-e");
  EXPECT_THAT(result.status.message(), HasSubstr("abstained"));
  EXPECT_THAT(result.status.message(), HasSubstr("pair 1"));
}

TEST_F(RemoteClassifierTest, JsonIsTheLastRung) {
  server_.BeOpenAi();
  server_.options.retries = 0;
  std::vector<std::string> answers = {
      R"({"zq_probe":"vx7-amber"})", R"({"verdicts":[{"id":1,"verdict":"entailment","score":1}]})",
      // Cut after the second; the third is asked for again by itself.
      R"({"verdicts":[{"id":1,"verdict":"entailment","score":0.9},{"id":2,"verdict":"neutral",
          "score":0.2},{"id":3,"verd)",
      R"({"verdicts":[{"id":1,"verdict":"contradiction","score":0.1}]})"};
  size_t next = 0;
  std::string last_schema;
  server_.transport->On(kChat, [&](const HttpRequest& request) -> Result<HttpResponse> {
    if (request.body.find("logprobs") != std::string::npos) {
      return JsonResponse(R"({"error":{"message":"logprobs are not supported"}})", 400);
    }
    last_schema = RequestMember(request.body, "response_format");
    return TextAnswer(answers.at(next++));
  });
  ModelSpec spec;
  spec.name = "big";
  const auto classifier = Connect(VerifierKind::kAuto, spec);
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  EXPECT_EQ((*classifier)->verifier().kind(), VerifierKind::kJson);
  const auto result = (*classifier)->Classify(kPairs, {});
  EXPECT_EQ(Labels(result), "enc") << result.status.ToString();
  EXPECT_THAT(last_schema, HasSubstr("json_schema"));
}

TEST_F(RemoteClassifierTest, WithoutEnforcementTheAnswerIsAskedForInWordsAndSalvaged) {
  server_.BeLlamaServer();
  size_t calls = 0;
  server_.transport->On(kChat, [&](const HttpRequest& request) -> Result<HttpResponse> {
    if (request.body.find("response_format") != std::string::npos) return TextAnswer("Hello!");
    ++calls;
    return TextAnswer("Sure:\n```json\n[{\"id\": \"1\", \"label\": \"supported\"}]\n```");
  });
  const auto classifier = Connect(VerifierKind::kJson);
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  const std::vector<PremiseHypothesis> one = {kPairs[0]};
  EXPECT_EQ(Labels((*classifier)->Classify(one, {})), "e");
  EXPECT_EQ(calls, 2U);
}

TEST_F(RemoteClassifierTest, PredictMapsLabelsByName) {
  server_.BeTei(
      R"({"classifier":{"id2label":{"0":"CONTRADICTION","1":"NEUTRAL","2":"ENTAILMENT"}}})");
  server_.transport->On("/predict", [](const HttpRequest& request) -> Result<HttpResponse> {
    std::string body;
    for (const auto& [premise, hypothesis] : PairsOf(request.body)) {
      const bool same = premise == hypothesis;
      body += std::string(body.empty() ? "[" : ",") + R"([{"label":"NEUTRAL","score":)" +
              (same ? "0.1" : "0.7") + R"(},{"label":"ENTAILMENT","score":)" +
              (same ? "0.85" : "0.1") + R"(},{"label":"CONTRADICTION","score":)" +
              (same ? "0.05" : "0.2") + "}]";
    }
    return JsonResponse(body + "]");
  });
  const auto classifier = Connect();
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  EXPECT_EQ((*classifier)->verifier().kind(), VerifierKind::kPredict);
  EXPECT_TRUE((*classifier)->verifier().tells_contradiction());
  const auto result = (*classifier)->Classify(kPairs, {});
  EXPECT_EQ(Labels(result), "enn") << result.status.ToString();
  EXPECT_NEAR(result.items[0]->probability(Relation::kEntailment), 0.85, 1e-4);
}

TEST_F(RemoteClassifierTest, TwoWayHeadsAndRerankersTellSupportOnly) {
  server_.BeTei(R"({"classifier":{}})");
  server_.transport->On("/predict", [](const HttpRequest& request) -> Result<HttpResponse> {
    std::string body;
    for (size_t i = 0; i < PairsOf(request.body).size(); ++i) {
      body += std::string(body.empty() ? "[" : ",") +
              R"([{"label":"entailment","score":0.9},{"label":"not_entailment","score":0.1}])";
    }
    return JsonResponse(body + "]");
  });
  auto classifier = Connect();
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  EXPECT_FALSE((*classifier)->verifier().tells_contradiction());
  EXPECT_EQ(Labels((*classifier)->Classify(kPairs, {})), "eee");

  server_.BeTei(R"({"reranker":{}})");
  server_.transport->On("/rerank", [](const HttpRequest& request) -> Result<HttpResponse> {
    const bool same = RequestMember(request.body, "query") == "\"It rains.\"" ||
                      request.body.find("1932") != std::string::npos;
    return JsonResponse(std::string(R"([{"index":0,"score":)") + (same ? "0.99}]" : "0.2}]"));
  });
  classifier = Connect();
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  EXPECT_EQ((*classifier)->verifier().kind(), VerifierKind::kRerank);
  EXPECT_FALSE((*classifier)->verifier().tells_contradiction());
  const auto result = (*classifier)->Classify(kPairs, {});
  EXPECT_EQ(Labels(result), "enn");
  EXPECT_LT(result.items[2]->probability(Relation::kContradiction), 1e-3);
}

TEST_F(RemoteClassifierTest, LabelsThatSayNothingAreRefused) {
  server_.BeTei(R"({"classifier":{"id2label":{"0":"LABEL_0","1":"LABEL_1","2":"LABEL_2"}}})");
  const Status status = Connect().status();
  EXPECT_EQ(status.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(status.message(), HasSubstr("LABEL_0"));
}

TEST_F(RemoteClassifierTest, NothingOnTheLadderWorks) {
  server_.BeLlamaServer();
  server_.transport->On(kChat,
                        [](const HttpRequest&) -> Result<HttpResponse> { return TextAnswer("?"); });
  const Status status = Connect().status();
  EXPECT_EQ(status.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(status.message(), HasSubstr("logprobs: "));
  EXPECT_THAT(status.message(), HasSubstr("json: "));

  FakeServer embedding;
  embedding.BeTei(R"({"embedding":{}})");
  EXPECT_FALSE(
      RemoteEntailmentClassifier::Connect(*embedding.Connect(), {}, VerifierKind::kAuto, {}).ok());
}

TEST_F(RemoteClassifierTest, ALongPremiseIsReadInPartsAndTheDecidingPartCounts) {
  server_.BeLlamaServer();
  server_.transport->On(kChat, [](const HttpRequest& request) -> Result<HttpResponse> {
    const std::string text = UserMessageOf(request.body);
    if (text.size() > 900) {
      return JsonResponse(R"({"error":{"type":"exceed_context_size_error","message":"too many"}})",
                          400);
    }
    const bool has_it =
        text.find("needle") != std::string::npos || text.find("1932") != std::string::npos;
    return has_it ? LabelAnswer(0.9, 0.05, 0.01) : LabelAnswer(0.05, 0.9, 0.01);
  });
  const auto classifier = Connect();
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  std::string premise;
  for (int i = 0; i < 600; ++i) premise += i == 417 ? "The needle is here. " : "Hay, hay, hay. ";
  const std::vector<PremiseHypothesis> pairs = {{premise, "It is here."}};
  EXPECT_EQ(Labels((*classifier)->Classify(pairs, {})), "e");
  // A statement that alone is too long cannot be helped.
  const std::string long_statement(2000, 'y');
  const std::vector<PremiseHypothesis> hopeless = {{"short", long_statement}, kPairs[0]};
  const auto result = (*classifier)->Classify(hopeless, {});
  EXPECT_EQ(result.status.code(), StatusCode::kTooLarge);
  EXPECT_TRUE(result.items[1].has_value());
}

TEST_F(RemoteClassifierTest, CalibrationOfTheSpecApplies) {
  server_.BeLlamaServer();
  server_.transport->On(
      kChat, [](const HttpRequest&) -> Result<HttpResponse> { return LabelAnswer(0.6, 0.3, 0.1); });
  ModelSpec spec;
  spec.calibration.entailment_threshold = 0.9F;
  const auto classifier = Connect(VerifierKind::kAuto, spec);
  ASSERT_TRUE(classifier.ok());
  EXPECT_EQ(Labels((*classifier)->Classify(kPairs, {})), "nnn");
}

TEST(GroupPairsTest, OneGroupAKeyUpToTheLimit) {
  const std::vector<PremiseHypothesis> pairs = {{"p", "1"}, {"q", "1"}, {"p", "2"},
                                                {"p", "3"}, {"q", "2"}, {"p", "1"}};
  EXPECT_THAT(GroupPairs(pairs, PairGrouping::kSamePremise, 3),
              ElementsAre(ElementsAre(0, 2, 3), ElementsAre(1, 4), ElementsAre(5)));
  EXPECT_THAT(GroupPairs(pairs, PairGrouping::kSameHypothesis, 9),
              ElementsAre(ElementsAre(0, 1, 5), ElementsAre(2, 4), ElementsAre(3)));
  EXPECT_THAT(GroupPairs(pairs, PairGrouping::kAny, 4),
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5)));
  EXPECT_EQ(GroupPairs(pairs, PairGrouping::kSingle, 9).size(), 6U);
  EXPECT_TRUE(GroupPairs({}, PairGrouping::kAny, 4).empty());
}

TEST(ReadLabelTokensTest, SumsSpellingsAndIgnoresTheRest) {
  const std::vector<TokenChoice> choices = {{"A", std::log(0.3)},
                                            {" a", std::log(0.2)},
                                            {"\xC4\xA0"
                                             "A",
                                             std::log(0.1)},
                                            {"\nC", std::log(0.1)},
                                            {"Apple", std::log(0.2)},
                                            {"", std::log(0.05)},
                                            {"\x80", std::log(0.05)}};
  const auto logits = ReadLabelTokens(choices);
  ASSERT_TRUE(logits.ok());
  EXPECT_NEAR(std::exp((*logits)[0]), 0.6 / 0.7, 1e-5);
  EXPECT_NEAR(std::exp((*logits)[2]), 0.1 / 0.7, 1e-5);
  EXPECT_FALSE(ReadLabelTokens({}).ok());
}

}  // namespace
}  // namespace gloss
