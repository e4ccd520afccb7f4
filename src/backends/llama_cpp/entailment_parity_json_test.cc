// C++ logits against those that the training side computed with PyTorch (models/parity/).

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/test_models.h"
#include "base/file_system.h"

namespace gloss {
namespace {

constexpr float kLargestDifference = 0.02F;

struct ParityPair {
  std::string premise;
  std::string hypothesis;
  std::vector<float> logits;  ///< By output, as the spec's labels.
};

std::vector<ParityPair> ReadPairs(const std::string& text) {
  std::vector<ParityPair> pairs;
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) continue;
    const auto json = nlohmann::json::parse(line);
    pairs.push_back({json.at("premise"), json.at("hypothesis"), json.at("logits")});
  }
  return pairs;
}

TEST(EntailmentParityTest, LogitsEqualPyTorch) {
  GLOSS_TEST_MODEL(model, ModelRole::kEntailment);
  const std::string path =
      std::string(GLOSSATOR_SOURCE_DIR "/models/parity/") + model.spec.name + ".jsonl";
  const Result<std::string> text = ReadFile(path);
  if (!text.ok()) GTEST_SKIP() << "no reference logits: " << text.status().message();
  const std::vector<ParityPair> expected = ReadPairs(*text);
  ASSERT_FALSE(expected.empty());
  const auto classifier = LlamaEntailmentClassifier::Load(model.spec, model.path);
  ASSERT_TRUE(classifier.ok()) << classifier.status().ToString();
  std::vector<PremiseHypothesis> pairs;
  for (const ParityPair& pair : expected) pairs.push_back({pair.premise, pair.hypothesis});
  const auto result = (*classifier)->Classify(pairs, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  float largest = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_EQ(expected[i].logits.size(), 3U);
    for (size_t output = 0; output < 3; ++output) {
      const auto relation = static_cast<size_t>(model.spec.labels[output]);
      const float difference =
          std::fabs(result.items[i]->logits[relation] - expected[i].logits[output]);
      largest = std::max(largest, difference);
      EXPECT_LE(difference, kLargestDifference) << expected[i].hypothesis;
    }
  }
  RecordProperty("largest_difference", std::to_string(largest));
}

}  // namespace
}  // namespace gloss
