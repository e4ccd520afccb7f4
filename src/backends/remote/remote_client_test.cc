#include "backends/remote/remote_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "backends/remote/remote_test_util.h"

namespace gloss {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr std::string_view kKey = "sk-very-secret-0123456789";

/// Answers with each response in turn, then with the last for ever.
FakeTransport::Route InTurn(std::vector<Result<HttpResponse>> responses) {
  auto next = std::make_shared<std::atomic<size_t>>(0);
  return [responses = std::move(responses), next](const HttpRequest&) {
    return responses[std::min(next->fetch_add(1), responses.size() - 1)];
  };
}

Result<HttpResponse> Reset() { return Status(StatusCode::kUnavailable, "connection reset"); }

class RemoteClientTest : public testing::Test {
 protected:
  Result<RemoteReply> Post(std::stop_token stop = {}) {
    if (!client_) {
      auto made = server_.Client();
      EXPECT_TRUE(made.ok()) << made.status().ToString();
      client_ = std::move(made).value();
    }
    return client_->Call({.path = "/x", .body = "{}"}, stop);
  }

  FakeServer server_;
  std::unique_ptr<RemoteClient> client_;
};

TEST_F(RemoteClientTest, UrlsAreCheckedAndBroughtToOneForm) {
  for (const auto& [given, expected] :
       {std::pair("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        std::pair("https://host/v1/", "https://host"), std::pair("http://host/", "http://host"),
        std::pair("http://host/proxy/v1", "http://host/proxy"),
        std::pair("http://[::1]:11434", "http://[::1]:11434")}) {
    const auto url = NormaliseServerUrl(given);
    ASSERT_TRUE(url.ok()) << given << ": " << url.status().ToString();
    EXPECT_EQ(*url, expected);
  }
  for (const char* bad : {"", "localhost:8080", "ftp://host", "file:///etc/passwd", "http://",
                          "http://host?x=1", "http://host#y", "http://ho st"}) {
    EXPECT_EQ(NormaliseServerUrl(bad).status().code(), StatusCode::kInvalidArgument) << bad;
  }
  EXPECT_THAT(NormaliseServerUrl("me:hunter2@host").status().message(),
              AllOf(HasSubstr("http://"), Not(HasSubstr("hunter2"))));
  for (const char* bad : {"http://me:hunter2@host", "https://hunter2@host/v1"}) {
    const Status status = NormaliseServerUrl(bad).status();
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << bad;
    EXPECT_THAT(status.message(), AllOf(HasSubstr("--api-key-env"), Not(HasSubstr("hunter2"))));
  }
}

TEST_F(RemoteClientTest, TriesAgainWithBackoff) {
  server_.transport->On("/x", InTurn({JsonResponse("{}", 429), JsonResponse("{}", 500), Reset(),
                                      JsonResponse(R"({"a":1})")}));
  const auto reply = Post();
  ASSERT_TRUE(reply.ok()) << reply.status().ToString();
  EXPECT_EQ(reply->body, R"({"a":1})");
  EXPECT_THAT(server_.clock->sleeps(),
              testing::ElementsAre(milliseconds(250), milliseconds(500), milliseconds(1000)));
}

TEST_F(RemoteClientTest, KeepsToRetryAfter) {
  HttpResponse busy = JsonResponse("{}", 429);
  busy.headers.push_back({"retry-after", "7"});
  HttpResponse dated = JsonResponse("{}", 503);
  dated.headers.push_back({"retry-after", "Mon, 30 Nov 2026 00:00:09 GMT"});
  server_.transport->On("/x", InTurn({busy, dated, JsonResponse("{}")}));
  ASSERT_TRUE(Post().ok());
  const auto sleeps = server_.clock->sleeps();
  ASSERT_THAT(sleeps, SizeIs(2));
  EXPECT_GE(sleeps[0], seconds(7));
  EXPECT_LT(sleeps[0], seconds(8));
  EXPECT_GE(sleeps[1], seconds(9));
  EXPECT_LT(sleeps[1], seconds(10));
}

TEST_F(RemoteClientTest, AWaitBeyondTheDeadlineIsNotBegun) {
  server_.options.timeout = seconds(5);
  HttpResponse busy = JsonResponse(R"({"error":{"message":"quota"}})", 429);
  busy.headers.push_back({"retry-after", "3600"});
  server_.transport->On("/x", InTurn({busy}));
  const auto reply = Post();
  EXPECT_EQ(reply.status().code(), StatusCode::kOverloaded);
  EXPECT_THAT(reply.status().message(), HasSubstr("quota"));
  EXPECT_THAT(server_.clock->sleeps(), SizeIs(0));
}

TEST_F(RemoteClientTest, GivesUpAndSaysHowOftenItTried) {
  server_.transport->On("/x", InTurn({Reset()}));
  const auto reply = Post();
  EXPECT_EQ(reply.status().code(), StatusCode::kUnavailable);
  EXPECT_THAT(reply.status().message(),
              AllOf(HasSubstr("http://127.0.0.1:8080/x"), HasSubstr("tried 5 times")));
  EXPECT_EQ(server_.transport->CountOf("/x"), 5U);
  // From then on one try each, until one succeeds.
  EXPECT_FALSE(Post().ok());
  EXPECT_EQ(server_.transport->CountOf("/x"), 6U);
  server_.transport->On("/x", InTurn({JsonResponse("{}"), Reset(), JsonResponse("{}")}));
  EXPECT_TRUE(Post().ok());
  EXPECT_TRUE(Post().ok());
}

TEST_F(RemoteClientTest, TheTimeForAllTriesIsBounded) {
  server_.options.timeout = seconds(60);
  server_.options.retries = 100;
  server_.transport->On("/x", [this](const HttpRequest& request) -> Result<HttpResponse> {
    server_.clock->Advance(request.timeout);
    return Status(StatusCode::kTimeout, "no answer");
  });
  const auto begin = server_.clock->Now();
  EXPECT_EQ(Post().status().code(), StatusCode::kTimeout);
  EXPECT_LE(server_.clock->Now() - begin, std::chrono::minutes(11));
}

TEST_F(RemoteClientTest, WhatCannotSucceedIsNotTriedAgain) {
  for (const int status : {400, 401, 404, 413, 422, 501}) {
    server_.transport->On("/x", InTurn({JsonResponse(R"({"error":"no"})", status)}));
    const size_t before = server_.transport->CountOf("/x");
    const auto reply = Post();
    ASSERT_TRUE(reply.ok());
    EXPECT_EQ(reply->status, status);
    EXPECT_EQ(server_.transport->CountOf("/x"), before + 1);
  }
  // llama-server says this with status 500.
  server_.transport->On(
      "/x", InTurn({JsonResponse(
                R"({"error":{"message":"input (900 tokens) is too large to process"}})", 500)}));
  const size_t before = server_.transport->CountOf("/x");
  const auto reply = Post();
  ASSERT_TRUE(reply.ok());
  EXPECT_EQ(client_->FailureOf(*reply, "/x").code(), StatusCode::kTooLarge);
  EXPECT_EQ(server_.transport->CountOf("/x"), before + 1);
}

TEST_F(RemoteClientTest, AnOverloadedServerIsAskedLess) {
  server_.options.jobs = 8;
  server_.transport->On("/x", InTurn({JsonResponse("{}", 429), JsonResponse("{}", 503),
                                      JsonResponse("{}", 429), JsonResponse("{}")}));
  ASSERT_TRUE(Post().ok());
  EXPECT_EQ(client_->gate().limit(), 1);
}

TEST_F(RemoteClientTest, ATimeOutMeansOneAtATime) {
  server_.options.jobs = 8;
  server_.transport->On("/x",
                        InTurn({Status(StatusCode::kTimeout, "no answer"), JsonResponse("{}")}));
  ASSERT_TRUE(Post().ok());
  EXPECT_EQ(client_->gate().limit(), 1);
}

TEST_F(RemoteClientTest, NeverMoreCallsThanAllowed) {
  server_.options.jobs = 3;
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  server_.transport->On("/x", [&](const HttpRequest&) -> Result<HttpResponse> {
    const int now = ++inside;
    int seen = most;
    while (now > seen && !most.compare_exchange_weak(seen, now)) {
    }
    std::this_thread::sleep_for(milliseconds(2));
    --inside;
    return JsonResponse("{}");
  });
  ASSERT_TRUE(Post().ok());
  std::atomic<int> done{0};
  ForEachConcurrently(40, 10, {}, [&](size_t) {
    if (Post().ok()) ++done;
  });
  EXPECT_EQ(done, 40);
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 2);
}

TEST_F(RemoteClientTest, StopEndsAWaitForAPlaceAndABackoff) {
  std::stop_source stop;
  server_.clock->on_sleep = [&] { stop.request_stop(); };
  server_.transport->On("/x", InTurn({Reset()}));
  EXPECT_EQ(Post(stop.get_token()).status().code(), StatusCode::kCancelled);
  EXPECT_EQ(server_.transport->CountOf("/x"), 1U);
  EXPECT_EQ(Post(stop.get_token()).status().code(), StatusCode::kCancelled);
  EXPECT_EQ(server_.transport->CountOf("/x"), 1U);

  std::stop_source while_waiting;
  ConcurrencyGate gate(1);
  ASSERT_TRUE(gate.Enter({}));
  std::jthread stopper([&] { while_waiting.request_stop(); });
  EXPECT_FALSE(gate.Enter(while_waiting.get_token()));
  gate.Leave();
}

TEST_F(RemoteClientTest, TheSystemClockWakesAtOnceWhenStopped) {
  std::stop_source stop;
  const auto clock = MakeSystemClock();
  std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(20));
    stop.request_stop();
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(clock->Sleep(seconds(30), stop.get_token()).code(), StatusCode::kCancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(5));
  EXPECT_TRUE(clock->Sleep(milliseconds(1), {}).ok());
}

TEST_F(RemoteClientTest, TheKeyGoesIntoItsHeaderAndNowhereElse) {
  server_.environment["KEY"] = std::string(kKey);
  server_.options.api_key_env = "KEY";
  // A server that repeats the key in every way it can.
  const std::string echo =
      R"({"error":{"message":"Incorrect API key provided: )" + std::string(kKey) + R"("}})";
  server_.transport->On(
      "/x", InTurn({JsonResponse(echo, 401), JsonResponse(echo, 500),
                    Status(StatusCode::kUnavailable, "broke off after " + std::string(kKey))}));
  const auto refused = Post();
  ASSERT_TRUE(refused.ok());
  EXPECT_THAT(refused->body, Not(HasSubstr(std::string(kKey))));
  EXPECT_THAT(client_->FailureOf(*refused, "/x").message(),
              AllOf(Not(HasSubstr(std::string(kKey))), HasSubstr("does not accept the key")));
  EXPECT_THAT(Post().status().message(), Not(HasSubstr(std::string(kKey))));
  for (const HttpRequest& request : server_.transport->requests()) {
    EXPECT_THAT(request.url, Not(HasSubstr(std::string(kKey))));
    EXPECT_THAT(request.body, Not(HasSubstr(std::string(kKey))));
    size_t headers_with_key = 0;
    for (const HttpHeader& header : request.headers) {
      if (header.value.find(kKey) == std::string::npos) continue;
      ++headers_with_key;
      EXPECT_EQ(header.name, "Authorization");
    }
    EXPECT_EQ(headers_with_key, 1U);
  }
}

TEST_F(RemoteClientTest, WithoutAKeyTheServerMayAskForOne) {
  server_.transport->On("/x", InTurn({JsonResponse(R"({"error":"unauthorized"})", 401)}));
  const auto reply = Post();
  ASSERT_TRUE(reply.ok());
  const Status failure = client_->FailureOf(*reply, "/x");
  EXPECT_EQ(failure.code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(failure.message(), HasSubstr("--api-key-env"));
}

TEST(ForEachConcurrentlyTest, DoesEverythingOnceAndStops) {
  std::vector<std::atomic<int>> done(100);
  ForEachConcurrently(done.size(), 7, {}, [&](size_t i) { ++done[i]; });
  for (const auto& count : done) EXPECT_EQ(count, 1);
  std::stop_source stop;
  std::atomic<int> after{0};
  ForEachConcurrently(100, 1, stop.get_token(), [&](size_t i) {
    if (i == 4) stop.request_stop();
    ++after;
  });
  EXPECT_EQ(after, 5);
  ForEachConcurrently(0, 4, {}, [&](size_t) { FAIL(); });
}

}  // namespace
}  // namespace gloss
