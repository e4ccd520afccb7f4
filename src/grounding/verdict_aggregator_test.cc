#include "grounding/verdict_aggregator.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

TEST(DecideVerdict, IsTheTable) {
  struct Row {
    bool supports, contradicts, unfinished, has_context, source_unread;
    Verdict verdict;
  };
  // Nothing fails open: no row without a label of the model is a pass.
  const Row kTable[] = {
      {true, false, false, true, false, Verdict::kSupported},
      {false, true, false, true, false, Verdict::kContradicted},
      {true, true, false, true, false, Verdict::kConflicting},
      {false, false, false, true, false, Verdict::kNotEnoughInfo},
      {false, false, false, true, true, Verdict::kUnchecked},
      {false, false, false, false, false, Verdict::kUnchecked},
      {false, false, false, false, true, Verdict::kUnchecked},
      {true, false, false, true, true, Verdict::kSupported},
      {false, true, false, true, true, Verdict::kContradicted},
      {true, true, false, true, true, Verdict::kConflicting},
      {true, false, true, true, false, Verdict::kUnchecked},
      {false, true, true, true, false, Verdict::kUnchecked},
      {true, true, true, true, true, Verdict::kUnchecked},
      {false, false, true, true, false, Verdict::kUnchecked},
      {false, false, true, false, false, Verdict::kUnchecked},
  };
  for (const Row& row : kTable) {
    EXPECT_EQ(DecideVerdict({.supports = row.supports,
                             .contradicts = row.contradicts,
                             .unfinished = row.unfinished,
                             .has_context = row.has_context,
                             .source_unread = row.source_unread}),
              row.verdict)
        << row.supports << row.contradicts << row.unfinished << row.has_context
        << row.source_unread;
  }
}

ClaimResult MakeResult(std::string id, int sentence, Verdict verdict,
                       std::vector<std::pair<SentenceRef, float>> evidence) {
  ClaimResult result;
  result.claim.id = std::move(id);
  result.claim.sentence = sentence;
  result.verdict = verdict;
  for (const auto& [ref, score] : evidence) {
    EvidenceSet set;
    set.polarity = score > 0 ? Polarity::kSupports : Polarity::kContradicts;
    set.sentences = {ref};
    set.score = score > 0 ? score : -score;
    result.evidence.push_back(set);
  }
  return result;
}

TEST(CitationsOf, IsTheUnionOfTheClaimsEvidence) {
  const std::vector<ClaimResult> claims = {
      MakeResult("c1", 0, Verdict::kConflicting, {{{0, 2}, 0.9F}, {{1, 0}, -0.6F}}),
      MakeResult("c2", 0, Verdict::kSupported, {{{0, 2}, 0.7F}, {{0, 1}, 0.8F}}),
      MakeResult("c3", 2, Verdict::kContradicted, {{{0, 2}, -0.5F}}),
      MakeResult("c4", 2, Verdict::kUnchecked, {{{0, 0}, 0.99F}}),
  };
  const std::vector<SentenceCitations> citations = CitationsOf(claims, 3);
  ASSERT_EQ(citations.size(), 3U);
  ASSERT_EQ(citations[0].links.size(), 3U);
  EXPECT_EQ(citations[0].links[0].sentence, (SentenceRef{0, 1}));
  EXPECT_EQ(citations[0].links[1].sentence, (SentenceRef{0, 2}));
  EXPECT_FLOAT_EQ(citations[0].links[1].score, 0.9F);
  EXPECT_EQ(citations[0].links[1].claims, (std::vector<std::string>{"c1", "c2"}));
  EXPECT_EQ(citations[0].links[2].polarity, Polarity::kContradicts);
  EXPECT_TRUE(citations[1].links.empty());
  EXPECT_EQ(citations[1].sentence, 1);
  ASSERT_EQ(citations[2].links.size(), 1U);  // an unchecked claim cites nothing
  EXPECT_EQ(citations[2].links[0].claims, (std::vector<std::string>{"c3"}));
}

TEST(CitationsOf, KeepsBothPolaritiesOfOneSentence) {
  const std::vector<ClaimResult> claims = {
      MakeResult("c1", 0, Verdict::kSupported, {{{0, 0}, 0.9F}}),
      MakeResult("c2", 0, Verdict::kContradicted, {{{0, 0}, -0.8F}})};
  const std::vector<SentenceCitations> citations = CitationsOf(claims, 1);
  ASSERT_EQ(citations[0].links.size(), 2U);
  EXPECT_EQ(citations[0].links[0].polarity, Polarity::kSupports);
  EXPECT_EQ(citations[0].links[1].polarity, Polarity::kContradicts);
}

}  // namespace
}  // namespace gloss
