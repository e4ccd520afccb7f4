#include "writing/text_measures.h"

#include <gtest/gtest.h>

#include "writing/writing_test_support.h"

namespace gloss {
namespace {

TEST(CountWords, CountsStretchesWithLettersOrDigits) {
  EXPECT_EQ(CountWords(""), 0U);
  EXPECT_EQ(CountWords("  The plan – of 2024 – was approved . "), 6U);
  EXPECT_EQ(CountWords("d'accord\nÜber\u00A0alles"), 3U);
}

TEST(LongestCommonRun, ComparesWordsWithoutCaseAndPunctuation) {
  EXPECT_EQ(LongestCommonRun("The plan was approved.", "Yesterday, the PLAN was, approved"), 4U);
  EXPECT_EQ(LongestCommonRun("a b c d", "a b x c d"), 2U);
  EXPECT_EQ(LongestCommonRun("", "a"), 0U);
}

TEST(VerbatimIndex, FindsCopiesLongerThanTwelveWords) {
  const Document document = PlainDocument(
      {"One two three four five six seven eight nine ten eleven twelve thirteen fourteen."});
  const VerbatimIndex index({&document, 1});
  EXPECT_TRUE(
      index.HasCopy("So two three four five six seven eight nine ten eleven twelve "
                    "thirteen fourteen it is."));
  EXPECT_FALSE(
      index.HasCopy("Two three four five six seven eight nine ten eleven twelve "
                    "thirteen or so."));
}

}  // namespace
}  // namespace gloss
