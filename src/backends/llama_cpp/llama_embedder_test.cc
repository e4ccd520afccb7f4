#include "backends/llama_cpp/llama_embedder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>

#include "backends/llama_cpp/test_models.h"

namespace gloss {
namespace {

using testing::HasSubstr;

/// Texts of 0 to 90 words.
std::vector<std::string> SomeTexts(size_t count) {
  const std::vector<std::string> words = {"the",     "protein", "was",   "bound",  "to",  "42",
                                          "mg/kg",   "of",      "naïve", "mice",   "and", "not",
                                          "control", "after",   "three", "weeks.", "in",  "2021"};
  std::mt19937 random(11);
  std::vector<std::string> texts(count);
  for (size_t i = 0; i < count; ++i) {
    const size_t length = i % 7 == 0 ? i % 90 : random() % 30;
    for (size_t k = 0; k < length; ++k) texts[i] += words[random() % words.size()] + " ";
  }
  return texts;
}

std::vector<std::string_view> ViewsOf(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

bool SameBits(const Embedding& a, const Embedding& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

std::unique_ptr<LlamaEmbedder> LoadOrDie(const TestModel& model, const EncoderOptions& options) {
  auto embedder = LlamaEmbedder::Load(model.spec, model.path, options);
  EXPECT_TRUE(embedder.ok()) << embedder.status().ToString();
  return embedder.ok() ? std::move(embedder).value() : nullptr;
}

TEST(LlamaEmbedderTest, VectorsAreNormalisedAndMeaningful) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const auto embedder = LoadOrDie(model, {});
  const std::vector<std::string_view> texts = {"A cat sits on the mat.", "A kitten is on the rug.",
                                               "Quarterly revenue rose by 4%.", ""};
  const auto result = embedder->Embed(texts, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  for (const auto& item : result.items) EXPECT_NEAR(Cosine(*item, *item), 1.0F, 1e-5);
  EXPECT_GT(Cosine(*result.items[0], *result.items[1]), 0.5F);
  EXPECT_LT(Cosine(*result.items[0], *result.items[2]), 0.2F);
}

TEST(LlamaEmbedderTest, AGenerativeModelEmbedsWhenItsSpecSaysHowItPools) {
  // The mechanism of Qwen3-Embedding, on a small model: a causal model, its last token's state.
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  TestModel last = model;
  last.spec.role = ModelRole::kEmbedder;
  last.spec.max_tokens = 128;
  EXPECT_FALSE(LlamaEmbedder::Load(last.spec, last.path).ok());
  last.spec.pooling = "last";
  const auto embedder = LoadOrDie(last, {});
  ASSERT_NE(embedder, nullptr);
  const std::vector<std::string_view> texts = {"A cat sits.", "Every dog sits.", "Revenue rose."};
  const auto result = embedder->Embed(texts, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  for (const auto& item : result.items) EXPECT_NEAR(Cosine(*item, *item), 1.0F, 1e-5);
  // Both end in "sits.": the last token decides.
  EXPECT_GT(Cosine(*result.items[0], *result.items[1]), Cosine(*result.items[0], *result.items[2]));
  TestModel mean = last;
  mean.spec.pooling = "mean";
  const auto other = LoadOrDie(mean, {});
  ASSERT_NE(other, nullptr);
  EXPECT_LT(Cosine(*other->Embed(texts, {}).items[0], *result.items[0]), 0.99F);
}

TEST(LlamaEmbedderTest, SameBitsInAnyBatchOrderAndThreadCount) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const std::vector<std::string> texts = SomeTexts(50);
  std::vector<Embedding> expected;
  {
    const ScopedThreads threads(1);
    const auto embedder = LoadOrDie(model, {.micro_batch = {.max_sequences = 1}});
    for (const std::string& text : texts) {
      const std::vector<std::string_view> one = {text};
      expected.push_back(*embedder->Embed(one, {}).items[0]);
    }
  }
  std::vector<size_t> order(texts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::mt19937 random(3);
  for (const int thread_count : {1, 2}) {
    for (const size_t batch : {size_t{1}, size_t{64}}) {
      const ScopedThreads threads(thread_count);
      const auto embedder =
          LoadOrDie(model, {.micro_batch = {.max_tokens = 256, .max_sequences = batch}});
      std::shuffle(order.begin(), order.end(), random);
      std::vector<std::string_view> shuffled;
      for (const size_t index : order) shuffled.push_back(texts[index]);
      const auto result = embedder->Embed(shuffled, {});
      ASSERT_TRUE(result.status.ok()) << result.status.ToString();
      for (size_t i = 0; i < order.size(); ++i) {
        EXPECT_TRUE(SameBits(*result.items[i], expected[order[i]]))
            << "text " << order[i] << ", threads " << thread_count << ", batch " << batch;
      }
    }
  }
}

TEST(LlamaEmbedderTest, LongTextIsEmbeddedWhole) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const auto embedder = LoadOrDie(model, {});
  std::string head;
  for (int i = 0; i < 300; ++i) head += "cats purr ";
  const std::string tail = head + "The annual budget of the city council was approved. ";
  std::string long_tail = tail;
  for (int i = 0; i < 30; ++i) long_tail += "The annual budget of the city council was approved. ";
  const std::vector<std::string_view> texts = {head, tail, long_tail, "city council budget"};
  const auto result = embedder->Embed(texts, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_NEAR(Cosine(*result.items[2], *result.items[2]), 1.0F, 1e-5);
  EXPECT_FALSE(SameBits(*result.items[0], *result.items[1]));
  EXPECT_GT(Cosine(*result.items[2], *result.items[3]), Cosine(*result.items[0], *result.items[3]));
}

TEST(LlamaEmbedderTest, NamesOfSpecialTokensAreOrdinaryText) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const auto embedder = LoadOrDie(model, {});
  const std::vector<std::string_view> texts = {"red [SEP] blue", "red [ SEP ] blue"};
  const auto result = embedder->Embed(texts, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_TRUE(SameBits(*result.items[0], *result.items[1]));
}

TEST(LlamaEmbedderTest, HostileTextsDoNotFail) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const auto embedder = LoadOrDie(model, {});
  const std::string one_word(2'000, 'a');
  const std::string controls("\0\1\2\x7f", 4);
  const std::vector<std::string_view> texts = {one_word, controls, "\xff\xfe\x80",
                                               "\xf0\x9f\x92\xa9", " \n\t "};
  const auto result = embedder->Embed(texts, {});
  EXPECT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_TRUE(std::all_of(result.items.begin(), result.items.end(),
                          [](const auto& item) { return item.has_value(); }));
}

TEST(LlamaEmbedderTest, StopKeepsWhatIsDone) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const auto embedder = LoadOrDie(model, {.micro_batch = {.max_sequences = 1}});
  const std::vector<std::string> texts = SomeTexts(4000);
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    source.request_stop();
  });
  const auto result = embedder->Embed(ViewsOf(texts), source.get_token());
  EXPECT_EQ(result.status.code(), StatusCode::kCancelled);
  const auto done = std::count_if(result.items.begin(), result.items.end(),
                                  [](const auto& item) { return item.has_value(); });
  EXPECT_LT(done, 4000);
  const std::vector<std::string_view> one = {"still works"};
  EXPECT_TRUE(embedder->Embed(one, {}).status.ok());
}

TEST(LlamaEmbedderTest, CallersFromSeveralThreadsGetTheirOwnAnswers) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const auto embedder = LoadOrDie(model, {});
  const std::vector<std::string> texts = SomeTexts(12);
  const auto expected = embedder->Embed(ViewsOf(texts), {});
  std::vector<std::jthread> callers;
  for (size_t caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&, caller] {
      for (size_t i = caller; i < texts.size(); i += 3) {
        const std::vector<std::string_view> one = {texts[i]};
        EXPECT_TRUE(SameBits(*embedder->Embed(one, {}).items[0], *expected.items[i]));
      }
    });
  }
}

TEST(LlamaEmbedderTest, OtherKindsOfModelAreRefused) {
  GLOSS_TEST_MODEL(classifier, ModelRole::kEntailment);
  GLOSS_TEST_MODEL(generator, ModelRole::kDecomposer);
  for (const TestModel& model : {classifier, generator}) {
    const auto embedder = LlamaEmbedder::Load(model.spec, model.path);
    ASSERT_FALSE(embedder.ok());
    EXPECT_EQ(embedder.status().code(), StatusCode::kModelUnavailable);
    EXPECT_THAT(embedder.status().message(), HasSubstr(model.path));
    EXPECT_THAT(embedder.status().message(), HasSubstr("not an embedding model"));
  }
}

}  // namespace
}  // namespace gloss
