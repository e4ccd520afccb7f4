#include "writing/attribute_first_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "grounding/test_support.h"
#include "models/scripted_embedder.h"
#include "writing/text_measures.h"
#include "writing/writing_test_support.h"

namespace gloss {
namespace {

using testing::HasSubstr;

Document LongDocument(size_t sentences) {
  static const std::vector<std::string> kThings = {"bridge",  "harbour", "school",  "forest",
                                                   "market",  "tunnel",  "museum",  "garden",
                                                   "theatre", "station", "library", "hospital"};
  std::vector<std::string> paragraphs;
  for (size_t i = 0; i < sentences; ++i) {
    paragraphs.push_back(
        "The " + kThings[i % kThings.size()] + " in district number " + std::to_string(i + 100) +
        " was restored by the town council in the year " + std::to_string(1000 + i) + ".");
  }
  return PlainDocument(paragraphs);
}

size_t WordsOf(const CitedText& text) {
  size_t words = 0;
  for (const CitedSentence& sentence : text.sentences) words += CountWords(sentence.statement);
  return words;
}

class AttributeFirstPartsTest : public testing::Test {
 protected:
  Result<LongCitedText> Write(std::vector<Document> documents, const LongTextOptions& long_options,
                              const WritingProgress& progress = {}, std::stop_token stop = {}) {
    WritingOptions options;
    options.words = 200;
    WritingInput input;
    input.documents = std::move(documents);
    return WriteLongAttributeFirst({embedder_, classifier_}, std::move(input), options,
                                   long_options, progress, stop);
  }

  ScriptedEmbedder embedder_;
  ScriptedClassifier classifier_{Script({.fallback = Relation::kEntailment})};
};

TEST_F(AttributeFirstPartsTest, CitesSentencesThatThePartsChoseFromAllOverTheDocument) {
  const Document document = LongDocument(600);
  LongTextOptions options;
  options.chunk_tokens = 2500;
  const auto written = Write({document}, options);
  ASSERT_TRUE(written.ok()) << written.status().ToString();
  const CitedText& text = written->text;
  EXPECT_GT(written->parts.parts.size(), 3U);
  std::set<std::string> of_parts;
  for (const PartialText& part : written->parts.parts) {
    of_parts.insert(part.tags.begin(), part.tags.end());
  }
  std::set<size_t> tenths;
  ASSERT_GE(text.citations.size(), 5U);
  for (const Citation& citation : text.citations) {
    ASSERT_EQ(citation.sentences.size(), 1U);
    const SentenceRef& ref = citation.sentences.front();
    const auto at = static_cast<size_t>(ref.sentence);
    EXPECT_EQ(text.documents[0].sentences[at].tag, citation.resolved);
    EXPECT_TRUE(of_parts.contains(citation.resolved));
    EXPECT_EQ(citation.span.In(text.text), "<" + citation.resolved + ">");
    tenths.insert(at * 10 / 600);
  }
  EXPECT_GE(tenths.size(), 8U);
  EXPECT_NEAR(static_cast<double>(WordsOf(text)), 200.0, 40.0);
  EXPECT_EQ(text.documents[0].text, document.text);
  for (const PartCoverage& coverage : written->parts.coverage) EXPECT_GT(coverage.cited, 0U);
}

TEST_F(AttributeFirstPartsTest, TheSpreadIsOverTheWholeDocumentNotOverWhatThePartsCite) {
  Document document = LongDocument(600);
  // The first half states little.
  for (size_t i = 0; i < 300; ++i) {
    if (i % 10 != 0) document.blocks[i].kind = BlockKind::kHeading;
  }
  LongTextOptions options;
  options.chunk_tokens = 2500;
  const auto written = Write({document}, options);
  ASSERT_TRUE(written.ok()) << written.status().ToString();
  std::set<size_t> tenths;
  for (const Citation& citation : written->text.citations) {
    tenths.insert(static_cast<size_t>(citation.sentences.front().sentence) * 10 / 600);
  }
  EXPECT_GE(tenths.size(), 8U);
  EXPECT_NEAR(static_cast<double>(WordsOf(written->text)), 200.0, 40.0);
}

TEST_F(AttributeFirstPartsTest, OnlyTheLastTextIsShortenedAndVerified) {
  LongTextOptions options;
  options.chunk_tokens = 700;
  size_t verified = 0;
  bool merging = false;
  const auto written =
      Write({LongDocument(600)}, options, [&](std::string_view stage, size_t, size_t) {
        if (stage == "merge") merging = true;
        if (stage == "verify" && !merging) ++verified;
      });
  ASSERT_TRUE(written.ok()) << written.status().ToString();
  EXPECT_GT(written->parts.parts.size(), written->text.citations.size());
  EXPECT_THAT(written->text.warnings,
              testing::Contains(HasSubstr("parts, merged; the text cites")));
  EXPECT_EQ(verified, 0U);
  for (const PartialText& part : written->parts.parts) {
    for (const PlacedStatement& placed : part.statements) {
      EXPECT_EQ(placed.statement.origin, CitedOrigin::kQuoted);
    }
  }
}

TEST_F(AttributeFirstPartsTest, StoppedAndResumedIsTheSame) {
  LongTextOptions options;
  options.chunk_tokens = 2500;
  const auto whole = Write({LongDocument(600)}, options);
  ASSERT_TRUE(whole.ok());
  options.state_path = testing::TempDir() + "/attribute_first_parts.json";
  std::filesystem::remove(options.state_path);
  std::stop_source source;
  const auto stopped = Write(
      {LongDocument(600)}, options,
      [&](std::string_view stage, size_t done, size_t) {
        if (stage == "parts" && done == 2) source.request_stop();
      },
      source.get_token());
  EXPECT_EQ(stopped.status().code(), StatusCode::kCancelled);
  const auto resumed = Write({LongDocument(600)}, options);
  ASSERT_TRUE(resumed.ok()) << resumed.status().ToString();
  EXPECT_EQ(resumed->parts.resumed, 2U);
  EXPECT_EQ(resumed->text.text, whole->text.text);
  const auto again = Write({LongDocument(600)}, options);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->text.text, whole->text.text);
  EXPECT_EQ(again->text.provenance.settings, whole->text.provenance.settings);
}

TEST_F(AttributeFirstPartsTest, APartWithNothingToCiteIsNotedAndNothingAtAllIsAnError) {
  Document document = LongDocument(400);
  for (size_t i = 0; i < 150; ++i) document.blocks[i].kind = BlockKind::kHeading;
  LongTextOptions options;
  options.chunk_tokens = 1500;
  const auto written = Write({document}, options);
  ASSERT_TRUE(written.ok()) << written.status().ToString();
  EXPECT_EQ(written->parts.coverage.front().cited, 0U);
  EXPECT_THAT(written->text.warnings, testing::Contains(HasSubstr("could be cited")));
  for (Block& block : document.blocks) block.kind = BlockKind::kHeading;
  EXPECT_EQ(Write({document}, options).status().code(), StatusCode::kInvalidArgument);
}

TEST_F(AttributeFirstPartsTest, QuestionsAreNotForParts) {
  WritingOptions options;
  options.question = "What was restored?";
  WritingInput input;
  input.documents = {LongDocument(3)};
  const auto written =
      WriteLongAttributeFirst({embedder_, classifier_}, std::move(input), options, {}, {}, {});
  EXPECT_EQ(written.status().code(), StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace gloss
