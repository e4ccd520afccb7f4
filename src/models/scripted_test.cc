#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"
#include "models/scripted_generator.h"

namespace gloss {
namespace {

using testing::HasSubstr;

TEST(ScriptedEmbedderTest, TextsWithCommonWordsAreNear) {
  ScriptedEmbedder embedder;
  const std::vector<std::string_view> texts = {"the cat sat on the mat", "The cat SAT",
                                               "quarterly revenue rose", ""};
  const auto result = embedder.Embed(texts, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_GT(Cosine(*result.items[0], *result.items[1]), 0.5F);
  EXPECT_LT(Cosine(*result.items[0], *result.items[2]), 0.3F);
  for (const auto& item : result.items) EXPECT_NEAR(Cosine(*item, *item), 1.0F, 1e-6);
}

TEST(ScriptedEmbedderTest, TableComesFirst) {
  ScriptedEmbedderOptions options;
  options.dimension = 2;
  options.table["a"] = {3, 4};
  ScriptedEmbedder embedder(options);
  const std::vector<std::string_view> texts = {"a"};
  EXPECT_EQ(*embedder.Embed(texts, {}).items[0], (Embedding{0.6F, 0.8F}));
}

TEST(ScriptedClassifierTest, AnswersFromTableThenCallbackThenFallback) {
  ScriptedClassifierOptions options;
  options.table[{"p", "h"}] = Relation::kEntailment;
  options.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
    if (pair.hypothesis == "not h") return Relation::kContradiction;
    return std::nullopt;
  };
  ScriptedClassifier classifier(options);
  const std::vector<PremiseHypothesis> pairs = {{"p", "h"}, {"p", "not h"}, {"p", "x"}};
  const auto result = classifier.Classify(pairs, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_EQ(result.items[0]->label, Relation::kEntailment);
  EXPECT_EQ(result.items[1]->label, Relation::kContradiction);
  EXPECT_EQ(result.items[2]->label, Relation::kNeutral);
  EXPECT_GT(result.items[0]->probability(Relation::kEntailment), 0.99F);
}

TEST(ScriptedClassifierTest, FailsAfterTheGivenNumberOfItemsAndKeepsThem) {
  ScriptedClassifierOptions options;
  options.fail_after = 3;
  ScriptedClassifier classifier(options);
  const std::vector<PremiseHypothesis> pairs(2, {"p", "h"});
  EXPECT_TRUE(classifier.Classify(pairs, {}).status.ok());
  const auto second = classifier.Classify(pairs, {});
  EXPECT_EQ(second.status.code(), StatusCode::kModelFailed);
  EXPECT_TRUE(second.items[0].has_value());
  EXPECT_FALSE(second.items[1].has_value());
}

TEST(ScriptedGeneratorTest, MatchesTheLastMessageAndStops) {
  ScriptedGeneratorOptions options;
  options.replies = {{"cats", "Cats purr.\n\nrest", FinishReason::kMaxTokens}};
  ScriptedGenerator generator(options);
  GenerationRequest request;
  request.messages = {{"system", "dogs"}, {"user", "About cats"}};
  request.stop = {"\n\n"};
  const auto result = generator.Generate(std::vector{request}, {});
  ASSERT_TRUE(result.status.ok());
  EXPECT_EQ(result.items[0]->text, "Cats purr.");
  EXPECT_EQ(result.items[0]->finish, FinishReason::kStop);
  EXPECT_EQ(result.items[0]->generated_tokens, 2);
  request.max_tokens = 1;
  EXPECT_EQ(generator.Generate(std::vector{request}, {}).items[0]->text, "Cats");
  request.messages.back().content = "About dogs";
  const auto unanswered = generator.Generate(std::vector{request}, {});
  EXPECT_EQ(unanswered.status.code(), StatusCode::kModelFailed);
  EXPECT_THAT(unanswered.status.message(), HasSubstr("About dogs"));
}

TEST(ScriptedGeneratorTest, CallbackSeesTheSeed) {
  ScriptedGeneratorOptions options;
  options.callback = [](const GenerationRequest& request) -> std::optional<std::string> {
    return "seed " + std::to_string(request.seed);
  };
  ScriptedGenerator generator(options);
  GenerationRequest request;
  request.seed = 7;
  EXPECT_EQ(generator.Generate(std::vector{request}, {}).items[0]->text, "seed 7");
}

TEST(ScriptedModelsTest, StopBeforeTheFirstItemWhenCancelled) {
  std::stop_source source;
  source.request_stop();
  ScriptedEmbedder embedder;
  const std::vector<std::string_view> texts = {"a"};
  const auto result = embedder.Embed(texts, source.get_token());
  EXPECT_EQ(result.status.code(), StatusCode::kCancelled);
  EXPECT_FALSE(result.items[0].has_value());
}

}  // namespace
}  // namespace gloss
