#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "retrieval/bm25.h"
#include "retrieval/shortlist.h"
#include "retrieval/static_index.h"
#include "text/words.h"

namespace gloss {
namespace {

using Texts = std::vector<std::string_view>;

/// Words are tokens; words of one group of the table share a direction.
class WordTable : public TokenVectors {
 public:
  explicit WordTable(std::map<std::string, std::vector<float>> vectors)
      : vectors_(std::move(vectors)) {}

  std::vector<int32_t> Tokens(std::string_view text) const override {
    std::vector<int32_t> ids;
    for (const Word& word : WordsOf(text)) {
      const auto found = vectors_.find(word.folded);
      if (found != vectors_.end()) {
        ids.push_back(static_cast<int32_t>(std::distance(vectors_.begin(), found)));
      }
    }
    return ids;
  }
  size_t dimension() const override { return 2; }
  void Add(int32_t token, float weight, std::span<float> sum) const override {
    const std::vector<float>& row = std::next(vectors_.begin(), token)->second;
    for (size_t k = 0; k < sum.size(); ++k) sum[k] += weight * row[k];
  }

 private:
  std::map<std::string, std::vector<float>> vectors_;
};

TEST(Bm25Test, KnownValue) {
  // Two texts of two terms each; "cat" is in one: idf = ln(1 + 1.5/1.5) = ln 2, and at mean length
  // the term's weight is 1·2.2/(1 + 1.2) = 1.
  const Texts texts = {"cat sleeps", "dog sleeps"};
  const Bm25Index index(texts, "en");
  const std::vector<float> scores = index.Scores("cat");
  EXPECT_NEAR(scores[0], 0.693147F, 1e-5F);
  EXPECT_EQ(scores[1], 0.0F);
}

TEST(Bm25Test, RareTermsWeighMoreAndInflectionsMeet) {
  const Texts texts = {"The treatments reduced mortality.", "Mortality was recorded.",
                       "Mortality by region."};
  const std::vector<float> scores =
      Bm25Index(texts, "en").Scores("Does treatment reduce mortality?");
  EXPECT_GT(scores[0], scores[1]);
  EXPECT_GT(scores[1], 0.0F);
}

TEST(Bm25Test, FunctionWordsDoNotCount) {
  const Texts texts = {"It is the one of the two.", "Aspirin works."};
  EXPECT_EQ(Bm25Index(texts, "en").Scores("the aspirin is of")[0], 0.0F);
}

TEST(Bm25Test, EmptyTextsAndQueries) {
  EXPECT_TRUE(Bm25Index({}, "en").Scores("x").empty());
  const Texts texts = {"", "..."};
  EXPECT_EQ(Bm25Index(texts, "").Scores("x"), (std::vector<float>{0, 0}));
  EXPECT_EQ(Bm25Index(texts, "").Scores(""), (std::vector<float>{0, 0}));
}

TEST(StaticIndexTest, FindsWhatSharesNoWord) {
  const WordTable table({{"doctor", {1, 0.1F}}, {"physician", {1, 0}}, {"tree", {0, 1}}});
  const Texts texts = {"A tree.", "The physician came.", "nothing known"};
  const std::vector<float> scores = StaticIndex(texts, table).Scores("doctor");
  EXPECT_GT(scores[1], 0.9F);
  EXPECT_LT(scores[0], 0.2F);
  EXPECT_EQ(scores[2], 0.0F);
}

TEST(ShortlistTest, SmallCollectionsAreTakenWhole) {
  const Texts texts = {"a b", "c d", "e f"};
  const Shortlister all(texts, "en", nullptr, {.all_up_to = 3});
  EXPECT_TRUE(all.exhaustive());
  EXPECT_EQ(all.For("zzz"), (std::vector<size_t>{0, 1, 2}));
}

TEST(ShortlistTest, UnionOfBothRankingsInOrder) {
  const WordTable table({{"doctor", {1, 0}}, {"physician", {1, 0.05F}}, {"tree", {0, 1}}});
  const Texts texts = {"tree tree", "physician", "tree", "doctor", "tree house"};
  const Shortlister list(texts, "en", &table, {.all_up_to = 0, .per_ranking = 2});
  EXPECT_EQ(list.For("doctor"), (std::vector<size_t>{1, 3}));
  // Without the table only words count.
  EXPECT_EQ(Shortlister(texts, "en", nullptr, {.all_up_to = 0, .per_ranking = 2}).For("doctor"),
            (std::vector<size_t>{3}));
}

TEST(ShortlistTest, IrrelevantTextsPushNothingRelevantOut) {
  std::vector<std::string> stored = {"The council adopted the budget on 14 June."};
  for (int i = 0; i < 3000; ++i) stored.push_back("Filler sentence number " + std::to_string(i));
  const Texts texts(stored.begin(), stored.end());
  const Shortlister list(texts, "en", nullptr, {});
  const std::vector<size_t> taken = list.For("The budget was adopted by the council.");
  ASSERT_FALSE(taken.empty());
  EXPECT_EQ(taken.front(), 0U);
  EXPECT_LE(taken.size(), 96U);
}

}  // namespace
}  // namespace gloss
