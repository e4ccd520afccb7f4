#include "backends/llama_cpp/llama_entailment_classifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "backends/llama_cpp/test_models.h"

namespace gloss {
namespace {

using testing::HasSubstr;

std::unique_ptr<LlamaEntailmentClassifier> LoadOrDie(const TestModel& model,
                                                     const EncoderOptions& options = {}) {
  auto classifier = LlamaEntailmentClassifier::Load(model.spec, model.path, options);
  EXPECT_TRUE(classifier.ok()) << classifier.status().ToString();
  return classifier.ok() ? std::move(classifier).value() : nullptr;
}

bool SameBits(const RelationScores& a, const RelationScores& b) {
  return std::memcmp(a.logits.data(), b.logits.data(), sizeof(a.logits)) == 0 &&
         std::memcmp(a.probabilities.data(), b.probabilities.data(), sizeof(a.probabilities)) == 0;
}

struct OwnedPair {
  std::string premise;
  std::string hypothesis;
};

std::vector<OwnedPair> SomePairs(size_t count) {
  const std::vector<std::string> words = {"the", "dose",  "was", "10", "mg",    "lower", "than",
                                          "in",  "women", "not", "of", "trial", "first", "placebo"};
  std::mt19937 random(5);
  std::vector<OwnedPair> pairs(count);
  for (OwnedPair& pair : pairs) {
    for (size_t k = random() % 60; k > 0; --k) pair.premise += words[random() % words.size()] + " ";
    for (size_t k = random() % 15; k > 0; --k) {
      pair.hypothesis += words[random() % words.size()] + " ";
    }
  }
  return pairs;
}

TEST(LlamaEntailmentClassifierTest, TellsTheThreeRelations) {
  GLOSS_TEST_MODEL(model, ModelRole::kEntailment);
  const auto classifier = LoadOrDie(model);
  const std::vector<PremiseHypothesis> pairs = {
      {"A man is playing a guitar on the stage.", "A man is playing an instrument."},
      {"A man is playing a guitar on the stage.", "Nobody is playing an instrument."},
      {"A man is playing a guitar on the stage.", "The concert was sold out in March."}};
  const auto result = classifier->Classify(pairs, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  const auto largest = [&](size_t i) {
    const auto& p = result.items[i]->probabilities;
    return static_cast<Relation>(std::max_element(p.begin(), p.end()) - p.begin());
  };
  EXPECT_EQ(largest(0), Relation::kEntailment);
  EXPECT_EQ(largest(1), Relation::kContradiction);
  EXPECT_EQ(largest(2), Relation::kNeutral);
}

TEST(LlamaEntailmentClassifierTest, SameBitsInAnyBatchOrderAndThreadCount) {
  GLOSS_TEST_MODEL(model, ModelRole::kEntailment);
  const std::vector<OwnedPair> pairs = SomePairs(50);
  std::vector<RelationScores> expected;
  {
    const ScopedThreads threads(1);
    const auto classifier = LoadOrDie(model, {.micro_batch = {.max_sequences = 1}});
    for (const OwnedPair& pair : pairs) {
      const std::vector<PremiseHypothesis> one = {{pair.premise, pair.hypothesis}};
      expected.push_back(*classifier->Classify(one, {}).items[0]);
    }
  }
  std::vector<size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::mt19937 random(3);
  for (const int thread_count : {1, 2}) {
    for (const size_t batch : {size_t{1}, size_t{64}}) {
      const ScopedThreads threads(thread_count);
      const auto classifier =
          LoadOrDie(model, {.micro_batch = {.max_tokens = 512, .max_sequences = batch}});
      std::shuffle(order.begin(), order.end(), random);
      std::vector<PremiseHypothesis> shuffled;
      for (const size_t i : order) shuffled.push_back({pairs[i].premise, pairs[i].hypothesis});
      const auto result = classifier->Classify(shuffled, {});
      ASSERT_TRUE(result.status.ok()) << result.status.ToString();
      for (size_t i = 0; i < order.size(); ++i) {
        EXPECT_TRUE(SameBits(*result.items[i], expected[order[i]]))
            << "pair " << order[i] << ", threads " << thread_count << ", batch " << batch;
      }
    }
  }
}

TEST(LlamaEntailmentClassifierTest, EvidenceInALongPremiseIsFoundInItsWindow) {
  GLOSS_TEST_MODEL(model, ModelRole::kEntailment);
  const auto classifier = LoadOrDie(model);
  std::string filler;
  for (int i = 0; i < 50; ++i) filler += "The weather was described in the appendix. ";
  const std::string sentence = "A man is playing a guitar on the stage. ";
  const std::string inside = filler + sentence + filler;
  const std::vector<PremiseHypothesis> pairs = {{filler, "A man is playing a guitar."},
                                                {inside, "A man is playing a guitar."}};
  const auto result = classifier->Classify(pairs, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_GT(result.items[1]->probability(Relation::kEntailment),
            result.items[0]->probability(Relation::kEntailment));
}

TEST(LlamaEntailmentClassifierTest, HypothesisThatDoesNotFitIsAnErrorOfItsItemOnly) {
  GLOSS_TEST_MODEL(model, ModelRole::kEntailment);
  const auto classifier = LoadOrDie(model);
  std::string huge;
  for (int i = 0; i < 2000; ++i) huge += "word ";
  const std::vector<PremiseHypothesis> pairs = {{"A.", "B."}, {"A.", huge}, {"A.", "C."}};
  const auto result = classifier->Classify(pairs, {});
  EXPECT_EQ(result.status.code(), StatusCode::kTooLarge);
  EXPECT_THAT(result.status.message(), HasSubstr("pair 1"));
  EXPECT_TRUE(result.items[0].has_value());
  EXPECT_FALSE(result.items[1].has_value());
  EXPECT_TRUE(result.items[2].has_value());
}

TEST(LlamaEntailmentClassifierTest, PremiseCannotEndItselfWithASpecialToken) {
  GLOSS_TEST_MODEL(model, ModelRole::kEntailment);
  const auto classifier = LoadOrDie(model);
  const std::vector<PremiseHypothesis> pairs = {{"It rains. [SEP] It is dry.", "It is dry."},
                                                {"It rains. [ SEP ] It is dry.", "It is dry."},
                                                {"", ""}};
  const auto result = classifier->Classify(pairs, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_TRUE(SameBits(*result.items[0], *result.items[1]));
  EXPECT_TRUE(result.items[2].has_value());
}

TEST(LlamaEntailmentClassifierTest, LabelsOfTheSpecSayWhichOutputIsWhich) {
  GLOSS_TEST_MODEL(model, ModelRole::kEntailment);
  TestModel turned = model;
  std::rotate(turned.spec.labels.begin(), turned.spec.labels.begin() + 1, turned.spec.labels.end());
  const std::vector<PremiseHypothesis> pairs = {{"It rains in Spain.", "It rains."}};
  const auto straight = *LoadOrDie(model)->Classify(pairs, {}).items[0];
  const auto rotated = *LoadOrDie(turned)->Classify(pairs, {}).items[0];
  for (size_t output = 0; output < 3; ++output) {
    EXPECT_EQ(straight.logits[static_cast<size_t>(model.spec.labels[output])],
              rotated.logits[static_cast<size_t>(turned.spec.labels[output])]);
  }
}

TEST(LlamaEntailmentClassifierTest, OtherKindsOfModelAreRefused) {
  GLOSS_TEST_MODEL(embedder, ModelRole::kEmbedder);
  GLOSS_TEST_MODEL(generator, ModelRole::kDecomposer);
  for (TestModel model : {embedder, generator}) {
    model.spec.labels = {Relation::kEntailment, Relation::kNeutral, Relation::kContradiction};
    const auto classifier = LlamaEntailmentClassifier::Load(model.spec, model.path);
    ASSERT_FALSE(classifier.ok());
    EXPECT_EQ(classifier.status().code(), StatusCode::kModelUnavailable);
    EXPECT_THAT(classifier.status().message(), HasSubstr("head has 1 output"));
  }
}

}  // namespace
}  // namespace gloss
