#include "text/icu_sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace gloss {
namespace {

using ::testing::ElementsAre;

// Places at which ICU votes for a boundary, asked byte by byte.
std::vector<size_t> Boundaries(std::string_view text, std::string_view language, IcuVote wanted,
                               size_t max_piece = IcuSentences::kMaxPiece) {
  IcuSentences icu(text, language, max_piece);
  std::vector<size_t> places;
  for (size_t at = 0; at < text.size(); ++at) {
    if (icu.VoteIn(at, at + 1) == wanted) places.push_back(at + 1);
  }
  return places;
}

TEST(IcuSentences, VotesForBoundariesAndNamesTheSuppressedOnes) {
  const std::string_view text = "Mr. Smith left. Then rain.";
  EXPECT_THAT(Boundaries(text, "en", IcuVote::kBoundary), ElementsAre(16, 26));
  EXPECT_THAT(Boundaries(text, "en", IcuVote::kSuppressed), ElementsAre(4));
  // Without suppressions for the language there is nothing to suppress.
  EXPECT_THAT(Boundaries(text, "", IcuVote::kBoundary), ElementsAre(4, 16, 26));
}

TEST(IcuSentences, ListsWholeWordsOnly) {
  IcuSentences german("", "de");
  EXPECT_TRUE(german.ListsAbbreviation("Abt"));
  EXPECT_TRUE(german.ListsAbbreviation("Hrsg"));
  // Ends in "r", which German text abbreviates too.
  EXPECT_FALSE(german.ListsAbbreviation("Einwohner"));
  EXPECT_FALSE(german.ListsAbbreviation("war"));
  EXPECT_FALSE(german.ListsAbbreviation(""));
  EXPECT_FALSE(german.ListsAbbreviation("Donaudampfschifffahrtsgesellschaft"));
  IcuSentences unknown("", "");
  EXPECT_FALSE(unknown.ListsAbbreviation("Abt"));
}

TEST(IcuSentences, AskingForWordsDoesNotDisturbTheWalk) {
  const std::string_view text = "One. Two. Three.";
  IcuSentences icu(text, "en");
  EXPECT_EQ(icu.VoteIn(3, 5), IcuVote::kBoundary);
  EXPECT_TRUE(icu.ListsAbbreviation("Mr"));
  EXPECT_EQ(icu.VoteIn(5, 8), IcuVote::kNone);
  EXPECT_EQ(icu.VoteIn(8, 10), IcuVote::kBoundary);
}

TEST(IcuSentences, PiecesThatEndAtLinesVoteLikeTheWhole) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "Mr. Smith left. Größe 日本。Then rain fell.\n";
  const std::vector<size_t> whole = Boundaries(text, "en", IcuVote::kBoundary);
  for (const size_t piece : {60U, 100U, 333U, 1000U}) {
    EXPECT_EQ(Boundaries(text, "en", IcuVote::kBoundary, piece), whole) << piece;
  }
}

TEST(IcuSentences, PiecesWithoutLinesKeepCodePointsWhole) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "日😀é";
  for (const size_t piece : {4U, 5U, 6U, 7U, 50U}) {
    const std::vector<size_t> places = Boundaries(text, "ja", IcuVote::kBoundary, piece);
    ASSERT_FALSE(places.empty());
    EXPECT_EQ(places.back(), text.size());
    for (const size_t place : places) {
      const bool boundary =
          place == text.size() || (static_cast<unsigned char>(text[place]) & 0xC0U) != 0x80U;
      EXPECT_TRUE(boundary) << place;
    }
  }
}

TEST(IcuSentences, OddLanguageCodesAreTheRootRules) {
  for (const std::string_view code : {"zz", "en_US@sb=none", "../x", "EN", "toolong"}) {
    EXPECT_EQ(Boundaries("One. Two.", code, IcuVote::kBoundary),
              Boundaries("One. Two.", "", IcuVote::kBoundary))
        << code;
  }
}

}  // namespace
}  // namespace gloss
