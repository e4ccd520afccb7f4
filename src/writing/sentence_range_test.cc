#include "writing/sentence_range.h"

#include <gtest/gtest.h>

#include "writing/writing_test_support.h"

namespace gloss {
namespace {

std::vector<Document> TwoDocuments() {
  std::vector<Document> documents = {
      PlainDocument({"Part one", "It rains. It snows.", "Part two", "Tea is hot."}),
      PlainDocument({"Bees make honey.", "It rains."})};
  documents[0].title = "First";
  documents[0].blocks[0].kind = documents[0].blocks[2].kind = BlockKind::kHeading;
  documents[0].blocks[1].heading_path = {0};
  documents[0].blocks[3].heading_path = {2};
  AssignTags(documents);
  return documents;
}

/// Each sentence of an excerpt is the original at its place, with its tag.
void ExpectFaithful(const std::vector<Document>& documents, const Excerpt& excerpt) {
  ASSERT_EQ(excerpt.documents.size(), excerpt.places.size());
  for (size_t d = 0; d < excerpt.documents.size(); ++d) {
    const Document& document = excerpt.documents[d];
    ASSERT_EQ(document.sentences.size(), excerpt.places[d].size());
    for (size_t i = 0; i < document.sentences.size(); ++i) {
      const SentenceRef ref = excerpt.Original({static_cast<int>(d), static_cast<int>(i)});
      const Document& original = documents[static_cast<size_t>(ref.document)];
      const auto at = static_cast<size_t>(ref.sentence);
      EXPECT_EQ(document.SentenceText(i), original.SentenceText(at));
      EXPECT_EQ(document.sentences[i].tag, original.sentences[at].tag);
      EXPECT_EQ(document.title, original.title);
      const int block = document.sentences[i].block;
      ASSERT_GE(block, 0);
      const Block& own = document.blocks[static_cast<size_t>(block)];
      EXPECT_TRUE(own.span.Contains(document.sentences[i].span));
      EXPECT_EQ(own.kind, original.blocks[static_cast<size_t>(original.sentences[at].block)].kind);
      for (const int heading : own.heading_path) {
        ASSERT_LT(static_cast<size_t>(heading), document.blocks.size());
        EXPECT_EQ(document.blocks[static_cast<size_t>(heading)].kind, BlockKind::kHeading);
      }
    }
  }
}

TEST(SentenceRangeTest, RangesAsDocuments) {
  const std::vector<Document> documents = TwoDocuments();
  const std::vector<SentenceRange> all = {{0, 0, 5}, {1, 0, 2}};
  ExpectFaithful(documents, ExcerptOfRanges(documents, all));
  const std::vector<SentenceRange> some = {{0, 2, 5}, {1, 1, 2}};
  const Excerpt excerpt = ExcerptOfRanges(documents, some);
  ExpectFaithful(documents, excerpt);
  EXPECT_EQ(excerpt.documents[0].text, "It snows.\n\nPart two\n\nTea is hot.");
  // The heading of the first paragraph is not in the excerpt, that of the second is.
  EXPECT_TRUE(excerpt.documents[0].blocks[0].heading_path.empty());
  EXPECT_EQ(excerpt.documents[0].blocks[2].heading_path, std::vector<int>{1});
  EXPECT_EQ(TagsOf(documents, some).size(), 4U);
}

TEST(SentenceRangeTest, SingleSentencesAsDocuments) {
  const std::vector<Document> documents = TwoDocuments();
  const Excerpt excerpt = ExcerptOfSentences(documents, {{1, 0}, {0, 4}, {0, 1}, {0, 4}});
  ExpectFaithful(documents, excerpt);
  ASSERT_EQ(excerpt.documents.size(), 2U);
  EXPECT_EQ(excerpt.documents[0].text, "It rains.\n\nTea is hot.");
  EXPECT_EQ(excerpt.documents[1].text, "Bees make honey.");
}

}  // namespace
}  // namespace gloss
