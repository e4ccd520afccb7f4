#include "loaders/text_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loaders/document_check.h"
#include "loaders/loader_test_util.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;

TEST(TextLoaderTest, TextIsTheFileAndBlocksAreParagraphs) {
  const std::string text =
      "\n  First line\r\nsecond line  \r\n \t \r\nNext.\n\n\n\xC2\xA0\n- item\n- item\f\nEnd";
  const auto document = LoadText("\xEF\xBB\xBF" + text, {}, {});
  ASSERT_TRUE(document.ok()) << document.status().ToString();
  EXPECT_EQ(document->text, text);
  EXPECT_THAT(Shown(*document),
              ElementsAre("paragraph: First line\r\nsecond line", "paragraph: Next.",
                          "paragraph: - item\n- item\f\nEnd"));
  EXPECT_TRUE(CheckDocument(*document).ok());
}

TEST(TextLoaderTest, OldMacLineEnds) {
  const auto document = LoadText("one\rtwo\r\rthree", {}, {});
  ASSERT_TRUE(document.ok());
  EXPECT_THAT(Shown(*document), ElementsAre("paragraph: one\rtwo", "paragraph: three"));
}

TEST(TextLoaderTest, KeepsZeroWidthAndBidiCharacters) {
  const std::string text =
      "a\xE2\x80\x8B"
      "b \xE2\x80\xAE"
      "cba\xE2\x80\xAC \xD7\xA9";
  const auto document = LoadText(text, {}, {});
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->text, text);
}

TEST(TextLoaderTest, WhiteSpaceAloneIsNoText) {
  for (const std::string_view text : {" ", "\r\n\r\n", "\xEF\xBB\xBF", "\xC2\xA0\n\t"}) {
    EXPECT_EQ(LoadText(text, {}, {}).status().code(), StatusCode::kNoText);
  }
}

}  // namespace
}  // namespace gloss
