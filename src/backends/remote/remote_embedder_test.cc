#include "backends/remote/remote_embedder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "backends/remote/remote_test_util.h"
#include "backends/remote/remote_wire_test_json.h"
#include "backends/remote/text_halves.h"

namespace gloss {
namespace {

using testing::HasSubstr;

class RemoteEmbedderTest : public testing::Test {
 protected:
  RemoteEmbedderTest() {
    server_.BeTei(R"({"embedding":{}})");
    server_.options.retries = 1;
    server_.transport->On("/embed", [this](const HttpRequest& request) { return Answer(request); });
  }

  /// Two numbers a text; texts that hold a word make the whole request fail in their own way.
  Result<HttpResponse> Answer(const HttpRequest& request) {
    const std::vector<std::string> texts = InputsOf(request.body);
    std::string body;
    for (const std::string& text : texts) {
      if (text.find("poison") != std::string::npos) {
        return JsonResponse(R"({"error":"tokenizer panicked"})", 500);
      }
      if (text.find("reset") != std::string::npos) {
        return Status(StatusCode::kUnavailable, "connection reset");
      }
      if (text.size() > 300) {
        return JsonResponse(R"({"error":"`inputs` must have less than 300 tokens"})", 413);
      }
      body += (body.empty() ? "[" : ",") + VectorOf(text);
    }
    return JsonResponse(body + "]");
  }
  static std::string VectorOf(const std::string& text) {
    return "[1," + std::to_string(text.size()) + "]";
  }

  std::unique_ptr<RemoteEmbedder> Connect() {
    auto embedder = RemoteEmbedder::Connect(*server_.Connect(), {}, {});
    EXPECT_TRUE(embedder.ok()) << embedder.status().ToString();
    return std::move(embedder).value();
  }

  FakeServer server_;
};

TEST_F(RemoteEmbedderTest, BatchesAndKeepsTheOrder) {
  const auto embedder = Connect();
  EXPECT_EQ(embedder->dimension(), 2U);
  EXPECT_EQ(embedder->spec().name, "org/nli");
  EXPECT_EQ(embedder->spec().server, "http://127.0.0.1:8080");
  const std::vector<std::string_view> texts = {"a", "bb", "ccc", "dddd", "eeeee"};
  const auto result = embedder->Embed(texts, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_EQ(server_.transport->CountOf("/embed"), 1U + 3U) << "two texts a request";
  for (size_t i = 0; i < texts.size(); ++i) {
    EXPECT_NEAR((*result.items[i])[1] / (*result.items[i])[0], static_cast<double>(texts[i].size()),
                1e-4);
  }
}

TEST_F(RemoteEmbedderTest, ABadTextFailsAlone) {
  const auto embedder = Connect();
  const std::vector<std::string_view> texts = {"a", "poison", "c", "reset", "e"};
  const auto result = embedder->Embed(texts, {});
  EXPECT_FALSE(result.status.ok());
  EXPECT_THAT(result.status.message(), HasSubstr("text 1"));
  EXPECT_THAT(result.status.message(), HasSubstr("tokenizer panicked"));
  for (size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(result.items[i].has_value(), i != 1 && i != 3) << i;
  }
}

TEST_F(RemoteEmbedderTest, ALongTextIsEmbeddedInPartsNeverCut) {
  const auto embedder = Connect();
  std::string words;
  for (int i = 0; i < 400; ++i) words += "word ";
  const std::string solid(1500, 'x');
  const std::vector<std::string_view> texts = {words, "short", solid};
  const auto result = embedder->Embed(texts, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_NEAR(Cosine(*result.items[0], *result.items[0]), 1, 1e-5);
}

TEST_F(RemoteEmbedderTest, ADeadServerEndsSoon) {
  const auto embedder = Connect();
  server_.transport->On("/embed", [](const HttpRequest&) -> Result<HttpResponse> {
    return Status(StatusCode::kUnavailable, "connection refused");
  });
  const std::vector<std::string_view> texts(2000, "x");
  const size_t before = server_.transport->CountOf("/embed");
  const auto result = embedder->Embed(texts, {});
  EXPECT_EQ(result.status.code(), StatusCode::kUnavailable);
  EXPECT_LT(server_.transport->CountOf("/embed") - before, 40U);
  for (const auto& item : result.items) EXPECT_FALSE(item.has_value());
}

TEST_F(RemoteEmbedderTest, AChangedDimensionIsAnError) {
  const auto embedder = Connect();
  server_.transport->OnJson("/embed", "[[1,2,3]]");
  const std::vector<std::string_view> texts = {"x"};
  EXPECT_THAT(embedder->Embed(texts, {}).status.message(), HasSubstr("3 numbers"));
}

TEST_F(RemoteEmbedderTest, StopsBetweenRequests) {
  const auto embedder = Connect();
  std::stop_source stop;
  std::atomic<int> answered{0};
  server_.transport->On("/embed", [&](const HttpRequest& request) {
    if (++answered == 3) stop.request_stop();
    return Answer(request);
  });
  const std::vector<std::string_view> texts(50, "x");
  const auto result = embedder->Embed(texts, stop.get_token());
  EXPECT_EQ(result.status.code(), StatusCode::kCancelled);
  EXPECT_TRUE(result.items[0].has_value()) << "what is done is kept";
  EXPECT_FALSE(result.items[49].has_value());
}

TEST_F(RemoteEmbedderTest, WhatDoesNotEmbedIsRefusedAtOnce) {
  server_.transport->OnJson("/embed", R"({"error":"model is not an embedding model"})", 424);
  const auto embedder = RemoteEmbedder::Connect(*server_.Connect(), {}, {});
  EXPECT_FALSE(embedder.ok());
  EXPECT_THAT(embedder.status().message(), HasSubstr("not an embedding model"));
}

TEST(TextHalvesTest, CoverTheTextAndCutBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += i % 7 == 0 ? " \xC3\xA4" : "\xE4\xB8\xAD";
  for (size_t size = 2; size <= text.size(); ++size) {
    if ((static_cast<unsigned char>(text[size == text.size() ? 0 : size]) & 0xC0) == 0x80) continue;
    const std::string_view part = std::string_view(text).substr(0, size);
    const auto [left, right] = TextHalves(part, 64);
    EXPECT_EQ(left.data(), part.data());
    EXPECT_EQ(right.data() + right.size(), part.data() + part.size());
    EXPECT_LE(right.data(), left.data() + left.size()) << "a gap";
    EXPECT_FALSE(!right.empty() && (static_cast<unsigned char>(right[0]) & 0xC0) == 0x80);
    if (size > 64) {
      EXPECT_LT(left.size(), size);
      EXPECT_LT(right.size(), size);
    }
  }
  EXPECT_EQ(TextHalves("", 10).first, "");
}

}  // namespace
}  // namespace gloss
