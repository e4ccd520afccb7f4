#pragma once

// The contracts of embedder.h, entailment_classifier.h and generator.h as typed tests, for every
// implementation: a type with MakeEmbedder(), MakeClassifier() and MakeGenerator(), each of which
// gives a Result with a model of the interface.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "models/tag_test_support.h"

namespace gloss {

/// Declares `model`, or skips the test when its file is not on this machine.
#define GLOSS_MAKE(model, expression)                                           \
  auto model##_made = (expression);                                             \
  if (model##_made.status().code() == StatusCode::kNotFound ||                  \
      model##_made.status().message().find("not found") != std::string::npos) { \
    GTEST_SKIP() << "needs a model that is not on this machine: "               \
                 << model##_made.status().message();                            \
  }                                                                             \
  ASSERT_TRUE(model##_made.ok()) << model##_made.status().ToString();           \
  auto& model = **model##_made

inline std::stop_token AlreadyStopped() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

template <typename T>
bool NoneThere(const BatchResult<T>& result) {
  return std::none_of(result.items.begin(), result.items.end(),
                      [](const auto& item) { return item.has_value(); });
}

template <typename Backend>
class ModelConformanceTest : public testing::Test {};

TYPED_TEST_SUITE_P(ModelConformanceTest);

TYPED_TEST_P(ModelConformanceTest, EmbedderKeepsItsContract) {
  GLOSS_MAKE(embedder, TypeParam::MakeEmbedder());
  EXPECT_EQ(embedder.spec().role, ModelRole::kEmbedder);
  EXPECT_FALSE(embedder.spec().name.empty());
  const std::vector<std::string_view> texts = {"One text.", "", "Another text.", "One text."};
  const auto result = embedder.Embed(texts, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  ASSERT_EQ(result.items.size(), texts.size());
  for (const auto& item : result.items) {
    ASSERT_TRUE(item.has_value());
    EXPECT_EQ(item->size(), result.items[0]->size());
    EXPECT_NEAR(Cosine(*item, *item), 1.0F, 1e-5);
  }
  EXPECT_EQ(*result.items[0], *result.items[3]);
  EXPECT_NE(*result.items[0], *result.items[2]);
  const std::vector<std::string_view> alone = {texts[2]};
  EXPECT_EQ(*embedder.Embed(alone, {}).items[0], *result.items[2]);
  EXPECT_TRUE(embedder.Embed({}, {}).status.ok());
  const auto stopped = embedder.Embed(texts, AlreadyStopped());
  EXPECT_EQ(stopped.status.code(), StatusCode::kCancelled);
  EXPECT_EQ(stopped.items.size(), texts.size());
  EXPECT_TRUE(NoneThere(stopped));
}

TYPED_TEST_P(ModelConformanceTest, ClassifierKeepsItsContract) {
  GLOSS_MAKE(classifier, TypeParam::MakeClassifier());
  EXPECT_EQ(classifier.spec().role, ModelRole::kEntailment);
  EXPECT_EQ(classifier.spec().labels.size(), 3U);
  const std::vector<PremiseHypothesis> pairs = {
      {"It rains.", "It rains."}, {"It rains.", "Tea is hot."}, {"", ""}};
  const auto result = classifier.Classify(pairs, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  ASSERT_EQ(result.items.size(), pairs.size());
  for (const auto& item : result.items) {
    ASSERT_TRUE(item.has_value());
    EXPECT_NEAR(item->probabilities[0] + item->probabilities[1] + item->probabilities[2], 1, 1e-5);
    const RelationScores again = Calibrate(item->logits, classifier.spec().calibration);
    EXPECT_EQ(item->label, again.label);
    EXPECT_EQ(item->probabilities, again.probabilities);
  }
  EXPECT_GT(result.items[0]->probability(Relation::kEntailment),
            result.items[1]->probability(Relation::kEntailment));
  const std::vector<PremiseHypothesis> alone = {pairs[1]};
  EXPECT_EQ(classifier.Classify(alone, {}).items[0]->logits, result.items[1]->logits);
  EXPECT_TRUE(classifier.Classify({}, {}).status.ok());
  const auto stopped = classifier.Classify(pairs, AlreadyStopped());
  EXPECT_EQ(stopped.status.code(), StatusCode::kCancelled);
  EXPECT_EQ(stopped.items.size(), pairs.size());
  EXPECT_TRUE(NoneThere(stopped));
}

TYPED_TEST_P(ModelConformanceTest, GeneratorKeepsItsContract) {
  GLOSS_MAKE(generator, TypeParam::MakeGenerator());
  EXPECT_EQ(generator.spec().role, ModelRole::kDecomposer);
  GenerationRequest request;
  request.messages = {{"user", "one, two, three, four, five, six"}};
  request.max_tokens = 3;
  GenerationRequest second = request;
  second.messages[0].content = "hello";
  const std::vector<GenerationRequest> requests = {request, second};
  const auto result = generator.Generate(requests, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  ASSERT_EQ(result.items.size(), requests.size());
  for (const auto& item : result.items) {
    ASSERT_TRUE(item.has_value());
    EXPECT_LE(item->generated_tokens, 3);
    EXPECT_GT(item->prompt_tokens, 0);
  }
  EXPECT_EQ(result.items[0]->finish, FinishReason::kMaxTokens);
  EXPECT_EQ(generator.Generate(requests, {}).items[0]->text, result.items[0]->text);
  // A stop string ends the text before it.
  const std::string text = result.items[0]->text;
  ASSERT_GT(text.size(), 2U);
  request.stop = {text.substr(1, 2)};
  const auto cut = generator.Generate(std::vector{request, second}, {});
  EXPECT_EQ(cut.items[0]->text, text.substr(0, text.find(request.stop[0])));
  EXPECT_EQ(cut.items[0]->finish, FinishReason::kStop);
  EXPECT_TRUE(generator.Generate({}, {}).status.ok());
  const auto stopped = generator.Generate(requests, AlreadyStopped());
  EXPECT_EQ(stopped.status.code(), StatusCode::kCancelled);
  EXPECT_EQ(stopped.items.size(), requests.size());
  EXPECT_TRUE(NoneThere(stopped));
}

/// A generator keeps to a citation constraint, or says that it does not.
TYPED_TEST_P(ModelConformanceTest, GeneratorSaysWhetherCitationsAreEnforced) {
  GLOSS_MAKE(generator, TypeParam::MakeGenerator());
  GenerationRequest request;
  request.messages = {{"user", "Copy this: It rains.<deadbeef> It snows.<00aa11bb> <deadbeef>"}};
  request.max_tokens = 40;
  GenerationRequest constrained = request;
  constrained.citations = CitationConstraint{.tags = {"a3f5e823", "00aa11bb"}};
  const std::vector<GenerationRequest> requests = {request, constrained};
  const auto result = generator.Generate(requests, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_FALSE(result.items[0]->citations_enforced);
  if (!result.items[1]->citations_enforced) return;
  const TagsFound found = ReadTags(result.items[1]->text, constrained.citations->tags);
  EXPECT_TRUE(found.bad.empty() && found.closing.empty()) << result.items[1]->text;
  for (const auto& [tag, count] : found.good) EXPECT_EQ(count, 1) << result.items[1]->text;
}

REGISTER_TYPED_TEST_SUITE_P(ModelConformanceTest, EmbedderKeepsItsContract,
                            ClassifierKeepsItsContract, GeneratorKeepsItsContract,
                            GeneratorSaysWhetherCitationsAreEnforced);

}  // namespace gloss
