#include "engine/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file_system.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"

namespace gloss {
namespace {

/// An engine whose classifier finds entailment where premise and hypothesis are equal, and which
/// takes every response sentence as one claim.
Engine EqualityEngine() {
  ScriptedClassifierOptions classifier;
  classifier.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
    return pair.premise == pair.hypothesis ? Relation::kEntailment : Relation::kNeutral;
  };
  return Engine(std::make_unique<ScriptedEmbedder>(),
                std::make_unique<ScriptedClassifier>(classifier), nullptr);
}

TextInput Text(std::string uri, std::string text) {
  TextInput input;
  input.uri = std::move(uri);
  input.text = std::move(text);
  return input;
}

GroundRequest Request(const std::string& response, const std::string& source) {
  GroundRequest request;
  request.id = "r1";
  request.response = Text("response", response);
  request.sources.push_back(Text("source", source));
  return request;
}

TEST(EngineTest, GroundsInlineTexts) {
  Engine engine = EqualityEngine();
  const auto report = engine.Ground(
      Request("The river is wide. The bridge is red.", "The river is wide. It rains."), {}, {});
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  ASSERT_EQ(report->claims.size(), 2U);
  EXPECT_EQ(report->claims[0].verdict, Verdict::kSupported);
  EXPECT_EQ(report->claims[1].verdict, Verdict::kNotEnoughInfo);
  EXPECT_EQ(report->id, "r1");
  EXPECT_EQ(report->documents[0].id, "d1");
  EXPECT_FALSE(report->documents[0].sentences[0].tag.empty());
  EXPECT_FALSE(report->provenance.product_version.empty());
}

TEST(EngineTest, UnreadSourceLeavesUndecidedClaimsUnchecked) {
  Engine engine = EqualityEngine();
  GroundRequest request = Request("The river is wide. The bridge is red.", "The river is wide.");
  TextInput missing;
  missing.uri = "no-such-file.pdf";
  request.sources.insert(request.sources.begin(), missing);
  const auto report = engine.Ground(request, {}, {});
  ASSERT_TRUE(report.ok());
  ASSERT_EQ(report->unread_sources.size(), 1U);
  EXPECT_EQ(report->unread_sources[0].uri, "no-such-file.pdf");
  EXPECT_EQ(report->unread_sources[0].status.code(), StatusCode::kNotFound);
  EXPECT_EQ(report->claims[0].verdict, Verdict::kSupported);
  EXPECT_EQ(report->claims[1].verdict, Verdict::kUnchecked);
  EXPECT_FALSE(report->coverage.complete());
  EXPECT_EQ(report->documents[0].id, "d2") << "ids keep the place in the request";
}

TEST(EngineTest, UnreadableResponseIsAnError) {
  Engine engine = EqualityEngine();
  GroundRequest request = Request("", "The river is wide.");
  request.response = TextInput{};
  request.response.uri = "no-such-answer.txt";
  EXPECT_EQ(engine.Ground(request, {}, {}).status().code(), StatusCode::kNotFound);
}

TEST(EngineTest, FailingModelIsSaidInTheReport) {
  ScriptedClassifierOptions classifier;
  classifier.fail_after = 0;
  Engine engine(std::make_unique<ScriptedEmbedder>(),
                std::make_unique<ScriptedClassifier>(classifier), nullptr);
  const auto report = engine.Ground(Request("The river is wide.", "The river is wide."), {}, {});
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->claims.at(0).verdict, Verdict::kUnchecked);
  EXPECT_TRUE(report->coverage.model_failed);
}

TEST(EngineTest, StopRequestLeavesClaimsUnchecked) {
  Engine engine = EqualityEngine();
  std::stop_source stop;
  stop.request_stop();
  const auto report =
      engine.Ground(Request("The river is wide.", "The river is wide."), {}, stop.get_token());
  ASSERT_TRUE(report.ok()) << report.status().ToString();
  EXPECT_EQ(report->claims.at(0).verdict, Verdict::kUnchecked);
}

TEST(EngineTest, CreateSaysWhichModelIsUnknown) {
  EngineOptions options;
  options.model_folders = {std::string(GLOSSATOR_SOURCE_DIR) + "/models"};
  options.embedder = "embedder-none";
  const auto engine = Engine::Create(options);
  ASSERT_FALSE(engine.ok());
  EXPECT_THAT(engine.status().message(), ::testing::HasSubstr("embedder-none"));
}

TEST(EngineTest, AModelThatTheLanguagePicksIsAskedForOnlyWhenATextNeedsIt) {
  const std::string folder = testing::TempDir() + "/engine_models_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(WriteFileAtomically(folder + "/n.json",
                                  R"({"name": "n", "role": "entailment", "file": "absent.gguf",
                                      "labels": ["entailment", "neutral", "contradiction"],
                                      "default": true, "source": "a package"})")
                  .ok());
  EngineOptions options;
  options.model_folders = {folder};
  options.decomposer = "rules";
  const auto engine = Engine::Create(options);
  ASSERT_TRUE(engine.ok()) << engine.status().ToString();
  const auto report = (*engine)->Ground(Request("It rains.", "It rains."), {}, {});
  EXPECT_EQ(report.status().code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(report.status().message(), ::testing::HasSubstr("absent.gguf not found"));
  EXPECT_THAT(report.status().message(), ::testing::HasSubstr("it comes from a package"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gloss
