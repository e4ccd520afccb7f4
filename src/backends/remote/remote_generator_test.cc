#include "backends/remote/remote_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/remote/remote_test_util.h"
#include "backends/remote/remote_wire_test_json.h"

namespace gloss {
namespace {

using testing::HasSubstr;

constexpr const char* kChat = "/v1/chat/completions";

HttpResponse ChatAnswer(const std::string& text, const std::string& finish = "stop") {
  return JsonResponse(R"({"choices":[{"finish_reason":")" + finish + R"(","message":{"content":)" +
                      Quoted(text) + R"(}}],"usage":{"prompt_tokens":9,"completion_tokens":2}})");
}

GenerationRequest Request(const std::string& text) {
  GenerationRequest request;
  request.messages = {{"user", text}};
  return request;
}

class RemoteGeneratorTest : public testing::Test {
 protected:
  RemoteGeneratorTest() {
    server_.BeLlamaServer();
    server_.options.retries = 1;
  }

  std::unique_ptr<RemoteGenerator> Connect() {
    auto generator = RemoteGenerator::Connect(*server_.Connect(), {});
    EXPECT_TRUE(generator.ok()) << generator.status().ToString();
    return std::move(generator).value();
  }

  FakeServer server_;
};

TEST_F(RemoteGeneratorTest, EachRequestHasItsAnswerOrItsFailure) {
  server_.transport->On(kChat, [](const HttpRequest& request) -> Result<HttpResponse> {
    const std::string text = UserMessageOf(request.body);
    if (text == "long") {
      return JsonResponse(R"x({"error":{"type":"exceed_context_size_error",
              "message":"request (9000 tokens) exceeds the available context size (4096 tokens)"}})x",
                          400);
    }
    if (text == "page") return HtmlPage();
    if (text == "crash") return JsonResponse(R"({"error":{"message":"CUDA error"}})", 500);
    return ChatAnswer("answer to " + text, text == "cut" ? "length" : "stop");
  });
  const auto generator = Connect();
  const std::vector<GenerationRequest> requests = {Request("a"), Request("long"), Request("page"),
                                                   Request("crash"), Request("cut")};
  const auto result = generator->Generate(requests, {});
  EXPECT_EQ(result.status.code(), StatusCode::kTooLarge);
  EXPECT_THAT(result.status.message(), HasSubstr("request 1"));
  ASSERT_TRUE(result.items[0].has_value());
  EXPECT_EQ(result.items[0]->text, "answer to a");
  EXPECT_EQ(result.items[0]->finish, FinishReason::kStop);
  EXPECT_EQ(result.items[0]->prompt_tokens, 9);
  EXPECT_FALSE(result.items[1].has_value());
  EXPECT_FALSE(result.items[2].has_value());
  EXPECT_FALSE(result.items[3].has_value());
  ASSERT_TRUE(result.items[4].has_value());
  EXPECT_EQ(result.items[4]->finish, FinishReason::kMaxTokens);
}

TEST_F(RemoteGeneratorTest, StopStringsHoldWhateverTheServerDoes) {
  server_.transport->On(kChat, [](const HttpRequest&) -> Result<HttpResponse> {
    return ChatAnswer("one\n\ntwo###three", "length");
  });
  GenerationRequest request = Request("x");
  request.stop = {"", "###", "\n\n"};
  const auto result = Connect()->Generate(std::vector{request}, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_EQ(result.items[0]->text, "one");
  EXPECT_EQ(result.items[0]->finish, FinishReason::kStop);
}

TEST_F(RemoteGeneratorTest, SendsSeedTemperatureAndLimit) {
  server_.transport->On(kChat,
                        [](const HttpRequest&) -> Result<HttpResponse> { return ChatAnswer("x"); });
  GenerationRequest request = Request("x");
  request.seed = 42;
  request.temperature = 0.5F;
  request.max_tokens = 77;
  ASSERT_TRUE(Connect()->Generate(std::vector{request}, {}).status.ok());
  const std::string body = server_.transport->LastBody(kChat);
  EXPECT_EQ(RequestMember(body, "seed"), "42");
  EXPECT_EQ(RequestMember(body, "temperature"), "0.5");
  EXPECT_EQ(RequestMember(body, "max_tokens"), "77");
}

TEST_F(RemoteGeneratorTest, AGrammarGoesOnlyWhereItIsKept) {
  server_.transport->On(kChat,
                        [](const HttpRequest&) -> Result<HttpResponse> { return ChatAnswer("x"); });
  GenerationRequest request = Request("x");
  request.grammar = "root ::= \"x\"";
  EXPECT_TRUE(Connect()->Generate(std::vector{request}, {}).status.ok());
  FakeServer openai;
  openai.BeOpenAi();
  ModelSpec spec;
  spec.name = "big";
  const auto generator = RemoteGenerator::Connect(*openai.Connect(), spec);
  const auto result = (*generator)->Generate(std::vector{request}, {});
  EXPECT_EQ(result.status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(openai.transport->CountOf(kChat), 0U);
}

/// Answers the probe with `probe` and everything else with `text`.
void AnswerProbeAnd(FakeServer& server, const std::string& probe, const std::string& text) {
  server.transport->On(kChat, [=](const HttpRequest& request) -> Result<HttpResponse> {
    const bool is_probe = UserMessageOf(request.body) == "Say hello in five words.";
    return ChatAnswer(is_probe ? probe : text, text.ends_with('<') ? "length" : "stop");
  });
}

TEST_F(RemoteGeneratorTest, CitationsBecomeAGrammarWhereAProbeShowsThatItIsKept) {
  AnswerProbeAnd(server_, "vx7-amber", "It rains.<a3f5e823><a3f5e823> It snows.<");
  GenerationRequest request = Request("x");
  request.citations = CitationConstraint{.tags = {"a3f5e823"}};
  const auto generator = Connect();
  for (int round = 0; round < 2; ++round) {
    const auto result = generator->Generate(std::vector{request}, {});
    ASSERT_TRUE(result.status.ok()) << result.status.ToString();
    EXPECT_TRUE(result.items[0]->citations_enforced);
    EXPECT_EQ(result.items[0]->text, "It rains.<a3f5e823><a3f5e823> It snows.");
  }
  EXPECT_THAT(RequestMember(server_.transport->LastBody(kChat), "grammar"), HasSubstr("a3f5e823"));
  EXPECT_EQ(server_.transport->CountOf(kChat), 3U);  // one probe
}

TEST_F(RemoteGeneratorTest, CitationsBecomeASchemaWhereOnlySchemasAreKept) {
  FakeServer openai;
  openai.BeOpenAi();
  openai.transport->On(kChat, [](const HttpRequest& request) -> Result<HttpResponse> {
    const bool is_probe = UserMessageOf(request.body) == "Say hello in five words.";
    return ChatAnswer(is_probe ? R"({"zq_probe":"vx7-amber"})"
                               : R"({"sentences":[{"text":"It rains.","tags":["a3f5e823"]},
                                     {"text":"It snows.","tags":["a3f5e823"]}]})");
  });
  ModelSpec spec;
  spec.name = "big";
  const auto generator = RemoteGenerator::Connect(*openai.Connect(), spec);
  GenerationRequest request = Request("x");
  request.citations = CitationConstraint{.tags = {"a3f5e823"}};
  const auto result = (*generator)->Generate(std::vector{request}, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_TRUE(result.items[0]->citations_enforced);
  EXPECT_EQ(result.items[0]->text, "It rains. <a3f5e823> It snows.");
  EXPECT_THAT(UserMessageOf(openai.transport->LastBody(kChat)), HasSubstr("Answer as JSON"));
  EXPECT_THAT(RequestMember(openai.transport->LastBody(kChat), "response_format"),
              HasSubstr("a3f5e823"));
}

TEST_F(RemoteGeneratorTest, WhatAServerClaimsToEnforceIsCheckedAllTheSame) {
  AnswerProbeAnd(server_, "vx7-amber", "It rains.<deadbeef>");
  GenerationRequest request = Request("x");
  request.citations = CitationConstraint{.tags = {"a3f5e823"}};
  const auto result = Connect()->Generate(std::vector{request}, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_FALSE(result.items[0]->citations_enforced);
}

TEST_F(RemoteGeneratorTest, WithoutEnforcementTheTextIsFreeAndTheResultSaysSo) {
  AnswerProbeAnd(server_, "Hello to all of you!", "It rains.<a3f5e823>");
  GenerationRequest request = Request("x");
  request.citations = CitationConstraint{.tags = {"a3f5e823"}};
  const auto result = Connect()->Generate(std::vector{request}, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_FALSE(result.items[0]->citations_enforced);
  EXPECT_EQ(result.items[0]->text, "It rains.<a3f5e823>");
  EXPECT_EQ(server_.transport->LastBody(kChat).find("grammar"), std::string::npos);
}

TEST_F(RemoteGeneratorTest, AStormOf429EndsInFailuresNotInSkippedItems) {
  server_.transport->OnJson(kChat, R"({"error":{"message":"rate limit"}})", 429);
  const std::vector<GenerationRequest> requests(30, Request("x"));
  const auto result = Connect()->Generate(requests, {});
  EXPECT_EQ(result.status.code(), StatusCode::kOverloaded);
  ASSERT_EQ(result.items.size(), 30U);
  for (const auto& item : result.items) EXPECT_FALSE(item.has_value());
  EXPECT_LT(server_.transport->CountOf(kChat), 30U);
}

TEST_F(RemoteGeneratorTest, AServerOfEmbeddingsWritesNothing) {
  FakeServer tei;
  tei.BeTei(R"({"embedding":{}})");
  EXPECT_EQ(RemoteGenerator::Connect(*tei.Connect(), {}).status().code(),
            StatusCode::kModelUnavailable);
}

}  // namespace
}  // namespace gloss
