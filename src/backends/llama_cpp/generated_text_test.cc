#include "backends/llama_cpp/generated_text.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

TEST(GeneratedTextTest, StopStringAcrossPiecesIsFoundAndCut) {
  GeneratedText text({"\n\n", "END"});
  EXPECT_FALSE(text.Append("one\n"));
  EXPECT_FALSE(text.Append("two E"));
  EXPECT_FALSE(text.Append("N"));
  EXPECT_TRUE(text.Append("D three"));
  EXPECT_EQ(text.Finish(), "one\ntwo ");
}

TEST(GeneratedTextTest, EarliestStopStringWins) {
  GeneratedText text({"c", "bc"});
  EXPECT_TRUE(text.Append("abc"));
  EXPECT_EQ(text.Finish(), "a");
}

TEST(GeneratedTextTest, EveryCutOfAStopStringIsFound) {
  const std::string whole = "x--stop--y";
  for (size_t first = 0; first <= whole.size(); ++first) {
    for (size_t second = first; second <= whole.size(); ++second) {
      GeneratedText text({"--stop--"});
      const bool stopped = text.Append(whole.substr(0, first)) ||
                           text.Append(whole.substr(first, second - first)) ||
                           text.Append(whole.substr(second));
      EXPECT_TRUE(stopped);
      EXPECT_EQ(text.Finish(), "x");
    }
  }
}

TEST(GeneratedTextTest, EmptyStopStringsAreIgnored) {
  GeneratedText text({"", ""});
  EXPECT_FALSE(text.Append("abc"));
  EXPECT_EQ(text.Finish(), "abc");
}

TEST(GeneratedTextTest, CodePointCutAtTheEndIsDropped) {
  const std::string euro = "5 \xE2\x82\xAC";
  for (size_t bytes : {1U, 2U}) {
    GeneratedText text({});
    text.Append(euro.substr(0, 2 + bytes));
    EXPECT_EQ(text.Finish(), "5 ");
  }
  GeneratedText whole({});
  whole.Append(euro.substr(0, 3));
  whole.Append(euro.substr(3));
  EXPECT_EQ(whole.Finish(), euro);
}

TEST(GeneratedTextTest, InvalidBytesBecomeReplacementCharacters) {
  const std::string replacement = "\xEF\xBF\xBD";
  for (const std::string bad : {"\x80", "\xC0", "\xFF", "\xE2\x82", "\xED\xA0", "\xF4\x90"}) {
    GeneratedText text({});
    text.Append("a" + bad + "b");
    const std::string finished = text.Finish();
    EXPECT_EQ(finished.substr(0, 4), "a" + replacement);
    EXPECT_EQ(finished.back(), 'b');
  }
}

}  // namespace
}  // namespace gloss
