#include "backends/remote/remote_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "backends/remote/remote_test_util.h"
#include "backends/remote/server_pool.h"

namespace gloss {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(RemoteServerTest, FindsOutWhatAnswers) {
  FakeServer llama;
  llama.BeLlamaServer();
  auto server = llama.Connect();
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_EQ((*server)->facts().kind, ServerKind::kLlamaServer);
  EXPECT_EQ((*server)->facts().version, "b1-abc");
  EXPECT_EQ((*server)->client().gate().limit(), 2) << "its slots";

  FakeServer vllm;
  vllm.BeVllm();
  server = vllm.Connect();
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_EQ((*server)->facts().kind, ServerKind::kVllm);

  FakeServer tei;
  tei.BeTei(R"({"classifier":{"id2label":{"0":"contradiction","1":"neutral","2":"entailment"}}})");
  server = tei.Connect();
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_EQ((*server)->facts().kind, ServerKind::kTei);
  EXPECT_EQ((*server)->facts().max_batch, 2);
  EXPECT_THAT((*server)->facts().labels, ElementsAre("contradiction", "neutral", "entailment"));

  FakeServer ollama;
  ollama.BeOllama();
  server = ollama.Connect();
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_EQ((*server)->facts().kind, ServerKind::kOllama);
  EXPECT_EQ((*server)->client().gate().limit(), 1) << "it serialises";

  FakeServer openai;
  openai.BeOpenAi();
  server = openai.Connect();
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_EQ((*server)->facts().kind, ServerKind::kOpenAi);
}

TEST(RemoteServerTest, NothingKnownAnswers) {
  FakeServer pages;
  for (const char* path : {"/props", "/version", "/v1/models", "/info", "/api/version"}) {
    pages.transport->On(path,
                        [](const HttpRequest&) -> Result<HttpResponse> { return HtmlPage(); });
  }
  Status status = pages.Connect().status();
  EXPECT_EQ(status.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(status.message(), HasSubstr("--server-kind"));
  status = FakeServer().Connect().status();
  EXPECT_EQ(status.code(), StatusCode::kModelUnavailable);

  // Whoever names the kind is believed.
  FakeServer named;
  named.options.kind = ServerKind::kOpenAi;
  auto server = named.Connect();
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_EQ((*server)->facts().kind, ServerKind::kOpenAi);
  EXPECT_EQ(named.transport->CountOf("/props"), 0U);
}

TEST(RemoteServerTest, ADeadOrLockedServerIsNotAskedFurther) {
  FakeServer dead;
  dead.transport->On("/props", [](const HttpRequest&) -> Result<HttpResponse> {
    return Status(StatusCode::kUnavailable, "connection refused");
  });
  EXPECT_EQ(dead.Connect().status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(dead.transport->requests().size(), 2U);

  FakeServer locked;
  locked.transport->OnJson("/props", R"({"error":{"message":"Invalid API Key"}})", 401);
  const Status status = locked.Connect().status();
  EXPECT_EQ(status.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(status.message(), HasSubstr("--api-key-env"));
  EXPECT_EQ(locked.transport->requests().size(), 1U);
}

TEST(RemoteServerTest, WaitsForAModelThatIsBeingLoaded) {
  FakeServer loading;
  loading.BeLlamaServer();
  std::atomic<int> left{12};
  loading.transport->On("/props", [&](const HttpRequest&) -> Result<HttpResponse> {
    if (--left > 0) return JsonResponse(R"({"error":{"message":"Loading model"}})", 503);
    return JsonResponse(R"({"default_generation_settings":{}})");
  });
  const auto server = loading.Connect();
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  EXPECT_EQ((*server)->client().gate().limit(), 4) << "loading is not overload";
  left = 1 << 20;
  const Status status = loading.Connect().status();
  EXPECT_EQ(status.code(), StatusCode::kOverloaded);
  EXPECT_THAT(status.message(), HasSubstr("Loading model"));
}

TEST(RemoteServerTest, ModelNames) {
  FakeServer llama;
  llama.BeLlamaServer();
  auto server = *llama.Connect();
  EXPECT_EQ(*server->ModelNamed(""), "small.gguf");
  EXPECT_EQ(server->ModelNamed("smal.gguf").status().code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(server->ModelNamed("smal.gguf").status().message(),
              HasSubstr("did you mean \"small.gguf\""));

  FakeServer ollama;
  ollama.BeOllama();
  server = *ollama.Connect();
  EXPECT_EQ(*server->ModelNamed("tiny"), "tiny:latest");
  EXPECT_THAT(server->ModelNamed("").status().message(),
              AllOf(HasSubstr("qwen3:4b"), HasSubstr("tiny:latest")));

  FakeServer openai;
  openai.BeOpenAi();
  server = *openai.Connect();
  EXPECT_EQ(*server->ModelNamed("not-listed"), "not-listed");
  EXPECT_FALSE(server->ModelNamed("").ok());
}

TEST(RemoteServerTest, ARefusedParameterIsLeftOutFromThenOn) {
  FakeServer openai;
  openai.BeOpenAi();
  openai.transport->On(
      "/v1/chat/completions", [](const HttpRequest& request) -> Result<HttpResponse> {
        for (const char* name : {"max_tokens", "temperature", "seed"}) {
          if (request.body.find('"' + std::string(name) + '"') == std::string::npos) continue;
          return JsonResponse(R"({"error":{"message":"no","param":")" + std::string(name) + "\"}}",
                              400);
        }
        return JsonResponse(R"({"choices":[{"finish_reason":"stop","message":{"content":"hi"}}]})");
      });
  const auto server = *openai.Connect();
  const std::vector<ChatMessage> messages = {{"user", "x"}};
  ChatCall call;
  call.model = "big";
  call.messages = messages;
  auto reply = server->Chat(call, {});
  ASSERT_TRUE(reply.ok()) << reply.status().ToString();
  EXPECT_EQ(reply->text, "hi");
  EXPECT_EQ(openai.transport->CountOf("/v1/chat/completions"), 4U);
  EXPECT_THAT(openai.transport->LastBody("/v1/chat/completions"),
              HasSubstr("max_completion_tokens"));
  ASSERT_TRUE(server->Chat(call, {}).ok());
  EXPECT_EQ(openai.transport->CountOf("/v1/chat/completions"), 5U);
}

TEST(RemoteServerTest, EnforcementIsProbedNotBelieved) {
  FakeServer vllm;
  vllm.BeVllm();
  std::string content = "Hello there, my dear friend.";
  vllm.transport->On("/v1/chat/completions", [&](const HttpRequest&) -> Result<HttpResponse> {
    return JsonResponse(R"({"choices":[{"finish_reason":"stop","message":{"content":")" + content +
                        "\"}}]}");
  });
  auto server = *vllm.Connect();
  EXPECT_FALSE(server->EnforcesJsonSchema("org/judge", {})) << "it ignores the schema";
  EXPECT_FALSE(server->EnforcesJsonSchema("org/judge", {}));
  EXPECT_EQ(vllm.transport->CountOf("/v1/chat/completions"), 1U) << "asked once";
  content = R"({\"zq_probe\":\"vx7-amber\"})";
  server = *vllm.Connect();
  EXPECT_TRUE(server->EnforcesJsonSchema("org/judge", {}));
  content = R"({\"zq_probe\":\"something else\"})";
  server = *vllm.Connect();
  EXPECT_FALSE(server->EnforcesJsonSchema("org/judge", {}));
}

TEST(ServerPoolTest, OneConnectionForOneServer) {
  FakeServer llama;
  llama.BeLlamaServer();
  ServerPool pool(llama.transport, llama.Environment(), llama.clock);
  const auto first = pool.Get(llama.options, {});
  const auto second = pool.Get(llama.options, {});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(*first, *second);
  EXPECT_EQ(llama.transport->CountOf("/props"), 1U);
  ServerOptions other = llama.options;
  other.retries = 0;
  EXPECT_NE(*pool.Get(other, {}), *first);
}

TEST(ServerKindTest, NamesThereAndBack) {
  for (const ServerKind kind : {ServerKind::kAuto, ServerKind::kLlamaServer, ServerKind::kVllm,
                                ServerKind::kTei, ServerKind::kOllama, ServerKind::kOpenAi}) {
    EXPECT_EQ(ServerKindFromName(ServerKindName(kind)), kind);
  }
  for (const VerifierKind kind :
       {VerifierKind::kAuto, VerifierKind::kDecisions, VerifierKind::kLogprobs,
        VerifierKind::kPredict, VerifierKind::kRerank, VerifierKind::kJson}) {
    EXPECT_EQ(VerifierKindFromName(VerifierKindName(kind)), kind);
  }
  EXPECT_EQ(ServerKindFromName("llama"), std::nullopt);
}

}  // namespace
}  // namespace gloss
