#include "store/caching_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"
#include "models/scripted_generator.h"
#include "store/memory_store.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Remembers what the model was asked in each call.
class SpyEmbedder : public Embedder {
 public:
  SpyEmbedder(std::vector<std::vector<std::string>>* calls, ScriptedEmbedderOptions options = {})
      : calls_(calls), model_(std::move(options)) {}

  BatchResult<Embedding> Embed(std::span<const std::string_view> texts,
                               std::stop_token stop) override {
    calls_->emplace_back(texts.begin(), texts.end());
    return model_.Embed(texts, std::move(stop));
  }
  const ModelSpec& spec() const override { return model_.spec(); }

 private:
  std::vector<std::vector<std::string>>* calls_;
  ScriptedEmbedder model_;
};

using Texts = std::vector<std::string_view>;

TEST(CachingEmbedderTest, SendsMissesInOneCallAndGivesTheSameBits) {
  const auto cache = std::make_shared<MemoryResultCache>();
  std::vector<std::vector<std::string>> calls;
  CachingEmbedder embedder(std::make_unique<SpyEmbedder>(&calls), cache, "m");
  ScriptedEmbedder plain;
  ASSERT_TRUE(embedder.Embed(Texts{"one word", "two words"}, {}).status.ok());
  const Texts texts = {"three", "two words", "four", "one word"};
  const auto cached = embedder.Embed(texts, {});
  const auto direct = plain.Embed(texts, {});
  ASSERT_TRUE(cached.status.ok());
  EXPECT_THAT(calls,
              ElementsAre(ElementsAre("one word", "two words"), ElementsAre("three", "four")));
  for (size_t i = 0; i < texts.size(); ++i) {
    ASSERT_TRUE(cached.items[i]);
    ASSERT_EQ(cached.items[i]->size(), direct.items[i]->size());
    EXPECT_EQ(std::memcmp(cached.items[i]->data(), direct.items[i]->data(),
                          direct.items[i]->size() * sizeof(float)),
              0);
  }
  EXPECT_EQ(embedder.counters().hits, 2U);
  EXPECT_EQ(embedder.counters().misses, 4U);
  (void)embedder.Embed(texts, {});
  EXPECT_THAT(calls, SizeIs(2));
  EXPECT_EQ(embedder.counters().hits, 6U);
}

TEST(CachingEmbedderTest, AnotherModelSharesNothing) {
  const auto cache = std::make_shared<MemoryResultCache>();
  std::vector<std::vector<std::string>> calls;
  CachingEmbedder one(std::make_unique<SpyEmbedder>(&calls), cache, "m");
  CachingEmbedder other(std::make_unique<SpyEmbedder>(&calls), cache, "n");
  (void)one.Embed(Texts{"a"}, {});
  (void)other.Embed(Texts{"a"}, {});
  EXPECT_THAT(calls, SizeIs(2));
}

TEST(CachingEmbedderTest, WhatWasDoneBeforeAFailureIsKept) {
  const auto cache = std::make_shared<MemoryResultCache>();
  std::vector<std::vector<std::string>> calls;
  ScriptedEmbedderOptions failing;
  failing.fail_after = 2;
  CachingEmbedder broken(std::make_unique<SpyEmbedder>(&calls, failing), cache, "m");
  const Texts texts = {"a", "b", "c", "d"};
  const auto partial = broken.Embed(texts, {});
  EXPECT_EQ(partial.status.code(), StatusCode::kModelFailed);
  EXPECT_TRUE(partial.items[0] && partial.items[1]);
  EXPECT_FALSE(partial.items[2] || partial.items[3]);
  CachingEmbedder whole(std::make_unique<SpyEmbedder>(&calls), cache, "m");
  EXPECT_TRUE(whole.Embed(texts, {}).status.ok());
  EXPECT_THAT(calls.back(), ElementsAre("c", "d"));
}

TEST(CachingEmbedderTest, AStopStillGivesWhatIsAtHand) {
  const auto cache = std::make_shared<MemoryResultCache>();
  CachingEmbedder embedder(std::make_unique<ScriptedEmbedder>(), cache, "m");
  (void)embedder.Embed(Texts{"a"}, {});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(embedder.Embed(Texts{"a"}, stop.get_token()).status.ok());
  const auto stopped = embedder.Embed(Texts{"a", "b"}, stop.get_token());
  EXPECT_EQ(stopped.status.code(), StatusCode::kCancelled);
  EXPECT_TRUE(stopped.items[0]);
  EXPECT_FALSE(stopped.items[1]);
}

TEST(CachingEmbedderTest, ADamagedValueIsComputedAgain) {
  const auto cache = std::make_shared<MemoryResultCache>();
  const CachedResult bad[] = {{CacheKeys(ResultKind::kEmbedding, "m").OfText("a"), "abc"}};
  cache->Put(ResultKind::kEmbedding, bad);
  std::vector<std::vector<std::string>> calls;
  CachingEmbedder embedder(std::make_unique<SpyEmbedder>(&calls), cache, "m");
  EXPECT_TRUE(embedder.Embed(Texts{"a"}, {}).status.ok());
  EXPECT_THAT(calls, SizeIs(1));
  (void)embedder.Embed(Texts{"a"}, {});
  EXPECT_THAT(calls, SizeIs(1));
}

/// Gives fixed scores, right or wrong, with a calibration.
class FixedClassifier : public EntailmentClassifier {
 public:
  FixedClassifier(RelationScores scores, Calibration calibration) : scores_(scores) {
    spec_.calibration = calibration;
  }
  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token /*stop*/) override {
    BatchResult<RelationScores> result;
    result.items.assign(pairs.size(), scores_);
    asked += pairs.size();
    return result;
  }
  const ModelSpec& spec() const override { return spec_; }

  static inline size_t asked = 0;

 private:
  RelationScores scores_;
  ModelSpec spec_;
};

TEST(CachingEntailmentClassifierTest, ThresholdsAreAppliedWhenRead) {
  const auto cache = std::make_shared<MemoryResultCache>();
  const std::array<float, 3> logits = {1.0F, 0.5F, -1.0F};
  const std::vector<PremiseHypothesis> pairs = {{"p", "h"}};
  Calibration loose;
  loose.temperature = 1.3F;
  CachingEntailmentClassifier first(
      std::make_unique<FixedClassifier>(Calibrate(logits, loose), loose), cache, "m");
  FixedClassifier::asked = 0;
  EXPECT_EQ(first.Classify(pairs, {}).items[0]->label, Relation::kEntailment);
  Calibration strict = loose;
  strict.entailment_threshold = 0.9F;
  CachingEntailmentClassifier second(
      std::make_unique<FixedClassifier>(Calibrate(logits, strict), strict), cache, "m");
  const auto read = second.Classify(pairs, {});
  EXPECT_EQ(FixedClassifier::asked, 1U);
  EXPECT_EQ(read.items[0]->label, Relation::kNeutral);
  const RelationScores direct = Calibrate(logits, strict);
  EXPECT_EQ(read.items[0]->logits, direct.logits);
  EXPECT_EQ(read.items[0]->probabilities, direct.probabilities);
}

TEST(CachingEntailmentClassifierTest, ATemperatureIsPartOfTheKey) {
  const auto cache = std::make_shared<MemoryResultCache>();
  const std::array<float, 3> logits = {1.0F, 0.5F, -1.0F};
  const std::vector<PremiseHypothesis> pairs = {{"p", "h"}};
  FixedClassifier::asked = 0;
  for (const float temperature : {1.0F, 2.0F, 1.0F}) {
    Calibration calibration;
    calibration.temperature = temperature;
    CachingEntailmentClassifier classifier(
        std::make_unique<FixedClassifier>(Calibrate(logits, calibration), calibration), cache, "m");
    (void)classifier.Classify(pairs, {});
  }
  EXPECT_EQ(FixedClassifier::asked, 2U);
}

TEST(CachingEntailmentClassifierTest, ScoresThatLogitsDoNotGiveAreNotKept) {
  const auto cache = std::make_shared<MemoryResultCache>();
  RelationScores own_rule = Calibrate({1.0F, 0.5F, -1.0F}, {});
  own_rule.label = Relation::kContradiction;
  CachingEntailmentClassifier classifier(std::make_unique<FixedClassifier>(own_rule, Calibration{}),
                                         cache, "m");
  const std::vector<PremiseHypothesis> pairs = {{"p", "h"}};
  EXPECT_EQ(classifier.Classify(pairs, {}).items[0]->label, Relation::kContradiction);
  EXPECT_EQ(classifier.Classify(pairs, {}).items[0]->label, Relation::kContradiction);
  EXPECT_EQ(classifier.counters().hits, 0U);
}

GenerationRequest Ask(const std::string& text, int max_tokens = 16) {
  GenerationRequest request;
  request.messages = {{"user", text}};
  request.max_tokens = max_tokens;
  return request;
}

/// Counts the requests that reach the model.
class CountingGenerator : public Generator {
 public:
  CountingGenerator(size_t* asked, ScriptedGeneratorOptions options)
      : asked_(asked), model_(std::move(options)) {}
  BatchResult<GenerationResult> Generate(std::span<const GenerationRequest> requests,
                                         std::stop_token stop) override {
    *asked_ += requests.size();
    return model_.Generate(requests, std::move(stop));
  }
  const ModelSpec& spec() const override { return model_.spec(); }

 private:
  size_t* asked_;
  ScriptedGenerator model_;
};

ScriptedGeneratorOptions Replies() {
  ScriptedGeneratorOptions options;
  options.replies = {{"one", "first claim"},
                     {"two", "second claim"},
                     {"cut", "a text that never ends", FinishReason::kMaxTokens}};
  return options;
}

TEST(CachingGeneratorTest, RequestsStandForThemselvesOnServers) {
  const auto cache = std::make_shared<MemoryResultCache>();
  size_t asked = 0;
  CachingGenerator generator(std::make_unique<CountingGenerator>(&asked, Replies()), cache, "m",
                             GenerationKeying::kRequest);
  (void)generator.Generate(std::vector{Ask("one")}, {});
  const auto both = generator.Generate(std::vector{Ask("two"), Ask("one")}, {});
  EXPECT_EQ(asked, 2U);
  EXPECT_EQ(both.items[0]->text, "second claim");
  EXPECT_EQ(both.items[1]->text, "first claim");
  EXPECT_GT(both.items[1]->generated_tokens, 0);
}

TEST(CachingGeneratorTest, ACutTextOfAServerIsNotKept) {
  const auto cache = std::make_shared<MemoryResultCache>();
  size_t asked = 0;
  CachingGenerator generator(std::make_unique<CountingGenerator>(&asked, Replies()), cache, "m",
                             GenerationKeying::kRequest);
  for (int i = 0; i < 2; ++i) {
    const auto result = generator.Generate(std::vector{Ask("cut"), Ask("one")}, {});
    EXPECT_EQ(result.items[0]->finish, FinishReason::kMaxTokens);
  }
  EXPECT_EQ(asked, 3U);
}

TEST(CachingGeneratorTest, ACallIsAnsweredAsAWholeOrNotAtAll) {
  const auto cache = std::make_shared<MemoryResultCache>();
  size_t asked = 0;
  CachingGenerator generator(std::make_unique<CountingGenerator>(&asked, Replies()), cache, "m",
                             GenerationKeying::kCall);
  const std::vector<GenerationRequest> call = {Ask("one"), Ask("cut")};
  const auto first = generator.Generate(call, {});
  const auto second = generator.Generate(call, {});
  EXPECT_EQ(asked, 2U);
  EXPECT_EQ(second.items[0]->text, first.items[0]->text);
  EXPECT_EQ(second.items[1]->text, first.items[1]->text);
  EXPECT_EQ(second.items[1]->finish, FinishReason::kMaxTokens);
  (void)generator.Generate(std::vector{Ask("one"), Ask("two")}, {});
  EXPECT_EQ(asked, 4U);
  EXPECT_EQ(generator.counters().hits, 2U);
  EXPECT_EQ(generator.counters().misses, 4U);
}

TEST(CachingGeneratorTest, AFailedCallIsNotKept) {
  const auto cache = std::make_shared<MemoryResultCache>();
  ScriptedGeneratorOptions failing = Replies();
  failing.fail_after = 1;
  size_t asked = 0;
  const std::vector<GenerationRequest> call = {Ask("one"), Ask("two")};
  CachingGenerator broken(std::make_unique<CountingGenerator>(&asked, failing), cache, "m",
                          GenerationKeying::kCall);
  const auto partial = broken.Generate(call, {});
  EXPECT_FALSE(partial.status.ok());
  EXPECT_TRUE(partial.items[0]);
  EXPECT_FALSE(partial.items[1]);
  EXPECT_EQ(cache->Usage().entries, 0U);
  CachingGenerator whole(std::make_unique<CountingGenerator>(&asked, Replies()), cache, "m",
                         GenerationKeying::kCall);
  EXPECT_TRUE(whole.Generate(call, {}).status.ok());
  EXPECT_EQ(asked, 4U);
}

}  // namespace
}  // namespace gloss
