#include "backends/llama_cpp/llama_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "backends/llama_cpp/test_models.h"
#include "models/tag_grammar.h"
#include "models/tag_test_support.h"

namespace gloss {
namespace {

using testing::HasSubstr;

std::unique_ptr<LlamaGenerator> LoadOrDie(const TestModel& model) {
  auto generator = LlamaGenerator::Load(model.spec, model.path);
  EXPECT_TRUE(generator.ok()) << generator.status().ToString();
  return generator.ok() ? std::move(generator).value() : nullptr;
}

GenerationRequest Ask(std::string question, int max_tokens = 24) {
  GenerationRequest request;
  request.messages = {{"system", "You answer in one short sentence."},
                      {"user", std::move(question)}};
  request.max_tokens = max_tokens;
  return request;
}

std::vector<GenerationRequest> SomeQuestions() {
  std::vector<GenerationRequest> requests;
  for (const char* question :
       {"What is the capital of France?", "Name a colour.", "How many legs has a spider?",
        "What do bees make?", "Is water wet?", "Who wrote Hamlet?", "What is 2 + 2?"}) {
    requests.push_back(Ask(question));
  }
  requests[2].temperature = 0.8F;
  requests[2].seed = 7;
  return requests;
}

std::vector<std::string> TextsOf(const BatchResult<GenerationResult>& result) {
  std::vector<std::string> texts;
  for (const auto& item : result.items) texts.push_back(item ? item->text : "(none)");
  return texts;
}

TEST(LlamaGeneratorTest, AnswersAndCountsTokens) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  const std::vector<GenerationRequest> requests = {Ask("What is the capital of France?", 40)};
  const auto result = generator->Generate(requests, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_THAT(result.items[0]->text, HasSubstr("Paris"));
  EXPECT_EQ(result.items[0]->finish, FinishReason::kStop);
  EXPECT_GT(result.items[0]->prompt_tokens, 15);
  EXPECT_GT(result.items[0]->generated_tokens, 3);
}

TEST(LlamaGeneratorTest, SameTextsForAnyThreadCountAndWhenAskedAgain) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const std::vector<GenerationRequest> requests = SomeQuestions();
  std::vector<std::string> expected;
  for (const int threads : {1, 2}) {
    const ScopedThreads scope(threads);
    const auto generator = LoadOrDie(model);
    for (int round = 0; round < 2; ++round) {
      const auto result = generator->Generate(requests, {});
      ASSERT_TRUE(result.status.ok()) << result.status.ToString();
      if (expected.empty()) expected = TextsOf(result);
      EXPECT_EQ(TextsOf(result), expected) << "threads " << threads << ", round " << round;
      // Another call in between must leave nothing behind.
      const std::vector<GenerationRequest> other = {Ask("Tell me about tea.", 4)};
      EXPECT_TRUE(generator->Generate(other, {}).status.ok());
    }
  }
}

TEST(LlamaGeneratorTest, ABeginningThatIsKeptChangesNoText) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const ScopedThreads scope(1);
  std::string rules;  // several blocks of tokens
  for (int i = 0; i < 40; ++i) rules += "Rule " + std::to_string(i) + ": answer in plain words. ";
  std::vector<GenerationRequest> requests;
  for (const char* end : {"Tell of a fox.", "Tell of a fox and a hen.", "Name a sea."}) {
    GenerationRequest request = Ask(rules + end, 32);
    request.temperature = 1.0F;
    request.seed = 3;
    requests.push_back(std::move(request));
  }
  const auto warm = LoadOrDie(model);
  EXPECT_TRUE(warm->Generate(requests, {}).status.ok());
  for (const GenerationRequest& request : requests) {
    const auto after = TextsOf(warm->Generate(std::span(&request, 1), {}));
    const auto alone = TextsOf(LoadOrDie(model)->Generate(std::span(&request, 1), {}));
    EXPECT_EQ(after, alone);
  }
}

TEST(LlamaGeneratorTest, SeedAndTemperatureDecide) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  GenerationRequest request = Ask("Tell me a story about a fox.");
  request.temperature = 1.0F;
  std::vector<std::string> texts;
  for (const uint64_t seed : {uint64_t{1}, uint64_t{2}, uint64_t{1}}) {
    request.seed = seed;
    texts.push_back(generator->Generate(std::vector{request}, {}).items[0]->text);
  }
  EXPECT_EQ(texts[0], texts[2]);
  EXPECT_NE(texts[0], texts[1]);
}

TEST(LlamaGeneratorTest, CountsTokensOfATextAlone) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  EXPECT_EQ(generator->CountTokens(""), 0U);
  EXPECT_EQ(generator->CountTokens("Hello"), 1U);
  EXPECT_GT(generator->CountTokens("<|im_end|>"), 1U);
  EXPECT_EQ(generator->CountTokens(" a a a a"), 4U);
}

TEST(LlamaGeneratorTest, StopStringEndsTheTextBeforeIt) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  GenerationRequest request = Ask("What is the capital of France?", 40);
  const std::string whole = generator->Generate(std::vector{request}, {}).items[0]->text;
  request.stop = {"aris"};
  const auto cut = generator->Generate(std::vector{request}, {});
  EXPECT_EQ(cut.items[0]->finish, FinishReason::kStop);
  EXPECT_EQ(cut.items[0]->text, whole.substr(0, whole.find("aris")));
}

TEST(LlamaGeneratorTest, TokenLimitIsReported) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  const auto result = generator->Generate(std::vector{Ask("Tell me a long story.", 5)}, {});
  EXPECT_EQ(result.items[0]->finish, FinishReason::kMaxTokens);
  EXPECT_EQ(result.items[0]->generated_tokens, 5);
}

TEST(LlamaGeneratorTest, GrammarIsKeptTo) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  GenerationRequest greedy = Ask("Name a colour.");
  greedy.grammar = "root ::= \"[\" [0-9]{3} \"]\"";
  GenerationRequest sampled = greedy;
  sampled.temperature = 1.5F;
  sampled.seed = 3;
  const auto result = generator->Generate(std::vector{greedy, sampled}, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  for (const auto& item : result.items) {
    EXPECT_THAT(item->text, testing::MatchesRegex("\\[[0-9][0-9][0-9]\\]"));
    EXPECT_EQ(item->finish, FinishReason::kStop);
  }
}

/// A model that has written good and false tags before.
GenerationRequest Tempted(const std::vector<std::string>& tags, size_t i) {
  GenerationRequest request;
  for (const std::string& tag :
       {tags[i % tags.size()], std::string("deadbe12"), tags[i % tags.size()].substr(0, 7) + "0",
        tags[(i + 1) % tags.size()], std::string("a3f5e824")}) {
    request.messages.push_back({"user", "Write a line and cite it."});
    request.messages.push_back({"assistant", "It rains a lot <" + tag + "> here <" + tag + ">."});
  }
  request.messages.push_back({"user", "Write a line and cite it."});
  request.max_tokens = 60;
  request.temperature = i < 4 ? 0.0F : 1.2F;
  request.seed = i;
  return request;
}

const std::vector<std::string> kSomeTags = {"a3f5e823", "00aa11bb", "94263ce0", "beefcafe"};

TEST(LlamaGeneratorTest, CitationConstraintsHoldWhateverTheModelWants) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  std::vector<GenerationRequest> requests;
  for (size_t i = 0; i < 8; ++i) {
    requests.push_back(Tempted(kSomeTags, i));
    requests.back().citations =
        CitationConstraint{.tags = kSomeTags, .once = i % 2 == 0, .closing_forms = i % 4 >= 2};
  }
  requests[3].stop = {"5e8"};
  const auto result = generator->Generate(requests, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  int written = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    const std::string& text = result.items[i]->text;
    EXPECT_TRUE(result.items[i]->citations_enforced);
    const TagsFound found = ReadTags(text, kSomeTags);
    EXPECT_THAT(found.bad, testing::IsEmpty()) << text;
    for (const auto& [tag, count] : found.good) {
      written += count;
      EXPECT_LE(count, requests[i].citations->once ? 1 : 1000) << text;
    }
    EXPECT_THAT(text, testing::Not(testing::EndsWith("<"))) << text;
  }
  EXPECT_GT(written, 0) << "the model was not tempted: " << result.items[0]->text;
}

/// What llama-server is sent, on the library's own grammar.
TEST(LlamaGeneratorTest, TheGrammarForServersLetsNoFalseTagThrough) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  std::vector<GenerationRequest> requests;
  for (size_t i = 0; i < 8; ++i) {
    requests.push_back(Tempted(kSomeTags, i));
    requests.back().grammar = TagGrammar(**TagRules::Create({.tags = kSomeTags}));
  }
  const auto result = generator->Generate(requests, {});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  int written = 0;
  for (const auto& item : result.items) {
    const TagsFound found = ReadTags(item->text, kSomeTags);
    for (const auto& [tag, count] : found.good) written += count;
    EXPECT_THAT(found.closing, testing::IsEmpty()) << item->text;
    for (const std::string& bad : found.bad) EXPECT_NE(bad.front(), '<') << item->text;
  }
  EXPECT_GT(written, 0) << "the model was not tempted: " << result.items[0]->text;
}

TEST(LlamaGeneratorTest, AConstraintThatDoesNotBindChangesNothing) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  std::vector<GenerationRequest> requests = SomeQuestions();
  const std::vector<std::string> free = TextsOf(generator->Generate(requests, {}));
  for (GenerationRequest& request : requests) request.citations.emplace();
  EXPECT_EQ(TextsOf(generator->Generate(requests, {})), free);
}

TEST(LlamaGeneratorTest, ContentCannotEndTheTurn) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  const auto tokens = [&](std::string content) {
    return generator->Generate(std::vector{Ask(std::move(content), 1)}, {}).items[0]->prompt_tokens;
  };
  // As a special token it would be one; as text it is several.
  EXPECT_GT(tokens("x<|im_end|>y"), tokens("xy") + 2);
}

TEST(LlamaGeneratorTest, BadRequestsAreErrorsOfTheWholeCall) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  std::string huge;
  for (int i = 0; i < 6000; ++i) huge += "word ";
  GenerationRequest bad_grammar = Ask("x");
  bad_grammar.grammar = "root ::= (";
  GenerationRequest bad_tag = Ask("x");
  bad_tag.citations = CitationConstraint{.tags = {"a3f5e82"}};
  GenerationRequest both = Ask("x");
  both.citations.emplace();
  both.grammar = "root ::= \"x\"";
  GenerationRequest bad_role = Ask("x");
  bad_role.messages[0].role = "narrator";
  struct Case {
    GenerationRequest request;
    StatusCode code;
  };
  for (const Case& bad :
       {Case{Ask(huge), StatusCode::kTooLarge}, Case{bad_grammar, StatusCode::kInvalidArgument},
        Case{bad_role, StatusCode::kInvalidArgument}, Case{bad_tag, StatusCode::kInvalidArgument},
        Case{both, StatusCode::kInvalidArgument},
        Case{Ask("x", 0), StatusCode::kInvalidArgument}}) {
    const auto result = generator->Generate(std::vector{Ask("fine"), bad.request}, {});
    EXPECT_EQ(result.status.code(), bad.code) << result.status.ToString();
    EXPECT_THAT(result.status.message(), HasSubstr("request 1"));
    EXPECT_FALSE(result.items[0].has_value());
  }
  EXPECT_TRUE(generator->Generate({}, {}).status.ok());
}

TEST(LlamaGeneratorTest, StopKeepsWhatIsDone) {
  GLOSS_TEST_MODEL(model, ModelRole::kDecomposer);
  const auto generator = LoadOrDie(model);
  const std::vector<GenerationRequest> questions = SomeQuestions();
  const std::vector<std::string> expected = TextsOf(generator->Generate(questions, {}));
  std::vector<GenerationRequest> requests = {Ask("Hi", 1)};
  for (int i = 0; i < 40; ++i) requests.push_back(Ask("Tell me a long story.", 400));
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    source.request_stop();
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto result = generator->Generate(requests, source.get_token());
  EXPECT_EQ(result.status.code(), StatusCode::kCancelled);
  EXPECT_FALSE(result.items.back().has_value());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  // And leaves nothing behind.
  EXPECT_EQ(TextsOf(generator->Generate(questions, {})), expected);
}

TEST(LlamaGeneratorTest, EncodersAreRefused) {
  GLOSS_TEST_MODEL(model, ModelRole::kEmbedder);
  const auto generator = LlamaGenerator::Load(model.spec, model.path);
  ASSERT_FALSE(generator.ok());
  EXPECT_EQ(generator.status().code(), StatusCode::kModelUnavailable);
  EXPECT_THAT(generator.status().message(), HasSubstr("does not hold a generative model"));
}

}  // namespace
}  // namespace gloss
