#include "backends/remote/embedding_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gloss {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::SizeIs;
using Json = nlohmann::json;

Result<std::vector<Result<Embedding>>> Parse(ServerKind kind, const std::string& body,
                                             size_t count) {
  return ParseEmbeddings(kind, {.status = 200, .content_type = "application/json", .body = body},
                         count);
}

TEST(EmbeddingJsonTest, Requests) {
  const std::vector<std::string_view> texts = {"a", "b \"c\""};
  const Json openai = Json::parse(BuildEmbeddingBody(ServerKind::kOpenAi, "m", texts));
  EXPECT_EQ(openai["input"][1], "b \"c\"");
  EXPECT_EQ(openai["model"], "m");
  const Json tei = Json::parse(BuildEmbeddingBody(ServerKind::kTei, "m", texts));
  EXPECT_EQ(tei["inputs"][0], "a");
  EXPECT_EQ(tei["truncate"], false);
  const Json ollama = Json::parse(BuildEmbeddingBody(ServerKind::kOllama, "m", texts));
  EXPECT_EQ(ollama["input"][0], "a");
  EXPECT_EQ(ollama["truncate"], false);
  EXPECT_EQ(EmbeddingPath(ServerKind::kTei), "/embed");
  EXPECT_EQ(EmbeddingPath(ServerKind::kOllama), "/api/embed");
  EXPECT_EQ(EmbeddingPath(ServerKind::kVllm), "/v1/embeddings");
}

TEST(EmbeddingJsonTest, ReadsEveryFormInAnyOrderAndNormalises) {
  // "AABAQAAAgEA=" are the little-endian floats 3 and 4.
  const auto openai = Parse(ServerKind::kOpenAi, R"({"data":[
      {"index":1,"embedding":"AABAQAAAgEA="},{"index":0,"embedding":[0,2]}]})",
                            2);
  ASSERT_TRUE(openai.ok()) << openai.status().ToString();
  ASSERT_THAT(*openai, SizeIs(2));
  EXPECT_THAT(*(*openai)[0], ElementsAre(0, 1));
  EXPECT_THAT(*(*openai)[1], ElementsAre(FloatNear(0.6F, 1e-6F), FloatNear(0.8F, 1e-6F)));
  const auto without = Parse(ServerKind::kOpenAi, R"({"data":[{"embedding":[1,0]}]})", 1);
  ASSERT_TRUE(without.ok());
  EXPECT_TRUE((*without)[0].ok());
  EXPECT_THAT(*(*Parse(ServerKind::kTei, "[[0,5]]", 1))[0], ElementsAre(0, 1));
  EXPECT_THAT(*(*Parse(ServerKind::kOllama, R"({"embeddings":[[0,5]]})", 1))[0], ElementsAre(0, 1));
}

TEST(EmbeddingJsonTest, ABadItemFailsAlone) {
  const auto items = Parse(ServerKind::kOpenAi, R"({"data":[
      {"index":0,"embedding":[0,0]}, {"index":1,"embedding":[1,0]}, {"index":1,"embedding":[0,1]},
      {"index":2,"embedding":["x",1]}, {"index":3,"embedding":[1,2]}, {"index":9,"embedding":[1,2]},
      {"index":5,"embedding":"!!"}, {"index":6,"embedding":[[1,2],[3,4]]},
      {"index":7,"embedding":[1e300,1]}, {"index":8}]})",
                           10);
  ASSERT_TRUE(items.ok()) << items.status().ToString();
  for (size_t i = 0; i < 10; ++i) {
    EXPECT_EQ((*items)[i].ok(), i == 3 || i == 9) << i;
  }
  EXPECT_THAT((*items)[4].status().message(), HasSubstr("no embedding"));
  EXPECT_THAT((*items)[1].status().message(), HasSubstr("two"));
  EXPECT_THAT((*items)[6].status().message(), HasSubstr("pooling"));
}

TEST(EmbeddingJsonTest, AWrongCountOrShapeFailsTheRequest) {
  EXPECT_FALSE(Parse(ServerKind::kTei, "[[1,2]]", 2).ok());
  EXPECT_FALSE(Parse(ServerKind::kTei, "[[1,2],[1,2],[1,2]]", 2).ok());
  EXPECT_FALSE(Parse(ServerKind::kOllama, R"({"embeddings":[[1]]})", 2).ok());
  EXPECT_FALSE(Parse(ServerKind::kOpenAi, R"({"data":[{"embedding":[1]}]})", 2).ok());
  EXPECT_FALSE(Parse(ServerKind::kOpenAi, R"({"data":{}})", 1).ok());
  EXPECT_FALSE(Parse(ServerKind::kOpenAi, R"({"embeddings":[[1]]})", 1).ok());
  EXPECT_FALSE(Parse(ServerKind::kTei, R"({"error":"x"})", 1).ok());
}

TEST(EmbeddingJsonTest, NormaliseRefusesWhatHasNoDirection) {
  EXPECT_FALSE(Normalise({}).ok());
  EXPECT_FALSE(Normalise({0, 0}).ok());
  EXPECT_THAT(*Normalise({-2, 0}), ElementsAre(-1, 0));
}

}  // namespace
}  // namespace gloss
