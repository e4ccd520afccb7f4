#include "writing/source_sentences.h"

#include <gtest/gtest.h>

#include "writing/writing_test_support.h"

namespace gloss {
namespace {

TEST(PartOf, CutsIntoTenPartsOfEqualLength) {
  const Document hundred =
      PlainDocument(std::vector<std::string>(100, "The committee approved the budget."));
  ASSERT_EQ(hundred.sentences.size(), 100U);
  EXPECT_EQ(PartOf(hundred, 0), 0U);
  EXPECT_EQ(PartOf(hundred, 9), 0U);
  EXPECT_EQ(PartOf(hundred, 10), 1U);
  EXPECT_EQ(PartOf(hundred, 99), 9U);
  EXPECT_EQ(PartOf(PlainDocument({"One."}), 0), 5U);
}

TEST(PartOf, RowsOfATableAreNotAsLongAsAStatement) {
  std::vector<std::string> paragraphs(20, "| 12 |");
  paragraphs.insert(paragraphs.begin(), 4,
                    "The committee approved the budget for roads and bridges in the north.");
  const Document document = PlainDocument(paragraphs);
  ASSERT_EQ(document.sentences.size(), 24U);
  EXPECT_EQ(PartOf(document, 0), 0U);
  EXPECT_EQ(PartOf(document, 1), 2U);
  EXPECT_EQ(PartOf(document, 3), 5U);
  EXPECT_EQ(PartOf(document, 23), 9U);
}

TEST(StandingOf, TellsStatementsFromTheRest) {
  const Document document = PlainDocument(
      {"The committee approved the budget for 2027 in March.", "Who approved the budget?", "Hello!",
       "References: see https://example.org/paper for all of the details given.",
       "and the members of the committee who had been there before.", "12 33 41 55 17 a 91 22 b",
       "It rained."});
  ASSERT_EQ(document.sentences.size(), 7U);
  EXPECT_EQ(StandingOf(document, 0), Standing::kFull);
  EXPECT_EQ(StandingOf(document, 1), Standing::kNone);
  EXPECT_EQ(StandingOf(document, 2), Standing::kNone);
  EXPECT_EQ(StandingOf(document, 3), Standing::kNone);
  EXPECT_EQ(StandingOf(document, 4), Standing::kSpare);
  EXPECT_EQ(StandingOf(document, 5), Standing::kNone);
}

TEST(StandingOf, HeadingsTablesAndReferenceListsDoNotStand) {
  Document document =
      PlainDocument({"The results of the trial were published last year.", "References",
                     "Smith wrote about the trial in the year 2019."});
  document.blocks[1].kind = BlockKind::kHeading;
  document.blocks[2].heading_path = {1};
  EXPECT_EQ(StandingOf(document, 0), Standing::kFull);
  EXPECT_EQ(StandingOf(document, 1), Standing::kNone);
  EXPECT_EQ(StandingOf(document, 2), Standing::kNone);
  document.blocks[0].kind = BlockKind::kTableCell;
  EXPECT_EQ(StandingOf(document, 0), Standing::kNone);
  document.blocks[0].kind = BlockKind::kListItem;
  EXPECT_EQ(StandingOf(document, 0), Standing::kSpare);
}

TEST(StandingOf, MarkUpOfTheSourceDoesNotStand) {
  const Document document =
      PlainDocument({"The budget was approved </94263ce0> by the whole council in March."});
  EXPECT_EQ(StandingOf(document, 0), Standing::kNone);
}

TEST(StandingOf, WhatGoesOnElsewhereDoesNotStand) {
  const Document document =
      PlainDocument({"As part of their system, the providers of services shall:",
                     "The donkeys of the island are white (see the pictures"});
  EXPECT_EQ(StandingOf(document, 0), Standing::kNone);
  EXPECT_EQ(StandingOf(document, 1), Standing::kNone);
}

TEST(StandingOf, LetteredItemsAreSpare) {
  const Document document =
      PlainDocument({"C) The operator keeps a record of every sale that is made in the shop."});
  EXPECT_EQ(StandingOf(document, 0), Standing::kSpare);
}

TEST(StatingSentences, RepeatedTextStandsOnce) {
  const Document document = PlainDocument({"The committee approved the budget for 2027 in March.",
                                           "The committee approved the budget for 2027 in March.",
                                           "This fee was raised by two percent in April."});
  const auto sentences = StatingSentences({&document, 1});
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_EQ(sentences[0].ref, (SentenceRef{0, 0}));
  EXPECT_FALSE(sentences[0].refers_back);
  EXPECT_EQ(sentences[1].ref, (SentenceRef{0, 2}));
  EXPECT_TRUE(sentences[1].refers_back);
}

}  // namespace
}  // namespace gloss
