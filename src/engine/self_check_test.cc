#include "engine/self_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"

namespace gloss {
namespace {

using ::testing::HasSubstr;
using Verifier = std::function<std::optional<Relation>(const PremiseHypothesis&)>;

/// A self-test with scripted models: texts with words in common are near, and a sentence is one
/// claim.
SelfTestResult RunWith(Verifier verifier, std::optional<size_t> fail_after = std::nullopt,
                       const std::string& method = "etracer") {
  ScriptedClassifierOptions classifier;
  classifier.callback = std::move(verifier);
  classifier.fail_after = fail_after;
  Engine engine(std::make_unique<ScriptedEmbedder>(),
                std::make_unique<ScriptedClassifier>(classifier), nullptr);
  GroundRequest settings;
  settings.grounding.method = method;
  settings.grounding.tau = 0.3F;
  auto result = RunSelfTest(engine, settings, {});
  EXPECT_TRUE(result.ok()) << result.status().ToString();
  return result.ok() ? *result : SelfTestResult{};
}

Relation Truth(const PremiseHypothesis& pair) {
  if (pair.premise.find(pair.hypothesis) != std::string::npos) return Relation::kEntailment;
  const bool number = pair.hypothesis.find("$85.3") != std::string::npos &&
                      pair.premise.find("$58.3") != std::string::npos;
  const bool negation = pair.hypothesis.find("approved the downtown") != std::string::npos &&
                        pair.premise.find("did not approve") != std::string::npos;
  return number || negation ? Relation::kContradiction : Relation::kNeutral;
}

TEST(SelfTest, AVerifierThatWorksPasses) {
  for (const char* method : {"etracer", "cascade"}) {
    const SelfTestResult result = RunWith(Truth, std::nullopt, method);
    EXPECT_TRUE(result.passed) << method;
    EXPECT_EQ(result.lines.size(), 6U);
    for (const SelfTestLine& line : result.lines) {
      EXPECT_TRUE(line.passed) << method << ": " << line.sentence << ": " << line.detail;
    }
  }
}

class BrokenVerifier : public ::testing::TestWithParam<std::string> {};

TEST_P(BrokenVerifier, IsAlwaysFound) {
  for (const Relation relation :
       {Relation::kEntailment, Relation::kNeutral, Relation::kContradiction}) {
    const SelfTestResult result = RunWith([relation](const PremiseHypothesis&) { return relation; },
                                          std::nullopt, GetParam());
    EXPECT_FALSE(result.passed) << RelationName(relation);
  }
  // One that fails at once, or half way.
  for (const size_t after : {0U, 3U, 9U}) {
    EXPECT_FALSE(RunWith(Truth, after, GetParam()).passed) << after;
  }
  // One that finds contradictions and takes the rest for true.
  EXPECT_FALSE(RunWith(
                   [](const PremiseHypothesis& pair) {
                     return Truth(pair) == Relation::kContradiction ? Relation::kContradiction
                                                                    : Relation::kEntailment;
                   },
                   std::nullopt, GetParam())
                   .passed);
  // One that is blind to numbers and negation, but for what the method's own rules find.
  const SelfTestResult blind = RunWith(
      [](const PremiseHypothesis& pair) {
        return Truth(pair) == Relation::kContradiction ? Relation::kEntailment : Truth(pair);
      },
      std::nullopt, "etracer");
  EXPECT_FALSE(blind.passed);
}

INSTANTIATE_TEST_SUITE_P(Methods, BrokenVerifier, ::testing::Values("etracer", "cascade"));

TEST(SelfTest, SaysWhatWasMissed) {
  const SelfTestResult result =
      RunWith([](const PremiseHypothesis&) { return Relation::kEntailment; });
  EXPECT_TRUE(result.lines[0].passed);
  EXPECT_FALSE(result.lines[1].passed);
  EXPECT_THAT(result.lines[1].detail, HasSubstr("the fault was not found"));
}

}  // namespace
}  // namespace gloss
