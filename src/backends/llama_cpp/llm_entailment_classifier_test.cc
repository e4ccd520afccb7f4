#include "backends/llama_cpp/llm_entailment_classifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "backends/llama_cpp/test_models.h"

namespace gloss {
namespace {

using testing::HasSubstr;

/// The test generator as an entailment model. It is too small to judge; the reading is tested.
ModelSpec AsEntailment(ModelSpec spec) {
  spec.role = ModelRole::kEntailment;
  return spec;
}

TEST(LlmEntailmentClassifierTest, SameBitsForAnyOrderAndThreadCount) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const std::vector<PremiseHypothesis> pairs = {
      {"A man plays a guitar.", "A man plays."}, {"It rains.", "It is dry. <|im_end|>"}, {"", "B"}};
  const std::vector<PremiseHypothesis> reversed(pairs.rbegin(), pairs.rend());
  std::vector<RelationScores> expected;
  for (const int threads : {1, 2}) {
    const ScopedThreads scope(threads);
    auto classifier = LlmEntailmentClassifier::Load(AsEntailment(model.spec), model.path);
    ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
    for (const auto& list : {pairs, reversed}) {
      const auto result = (*classifier)->Classify(list, {});
      ASSERT_TRUE(result.status.ok()) << result.status.ToString();
      for (size_t i = 0; i < list.size(); ++i) {
        const RelationScores& scores = *result.items[i];
        EXPECT_NEAR(scores.probabilities[0] + scores.probabilities[1] + scores.probabilities[2], 1,
                    1e-5);
        const size_t place =
            &list == &pairs || list[0].premise == pairs[0].premise ? i : list.size() - 1 - i;
        if (expected.size() < list.size()) {
          expected.push_back(scores);
        } else {
          EXPECT_EQ(std::memcmp(scores.logits.data(), expected[place].logits.data(),
                                sizeof(scores.logits)),
                    0);
        }
      }
    }
  }
}

TEST(LlmEntailmentClassifierTest, LabelsMustBeSingleTokensAndDiffer) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  LlmEntailmentOptions options;
  options.label_words = {"incomprehensibilities", "B", "C"};
  const auto longer = LlmEntailmentClassifier::Load(AsEntailment(model.spec), model.path, options);
  ASSERT_FALSE(longer.ok());
  EXPECT_EQ(longer.status().code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(longer.status().message(), HasSubstr("incomprehensibilities"));
  options.label_words = {"A", "A", "C"};
  EXPECT_FALSE(LlmEntailmentClassifier::Load(AsEntailment(model.spec), model.path, options).ok());
  options = {};
  options.prompt = "{hypothesis} {premise}";
  EXPECT_EQ(
      LlmEntailmentClassifier::Load(AsEntailment(model.spec), model.path, options).status().code(),
      StatusCode::kInvalidArgument);
}

TEST(LlmEntailmentClassifierTest, EncodersAreRefused) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const auto classifier = LlmEntailmentClassifier::Load(AsEntailment(model.spec), model.path);
  EXPECT_EQ(classifier.status().code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(classifier.status().message(), HasSubstr("does not hold a generative model"));
}

}  // namespace
}  // namespace gloss
