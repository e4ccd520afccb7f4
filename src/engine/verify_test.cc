#include "engine/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/file_system.h"
#include "engine/engine.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"

namespace gloss {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::optional<Relation> Same(const PremiseHypothesis& pair) {
  return pair.premise == pair.hypothesis ? std::optional(Relation::kEntailment) : std::nullopt;
}

class VerifyTest : public ::testing::Test {
 protected:
  VerifyTest() {
    ScriptedClassifierOptions options;
    options.callback = Same;
    engine_ = std::make_unique<Engine>(std::make_unique<ScriptedEmbedder>(),
                                       std::make_unique<ScriptedClassifier>(options), nullptr);
    request_.grounding.method = "etracer";
    request_.grounding.tau = 0.1F;
    request_.grounding.decomposition = "none";
    AddSource("budget.txt", "The budget was approved. The library opens on Sundays.");
    AddSource("roads.txt", "Two bridges close in May.");
  }

  void AddSource(const std::string& uri, const std::string& text) {
    TextInput input;
    input.uri = uri;
    input.text = text;
    request_.sources.push_back(std::move(input));
  }

  Result<CitedText> Verify(const std::string& text) {
    request_.text.uri = "cited";
    request_.text.text = text;
    return engine_->Verify(request_, {}, {});
  }

  std::unique_ptr<Engine> engine_;
  VerifyRequest request_;
};

TEST_F(VerifyTest, SaysWhatItWasMadeWith) {
  const auto text = Verify("The budget was approved <94263ce0>.");
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_THAT(text->citations, SizeIs(1));
  EXPECT_EQ(text->citations[0].verdict, CitationVerdict::kSupports);
  EXPECT_FALSE(text->provenance.product_version.empty());
  EXPECT_THAT(text->provenance.models, SizeIs(2));
}

TEST_F(VerifyTest, MarkdownStaysAsItIsWritten) {
  const std::string path =
      (std::filesystem::path(::testing::TempDir()) / "glossator_verify_test.md").string();
  const std::string written = "# News\n\n- The budget was **approved** <94263ce1>.\n";
  ASSERT_TRUE(WriteFileAtomically(path, written).ok());
  request_.text.uri = path;
  request_.fix = true;
  const auto text = engine_->Verify(request_, {}, {});
  std::filesystem::remove(path);
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_EQ(text->text, written);
  ASSERT_TRUE(text->fix.has_value());
  EXPECT_THAT(text->fix->text, HasSubstr("# News\n\n- The budget was **approved** <94263ce0>."));
}

TEST_F(VerifyTest, ACorrectedTextIsVerifiedAgain) {
  request_.fix = true;
  const auto text = Verify("The budget was approved <deadbeef>. Two bridges close in May.");
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_EQ(CountCited(*text).unknown, 1);
  ASSERT_TRUE(text->fix && text->fix->after);
  EXPECT_EQ(text->fix->after->supports, 2);
  EXPECT_EQ(text->fix->after->claims_supported, 2);
  EXPECT_THAT(text->documents, SizeIs(2));
}

TEST_F(VerifyTest, JsonBringsItsSourcesWhereNoneAreGiven) {
  request_.is_json = true;
  const std::string json = R"({"response":"Two bridges close in May [1].",
    "source_nodes":[{"node":{"text":"Two bridges close in May."}}]})";
  auto text = Verify(json);
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  // Those that are given go before.
  EXPECT_EQ(text->citations[0].verdict, CitationVerdict::kDoesNotAddress);
  request_.sources.clear();
  text = Verify(json);
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_EQ(text->citations[0].verdict, CitationVerdict::kSupports);
}

TEST_F(VerifyTest, AddressesSayWhatNumbersMean) {
  request_.is_json = true;
  const auto text = Verify(R"({"choices":[{"message":{"content":"Two bridges close in May [1]."}}],
    "citations":["https://example.org/roads.txt","roads.txt"]})");
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  // The first address is no source: [1] is the first source.
  EXPECT_EQ(text->citations[0].document, 0);
}

TEST_F(VerifyTest, ASourceThatCannotBeReadIsInTheResult) {
  TextInput missing;
  missing.uri = "/nonexistent/glossator.txt";
  request_.sources.push_back(missing);
  const auto text = Verify("The budget was approved <94263ce0>.");
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  EXPECT_THAT(text->unread_sources, SizeIs(1));
  EXPECT_THAT(text->gaps, Contains(HasSubstr("/nonexistent/glossator.txt")));
}

TEST_F(VerifyTest, ATextThatCannotBeReadIsAnError) {
  request_.text.text.reset();
  request_.text.uri = "/nonexistent/cited.txt";
  EXPECT_EQ(engine_->Verify(request_, {}, {}).status().code(), StatusCode::kNotFound);
  request_.is_json = true;
  EXPECT_THAT(Verify("{}").status().message(), HasSubstr("cited_json.md"));
}

}  // namespace
}  // namespace gloss
