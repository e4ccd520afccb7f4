#include "writing/text_chunks.h"

#include <gtest/gtest.h>

#include "text/segmenter.h"
#include "writing/writing_test_support.h"

namespace gloss {
namespace {

std::vector<Document> SomeDocuments(const std::vector<size_t>& sentences) {
  std::vector<Document> documents;
  for (size_t d = 0; d < sentences.size(); ++d) {
    std::vector<std::string> paragraphs;
    for (size_t i = 0; i < sentences[d]; ++i) {
      paragraphs.push_back("Document " + std::to_string(d) + " says thing " + std::to_string(i) +
                           " here.");
    }
    documents.push_back(PlainDocument(paragraphs));
  }
  return documents;
}

size_t Ten(std::string_view) { return 10; }

/// Every sentence in exactly one chunk, in order.
void ExpectComplete(const std::vector<Document>& documents, const std::vector<TextChunk>& chunks) {
  std::vector<SentenceRef> seen;
  for (const TextChunk& chunk : chunks) {
    EXPECT_FALSE(chunk.ranges.empty());
    for (const SentenceRange& range : chunk.ranges) {
      EXPECT_GT(range.size(), 0U);
      for (size_t i = range.begin; i < range.end; ++i) {
        seen.push_back({range.document, static_cast<int>(i)});
      }
    }
  }
  std::vector<SentenceRef> all;
  for (size_t d = 0; d < documents.size(); ++d) {
    for (size_t i = 0; i < documents[d].sentences.size(); ++i) {
      all.push_back({static_cast<int>(d), static_cast<int>(i)});
    }
  }
  EXPECT_EQ(seen, all);
}

TEST(TextChunksTest, OfLikeSizeAndNeverTooLarge) {
  const std::vector<Document> documents = SomeDocuments({41});
  const auto chunks = CutIntoChunks(documents, Ten, {.most_tokens = 100, .tokens_per_sentence = 0});
  ExpectComplete(documents, chunks);
  ASSERT_EQ(chunks.size(), 5U);  // not 10, 10, 10, 10, 1
  for (const TextChunk& chunk : chunks) {
    EXPECT_LE(chunk.tokens, 100U);
    EXPECT_GE(chunk.tokens, 50U);
  }
}

TEST(TextChunksTest, SeveralDocumentsShareAChunkAndSpreadOverSeveral) {
  const std::vector<Document> documents = SomeDocuments({3, 0, 4, 25});
  const auto chunks = CutIntoChunks(documents, Ten, {.most_tokens = 120, .tokens_per_sentence = 2});
  ExpectComplete(documents, chunks);
  EXPECT_GT(chunks.size(), 2U);
  EXPECT_EQ(chunks.front().ranges.front().document, 0);
  EXPECT_EQ(chunks.back().ranges.back().document, 3);
  for (const TextChunk& chunk : chunks) EXPECT_LE(chunk.tokens, 120U);
}

TEST(TextChunksTest, EndsBeforeAHeadingThatIsNear) {
  std::vector<Document> documents = SomeDocuments({20});
  documents[0].blocks[9].kind = BlockKind::kHeading;
  const auto chunks = CutIntoChunks(documents, Ten, {.most_tokens = 100, .tokens_per_sentence = 0});
  ExpectComplete(documents, chunks);
  EXPECT_EQ(chunks[0].ranges[0].end, 9U);
}

TEST(TextChunksTest, ASentenceThatIsTooLargeIsAloneAndNothingGivesNothing) {
  const std::vector<Document> documents = SomeDocuments({3});
  const auto chunks = CutIntoChunks(
      documents, [](std::string_view text) -> size_t { return text.find("1") < 30 ? 500 : 10; },
      {.most_tokens = 100, .tokens_per_sentence = 0});
  ExpectComplete(documents, chunks);
  EXPECT_EQ(chunks.size(), 3U);
  EXPECT_TRUE(CutIntoChunks({}, Ten, {}).empty());
  EXPECT_TRUE(CutIntoChunks(SomeDocuments({0}), Ten, {}).empty());
}

TEST(TextChunksTest, EstimatesRatherTooMany) {
  EXPECT_EQ(EstimateTokens(""), 0U);
  EXPECT_EQ(EstimateTokens("The council adopted the budget."), 11U);
}

}  // namespace
}  // namespace gloss
