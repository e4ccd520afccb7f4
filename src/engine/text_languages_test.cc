#include "engine/text_languages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Document Make(std::string language, std::string text) {
  Document document;
  document.language = std::move(language);
  document.text = std::move(text);
  return document;
}

const std::string kLong(400, 'x');

TEST(LanguagesOfTest, EachLanguageOnceInOrder) {
  const std::vector<Document> sources = {Make("en", "a"), Make("de", "b"), Make("en", "c")};
  EXPECT_THAT(LanguagesOf(Make("it", "x"), sources), ElementsAre("de", "en", "it"));
}

TEST(LanguagesOfTest, AShortTextWithoutALanguageSaysNothing) {
  EXPECT_THAT(LanguagesOf(Make("", "ok"), std::vector<Document>{Make("en", "a")}),
              ElementsAre("en"));
  EXPECT_THAT(LanguagesOf(Make("", "1, 2, 3"), {}), IsEmpty());
  EXPECT_THAT(LanguagesOf(Make("", std::string(5000, '7')), {}), IsEmpty()) << "figures only";
}

TEST(LanguagesOfTest, ALongTextWithoutALanguageIsInAnUnknownOne) {
  EXPECT_THAT(LanguagesOf(Make("", kLong), std::vector<Document>{Make("en", "a")}),
              ElementsAre("", "en"));
}

}  // namespace
}  // namespace gloss
