// C++ logits against those that the training side computed with PyTorch (models/parity/).

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
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

/// The reference logits lie beside the weights, in parity/.
void ExpectParity(const TestModel& model) {
  const std::string path =
      (std::filesystem::path(model.path).parent_path() / "parity" / (model.spec.name + ".jsonl"))
          .string();
  const Result<std::string> text = ReadFile(path);
  ASSERT_TRUE(text.ok()) << text.status().ToString();
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
  testing::Test::RecordProperty(model.spec.name + "_largest_difference", std::to_string(largest));
}

TEST(EntailmentParityTest, LogitsEqualPyTorch) {
  // Of what ships, and of an export that is tried out before it does.
  std::vector<std::string> models = {GLOSSATOR_SOURCE_DIR "/models"};
  if (const char* folder = std::getenv("GLOSSATOR_MODEL_DIR"))
    models.insert(models.begin(), folder);
  const auto registry = ModelRegistry::Load(models, models);
  ASSERT_TRUE(registry.ok()) << registry.status().ToString();
  size_t compared = 0;
  for (const ModelSpec& spec : registry->specs()) {
    const auto path = registry->Locate(spec);
    if (spec.role != ModelRole::kEntailment || spec.labels.empty() || !path.ok()) continue;
    SCOPED_TRACE(spec.name);
    ExpectParity({spec, *path});
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << "no entailment model is on this machine";
}

}  // namespace
}  // namespace gloss
