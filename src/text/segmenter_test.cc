#include "text/segmenter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/hash.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Texts(const Document& document) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < document.sentences.size(); ++i) {
    texts.emplace_back(document.SentenceText(i));
  }
  return texts;
}

std::vector<std::string> Tags(const Document& document) {
  std::vector<std::string> tags;
  for (const Sentence& sentence : document.sentences) tags.push_back(sentence.tag);
  return tags;
}

// A document whose sentences are given, one a line.
Document OfSentences(const std::vector<std::string>& sentences) {
  Document document;
  for (const std::string& sentence : sentences) {
    const size_t begin = document.text.size();
    document.text += sentence;
    document.sentences.push_back({.span = {begin, document.text.size()}, .block = -1, .tag = {}});
    document.text += '\n';
  }
  return document;
}

TEST(Segment, DocumentWithoutBlocksIsCutAsAWhole) {
  Document document;
  document.text = "  Dr. Smith came. He saw the U.S. Dept. of State.\n\nIt was late.";
  Segment(document);
  EXPECT_EQ(document.language, "en");
  EXPECT_THAT(Texts(document),
              ElementsAre("Dr. Smith came.", "He saw the U.S. Dept. of State.", "It was late."));
  for (const Sentence& sentence : document.sentences) EXPECT_EQ(sentence.block, -1);
}

TEST(Segment, SentencesStayWithinTheirBlocksAndFurnitureIsLeftOut) {
  Document document;
  document.language = "de";
  const std::vector<std::pair<std::string, BlockKind>> blocks = {
      {"Bericht 2020", BlockKind::kHeading},
      {"Seite 3 von 5. Entwurf.", BlockKind::kFurniture},
      {"Am 3. Juni kam er. Danach", BlockKind::kParagraph},
      {"ging er.", BlockKind::kTableCell},
      {"   ", BlockKind::kParagraph},
  };
  for (const auto& [text, kind] : blocks) {
    const size_t begin = document.text.size();
    document.text += text;
    Block block;
    block.span = {begin, document.text.size()};
    block.kind = kind;
    document.blocks.push_back(block);
    document.text += ' ';
  }
  document.sentences.resize(3);  // What an earlier call left.
  Segment(document);
  EXPECT_THAT(Texts(document),
              ElementsAre("Bericht 2020", "Am 3. Juni kam er.", "Danach", "ging er."));
  std::vector<int> block_of;
  for (const Sentence& sentence : document.sentences) block_of.push_back(sentence.block);
  EXPECT_THAT(block_of, ElementsAre(0, 2, 2, 3));
}

TEST(Segment, GivenLanguageIsKept) {
  Document document;
  document.language = "ja";
  document.text = "これは文です。次の文です。";
  Segment(document);
  EXPECT_EQ(document.language, "ja");
  EXPECT_THAT(Texts(document), ElementsAre("これは文です。", "次の文です。"));
}

TEST(Segment, EmptyDocumentHasNoSentences) {
  Document document;
  Segment(document);
  EXPECT_TRUE(document.sentences.empty());
}

TEST(AssignTags, FirstEightDigitsOfMd5) {
  std::vector<Document> documents = {OfSentences({"hello", "hello world"})};
  AssignTags(documents);
  EXPECT_THAT(Tags(documents[0]), ElementsAre("5d41402a", "5eb63bbb"));
}

TEST(AssignTags, SameTextHasOneTagEverywhere) {
  std::vector<Document> documents = {OfSentences({"hello", "other", "hello"}),
                                     OfSentences({"hello"})};
  AssignTags(documents);
  EXPECT_EQ(documents[0].sentences[0].tag, documents[0].sentences[2].tag);
  EXPECT_EQ(documents[0].sentences[0].tag, documents[1].sentences[0].tag);
  EXPECT_NE(documents[0].sentences[0].tag, documents[0].sentences[1].tag);
}

// Two short strings whose MD5 begins with the same 8 digits, found by a birthday search.
std::pair<std::string, std::string> FindCollision() {
  std::map<std::string, std::string> text_of_tag;
  for (int i = 0;; ++i) {
    const std::string text = "Sentence " + std::to_string(i) + ".";
    const std::string tag = Md5Hex(text).substr(0, 8);
    const auto [found, fresh] = text_of_tag.emplace(tag, text);
    if (!fresh) return {found->second, text};
  }
}

TEST(AssignTags, LaterTextOfARealCollisionIsRehashedWithACounter) {
  const auto [first, second] = FindCollision();
  const std::string shared = Md5Hex(first).substr(0, 8);
  ASSERT_EQ(Md5Hex(second).substr(0, 8), shared);
  const auto salted = [](const std::string& text) {
    return Md5Hex(text + std::string(1, '\0') + "1").substr(0, 8);
  };

  std::vector<Document> documents = {OfSentences({first, second, first}), OfSentences({second})};
  AssignTags(documents);
  EXPECT_THAT(Tags(documents[0]), ElementsAre(shared, salted(second), shared));
  EXPECT_THAT(Tags(documents[1]), ElementsAre(salted(second)));

  // Order decides, also across documents.
  documents = {OfSentences({second}), OfSentences({first})};
  AssignTags(documents);
  EXPECT_THAT(Tags(documents[0]), ElementsAre(shared));
  EXPECT_THAT(Tags(documents[1]), ElementsAre(salted(first)));
}

TEST(AssignTags, CounterGoesOnUntilATagIsFree) {
  const std::string nul(1, '\0');
  const std::map<std::string, std::string> digests = {{"a", "11111111ff"},
                                                      {"b", "11111111ee"},
                                                      {"b" + nul + "1", "11111111"},
                                                      {"b" + nul + "2", "22222222"},
                                                      {"c", "22222222"},
                                                      {"c" + nul + "1", "11111111"},
                                                      {"c" + nul + "2", "22222222"},
                                                      {"c" + nul + "3", "33333333"}};
  std::vector<Document> documents = {OfSentences({"a", "b", "c", "b", "a"})};
  AssignTags(documents,
             [&digests](std::string_view text) { return digests.at(std::string(text)); });
  EXPECT_THAT(Tags(documents[0]),
              ElementsAre("11111111", "22222222", "33333333", "22222222", "11111111"));
}

TEST(AssignTags, ATagIsTakenByTheFirstTextEvenIfALaterOneHashesToIt) {
  // "b" moves away from "a" onto 22222222; "c", whose own digest that is, has to move in turn.
  const std::string nul(1, '\0');
  const std::map<std::string, std::string> digests = {{"a", "11111111"},
                                                      {"b", "11111111"},
                                                      {"b" + nul + "1", "22222222"},
                                                      {"c", "22222222"},
                                                      {"c" + nul + "1", "44444444"}};
  std::vector<Document> documents = {OfSentences({"a", "b", "c"})};
  AssignTags(documents,
             [&digests](std::string_view text) { return digests.at(std::string(text)); });
  EXPECT_THAT(Tags(documents[0]), ElementsAre("11111111", "22222222", "44444444"));
}

}  // namespace
}  // namespace gloss
