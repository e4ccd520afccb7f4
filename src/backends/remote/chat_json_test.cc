#include "backends/remote/chat_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gloss {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Json = nlohmann::json;

constexpr ServerKind kEvery[] = {ServerKind::kLlamaServer, ServerKind::kVllm, ServerKind::kOllama,
                                 ServerKind::kOpenAi};

class ChatJsonTest : public testing::Test {
 protected:
  ChatJsonTest() {
    call_.model = "m";
    call_.messages = messages_;
    call_.max_tokens = 7;
    call_.temperature = 0.5F;
    call_.seed = 0xFFFFFFFF00000003;
    call_.stop = stop_;
  }

  Json Body(ServerKind kind, const std::set<std::string>& refused = {}) const {
    return Json::parse(BuildChatBody(kind, call_, refused));
  }

  std::vector<ChatMessage> messages_ = {{"system", "s"}, {"user", "\"quoted\"\n\xFF"}};
  std::vector<std::string> stop_ = {"1", "2", "3", "4", "5"};
  ChatCall call_;
};

Result<ChatReply> Parse(ServerKind kind, const std::string& body) {
  return ParseChatReply(kind, {.status = 200, .content_type = "application/json", .body = body});
}

TEST_F(ChatJsonTest, RequestsAsEachServerTakesThem) {
  for (const ServerKind kind : kEvery) {
    const Json body = Body(kind);
    EXPECT_EQ(body["model"], "m");
    EXPECT_EQ(body["stream"], false);
    EXPECT_EQ(body["messages"][0]["role"], "system");
    const Json& parameters = kind == ServerKind::kOllama ? body["options"] : body;
    EXPECT_EQ(parameters["temperature"], 0.5);
    EXPECT_GE(parameters["seed"].get<int64_t>(), 0);
    EXPECT_EQ(parameters[kind == ServerKind::kOllama ? "num_predict" : "max_tokens"], 7);
  }
  EXPECT_EQ(ChatPath(ServerKind::kOllama), "/api/chat");
  EXPECT_EQ(ChatPath(ServerKind::kOpenAi), "/v1/chat/completions");
  EXPECT_THAT(Body(ServerKind::kOpenAi)["stop"], SizeIs(4));
  EXPECT_EQ(Body(ServerKind::kOllama)["think"], false);
  EXPECT_EQ(Body(ServerKind::kVllm)["chat_template_kwargs"]["enable_thinking"], false);
  EXPECT_FALSE(Body(ServerKind::kOpenAi).contains("chat_template_kwargs"));
}

TEST_F(ChatJsonTest, SchemaGrammarAndProbabilities) {
  call_.json_schema = R"({"type":"object"})";
  call_.top_logprobs = 20;
  EXPECT_EQ(Body(ServerKind::kOllama)["format"]["type"], "object");
  const Json body = Body(ServerKind::kVllm);
  EXPECT_EQ(body["response_format"]["type"], "json_schema");
  EXPECT_EQ(body["response_format"]["json_schema"]["schema"]["type"], "object");
  EXPECT_EQ(body["logprobs"], true);
  EXPECT_EQ(body["top_logprobs"], 20);
  // vLLM ignores guided_json without a word.
  EXPECT_FALSE(body.contains("guided_json"));
  call_.grammar = "root ::= \"a\"";
  EXPECT_EQ(Body(ServerKind::kLlamaServer)["grammar"], call_.grammar);
  EXPECT_EQ(Body(ServerKind::kVllm)["structured_outputs"]["grammar"], call_.grammar);
}

TEST_F(ChatJsonTest, RefusedParametersAreFoundAndLeftOut) {
  const std::string body = BuildChatBody(ServerKind::kOpenAi, call_, {});
  const auto refused = [&](const std::string& error, int status = 400) {
    return RefusedParameter(body, {.status = status, .content_type = "", .body = error});
  };
  EXPECT_EQ(
      refused(
          R"({"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens"}})"),
      "max_tokens");
  EXPECT_EQ(
      refused(R"({"error":{"message":"Unsupported value: 'temperature' does not support 0"}})"),
      "temperature");
  EXPECT_EQ(refused(R"({"detail":"unknown field \"seed\""})", 422), "seed");
  EXPECT_EQ(refused(R"({"error":{"message":"the prompt is bad"}})"), "");
  EXPECT_EQ(refused(R"({"error":{"message":"'messages' is wrong","param":"messages"}})"), "");
  EXPECT_EQ(refused(R"({"error":{"message":"'seed'"}})", 500), "");

  const Json without = Body(ServerKind::kOpenAi, {"max_tokens", "seed"});
  EXPECT_FALSE(without.contains("max_tokens"));
  EXPECT_EQ(without["max_completion_tokens"], 7);
  EXPECT_FALSE(without.contains("seed"));
}

TEST_F(ChatJsonTest, ReadsOpenAiReplies) {
  const auto reply = Parse(ServerKind::kOpenAi, R"({"choices":[{"finish_reason":"stop","message":
      {"content":"hi","reasoning_content":"long thoughts"}}],
      "usage":{"prompt_tokens":"12","completion_tokens":3}})");
  ASSERT_TRUE(reply.ok()) << reply.status().ToString();
  EXPECT_EQ(reply->text, "hi");
  EXPECT_EQ(reply->finish, FinishReason::kStop);
  EXPECT_EQ(reply->prompt_tokens, 12);
  EXPECT_EQ(reply->generated_tokens, 3);
}

TEST_F(ChatJsonTest, ReadsOllamaReplies) {
  const auto reply = Parse(ServerKind::kOllama, R"({"message":{"content":"hi","thinking":"t"},
      "done_reason":"length","prompt_eval_count":4,"eval_count":2,
      "logprobs":[{"token":"A","logprob":-0.1,"top_logprobs":[{"token":"A","logprob":-0.1},
                                                              {"token":"B","logprob":-3}]}]})");
  ASSERT_TRUE(reply.ok()) << reply.status().ToString();
  EXPECT_EQ(reply->text, "hi");
  EXPECT_EQ(reply->finish, FinishReason::kMaxTokens);
  EXPECT_EQ(reply->prompt_tokens, 4);
  EXPECT_THAT(reply->first_token, SizeIs(2));
}

TEST_F(ChatJsonTest, ACutOrUnexplainedEndIsNotAWholeText) {
  for (const char* reason : {R"("length")", "null", R"("max_tokens")", R"("error")"}) {
    const auto reply =
        Parse(ServerKind::kOpenAi, std::string(R"({"choices":[{"message":{"content":"hi"},)") +
                                       R"("finish_reason":)" + reason + "}]}");
    ASSERT_TRUE(reply.ok());
    EXPECT_EQ(reply->finish, FinishReason::kMaxTokens) << reason;
  }
}

TEST_F(ChatJsonTest, WrongShapesAreErrors) {
  for (const char* bad : {"[]", "{}", R"({"choices":[]})", R"({"choices":[{}]})",
                          R"({"choices":[{"message":{"content":{"a":1}}}]})",
                          R"({"choices":"none"})", R"({"choices":[{"mess)"}) {
    EXPECT_FALSE(Parse(ServerKind::kOpenAi, bad).ok()) << bad;
  }
  EXPECT_FALSE(Parse(ServerKind::kOllama, R"({"response":"x"})").ok());
  const auto error = Parse(ServerKind::kOpenAi, R"({"error":{"message":"out of memory"}})");
  EXPECT_EQ(error.status().code(), StatusCode::kModelFailed);
  EXPECT_THAT(error.status().message(), HasSubstr("out of memory"));
  for (const char* withheld :
       {R"({"choices":[{"finish_reason":"content_filter","message":{"content":""}}]})",
        R"({"choices":[{"finish_reason":"stop","message":{"content":null,"refusal":"no"}}]})"}) {
    EXPECT_EQ(Parse(ServerKind::kOpenAi, withheld).status().code(), StatusCode::kModelFailed);
  }
}

TEST_F(ChatJsonTest, CandidatesOfTheFirstToken) {
  const auto reply = Parse(ServerKind::kOpenAi, R"({"choices":[{"message":{"content":"A"},
      "finish_reason":"length","logprobs":{"content":[
        {"token":"A","logprob":-0.5,"bytes":[65],"top_logprobs":[
          {"token":"A","logprob":-0.5,"bytes":[65]}, {"token":" B","logprob":"-2"},
          {"token":"C","logprob":null}, {"token":"D","logprob":5}, {"token":"?","bytes":[256]},
          {"logprob":-1e999}]},
        {"token":"second","logprob":0}]}}]})");
  // The last entry makes the whole answer no JSON: numbers must fit.
  EXPECT_FALSE(reply.ok());
  const auto fine = Parse(ServerKind::kOpenAi, R"({"choices":[{"message":{"content":"A"},
      "finish_reason":"length","logprobs":{"content":[
        {"token":"A","logprob":-0.5,"bytes":[65],"top_logprobs":[
          {"token":"A","logprob":-0.5,"bytes":[65]}, {"token":" B","logprob":"-2"},
          {"token":"C","logprob":null}, {"token":"D","logprob":5}]},
        {"token":"second","logprob":0}]}}]})");
  ASSERT_TRUE(fine.ok());
  ASSERT_THAT(fine->first_token, SizeIs(2));
  EXPECT_EQ(fine->first_token[1].text, " B");
  for (const char* none :
       {"null", "[]", R"({"content":[]})", R"({"content":null})", R"({"content":[3]})"}) {
    const auto without =
        Parse(ServerKind::kOpenAi, std::string(R"({"choices":[{"message":{"content":"A"},)") +
                                       R"("logprobs":)" + none + "}]}");
    ASSERT_TRUE(without.ok()) << none;
    EXPECT_THAT(without->first_token, IsEmpty());
  }
}

TEST(StripReasoningTest, LeavesOnlyTheAnswer) {
  EXPECT_EQ(StripReasoning("<think>a\nb</think>\n\nanswer"), "answer");
  EXPECT_EQ(StripReasoning("  <think></think>answer"), "answer");
  EXPECT_EQ(StripReasoning("thoughts\n</think>\nanswer"), "answer");
  EXPECT_EQ(StripReasoning("<think>cut off"), "");
  EXPECT_EQ(StripReasoning("answer"), "answer");
  EXPECT_EQ(StripReasoning(""), "");
  // A text about such tags is left alone.
  EXPECT_EQ(StripReasoning("It ends with a </think> tag."), "It ends with a </think> tag.");
  EXPECT_EQ(StripReasoning("Write <think> first."), "Write <think> first.");
}

}  // namespace
}  // namespace gloss
