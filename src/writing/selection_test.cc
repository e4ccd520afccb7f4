#include "writing/selection.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace gloss {
namespace {

struct Case {
  std::vector<SourceSentence> sentences;
  std::vector<RankedSentence> ranked;
};

/// `count` sentences a document; the first ones are the most salient, and all are different.
Case MakeCase(const std::vector<size_t>& counts) {
  Case made;
  size_t all = 0;
  for (const size_t count : counts) all += count;
  for (size_t d = 0; d < counts.size(); ++d) {
    for (size_t s = 0; s < counts[d]; ++s) {
      SourceSentence sentence;
      sentence.ref = {static_cast<int>(d), static_cast<int>(s)};
      sentence.part = s * kParts / counts[d];
      RankedSentence ranked;
      ranked.index = made.sentences.size();
      ranked.salience = 1.0F - 0.001F * static_cast<float>(s);
      ranked.embedding.assign(all, 0.0F);
      ranked.embedding[ranked.index] = 1.0F;
      made.sentences.push_back(sentence);
      made.ranked.push_back(ranked);
    }
  }
  return made;
}

TEST(PartsNeeded, EightOfTenFromTenOn) {
  EXPECT_EQ(PartsNeeded(10, 10), 8U);
  EXPECT_EQ(PartsNeeded(40, 10), 8U);
  EXPECT_EQ(PartsNeeded(3, 10), 2U);
  EXPECT_EQ(PartsNeeded(10, 5), 5U);
}

TEST(SelectSentences, SpreadsOverTheDocument) {
  const Case made = MakeCase({100});
  std::set<size_t> parts;
  for (const size_t index : SelectSentences(made.ranked, made.sentences, {.count = 10})) {
    parts.insert(made.sentences[made.ranked[index].index].part);
  }
  EXPECT_GE(parts.size(), 8U);
  const auto first = SelectSentences(made.ranked, made.sentences, {.count = 10, .spread = false});
  EXPECT_EQ(first.size(), 10U);
  EXPECT_EQ(made.sentences[made.ranked[first.back()].index].part, 0U);
}

TEST(SelectSentences, EveryDocumentGetsItsShare) {
  const Case made = MakeCase({20, 80});
  std::vector<size_t> of_document(2);
  for (const size_t index : SelectSentences(made.ranked, made.sentences, {.count = 10})) {
    ++of_document[static_cast<size_t>(made.sentences[made.ranked[index].index].ref.document)];
  }
  EXPECT_EQ(of_document[0], 2U);
  EXPECT_EQ(of_document[1], 8U);
}

TEST(SelectSentences, DoesNotSayTheSameTwice) {
  Case made = MakeCase({4});
  made.ranked[1].embedding = made.ranked[0].embedding;
  const auto chosen = SelectSentences(made.ranked, made.sentences, {.count = 2, .spread = false});
  ASSERT_EQ(chosen.size(), 2U);
  EXPECT_EQ(chosen[0], 0U);
  EXPECT_NE(chosen[1], 1U);
}

TEST(SelectSentences, GivesWhatThereIs) {
  const Case made = MakeCase({3});
  EXPECT_EQ(SelectSentences(made.ranked, made.sentences, {.count = 10}).size(), 3U);
  EXPECT_TRUE(SelectSentences({}, {}, {.count = 10}).empty());
}

}  // namespace
}  // namespace gloss
