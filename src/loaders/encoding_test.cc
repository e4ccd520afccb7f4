#include "loaders/encoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::string_view_literals;

Result<DecodedText> Decode(std::string_view bytes, std::string_view declared = {},
                           bool lossy = false) {
  LoadOptions options;
  options.lossy = lossy;
  return DecodeText(bytes, declared, options);
}

std::string Wide(std::u16string_view text, bool big_endian) {
  std::string bytes;
  for (const char16_t c : text) {
    const char low = static_cast<char>(c & 0xFF);
    const char high = static_cast<char>(c >> 8);
    bytes += big_endian ? high : low;
    bytes += big_endian ? low : high;
  }
  return bytes;
}

std::string Wide32(std::u32string_view text, bool big_endian) {
  std::string bytes;
  for (const char32_t c : text) {
    for (int i = 0; i < 4; ++i) {
      bytes += static_cast<char>((c >> (8 * (big_endian ? 3 - i : i))) & 0xFF);
    }
  }
  return bytes;
}

void ExpectText(const Result<DecodedText>& decoded, std::string_view text,
                std::string_view encoding) {
  ASSERT_TRUE(decoded.ok()) << decoded.status().ToString();
  EXPECT_EQ(decoded->text, text);
  EXPECT_EQ(decoded->encoding, encoding);
}

TEST(EncodingTest, ByteOrderMarks) {
  ExpectText(Decode("\xEF\xBB\xBFgr\xC3\xBC\xC3\x9F"), "grüß", "UTF-8");
  ExpectText(Decode(Wide(u"\uFEFFgrüß 😀", false)), "grüß 😀", "UTF-16LE");
  ExpectText(Decode(Wide(u"\uFEFFgrüß 😀", true)), "grüß 😀", "UTF-16BE");
  ExpectText(Decode(Wide32(U"\uFEFFgrüß 😀", false)), "grüß 😀", "UTF-32LE");
  ExpectText(Decode(Wide32(U"\uFEFFgrüß 😀", true)), "grüß 😀", "UTF-32BE");
}

TEST(EncodingTest, WideWithoutByteOrderMark) {
  ExpectText(Decode(Wide(u"Ein kurzer Satz über Bäume.", false)), "Ein kurzer Satz über Bäume.",
             "UTF-16LE");
  ExpectText(Decode(Wide(u"Ein kurzer Satz über Bäume.", true)), "Ein kurzer Satz über Bäume.",
             "UTF-16BE");
  ExpectText(Decode(Wide32(U"Ein kurzer Satz.", false)), "Ein kurzer Satz.", "UTF-32LE");
  ExpectText(Decode(Wide32(U"Ein kurzer Satz.", true)), "Ein kurzer Satz.", "UTF-32BE");
}

TEST(EncodingTest, SurrogatesAcrossConversionBuffers) {
  std::u16string text = u"\uFEFF";
  std::string expected;
  for (int i = 0; i < 20'000; ++i) {
    text += u"😀";
    expected += "😀";
  }
  ExpectText(Decode(Wide(text, false)), expected, "UTF-16LE");
  text.insert(1, u"x");  // Now every pair starts at an odd unit.
  ExpectText(Decode(Wide(text, false)), "x" + expected, "UTF-16LE");
}

TEST(EncodingTest, UnpairedSurrogateIsAnErrorWithItsOffset) {
  std::u16string text = u"\uFEFFabc ";
  text += char16_t{0xD800};
  text += u"def";
  const auto decoded = Decode(Wide(text, false));
  ASSERT_FALSE(decoded.ok());
  EXPECT_EQ(decoded.status().code(), StatusCode::kInvalidUtf8);
  EXPECT_THAT(decoded.status().message(), HasSubstr("UTF-16LE"));
  ExpectText(Decode(Wide(text, false), {}, true),
             "abc \xEF\xBF\xBD"
             "def",
             "UTF-16LE");
}

TEST(EncodingTest, DeclaredCharsets) {
  ExpectText(Decode("caf\xE9", "ISO-8859-1"), "café", "windows-1252");
  ExpectText(Decode("\x80 5 \x96 6", "latin1"), "€ 5 – 6", "windows-1252");
  ExpectText(Decode("\xA4 5", "iso-8859-15"), "€ 5", "iso-8859-15");
  ExpectText(Decode("\xCF\xF0\xE8\xE2\xE5\xF2", "windows-1251"), "Привет", "windows-1251");
  ExpectText(Decode("\x83\x65\x83\x58\x83\x67", "Shift_JIS"), "テスト", "windows-31j");
  ExpectText(Decode("\xC4\xE3\xBA\xC3", "gb2312"), "你好", "gb18030");
  ExpectText(Decode("\x1B$B$3$s\x1B(B", "iso-2022-jp"), "こん", "iso-2022-jp");
}

TEST(EncodingTest, ValidUtf8IsUtf8WhateverIsDeclared) {
  ExpectText(Decode("caf\xC3\xA9", "iso-8859-1"), "café", "UTF-8");
  ExpectText(Decode("caf\xC3\xA9", "utf-16"), "café", "UTF-8");
  ExpectText(Decode("plain +AGE-", "utf-7"), "plain +AGE-", "UTF-8");
  ExpectText(Decode("plain", "no such charset"), "plain", "UTF-8");
}

TEST(EncodingTest, LegacyTextIsDetectedWithAWarning) {
  const auto french = Decode(
      "Le comit\xE9 a d\xE9"
      "cid\xE9 que l'\xE9tude devait \xEAtre arr\xEAt\xE9"
      "e apr\xE8s trois ann\xE9"
      "es.");
  ExpectText(french, "Le comité a décidé que l'étude devait être arrêtée après trois années.",
             "windows-1252");
  EXPECT_THAT(french->warnings, ElementsAre(HasSubstr("windows-1252")));

  ExpectText(Decode("Die Stra\xDF"
                    "e f\xFChrt \x84nach S\xFC"
                    "den\x93 und \xFC"
                    "ber die Br\xFC"
                    "cke."),
             "Die Straße führt „nach Süden“ und über die Brücke.", "windows-1252");
  ExpectText(Decode("Le prix est de 5 \xA4, le c\x9Cur n'est pas en cause \xE0 l'\xE9"
                    "cole."),
             "Le prix est de 5 ¤, le cœur n'est pas en cause à l'école.", "windows-1252");
  ExpectText(Decode("Le livre co\xFBte 5 \xA4 et le co\xBD"
                    "ur de la ville est \xE0 l'\xE9"
                    "cart."),
             "Le livre coûte 5 € et le coœur de la ville est à l'écart.", "iso-8859-15");
  ExpectText(
      Decode("\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0? \xDD\xF2\xEE "
             "\xEF\xF0\xEE\xF1\xF2\xEE\xE9 \xF2\xE5\xEA\xF1\xF2 \xED\xE0 \xF0\xF3\xF1\xF1\xEA"
             "\xEE\xEC \xFF\xE7\xFB\xEA\xE5."),
      "Привет, как дела? Это простой текст на русском языке.", "windows-1251");
}

TEST(EncodingTest, NearlyUtf8IsNotLegacy) {
  const auto broken = Decode(
      "Caf\xC3\xA9 und Stra\xC3\x9F"
      "e, dann \xFF kaputt.");
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.status().code(), StatusCode::kInvalidUtf8);
  EXPECT_THAT(broken.status().message(), HasSubstr("offset 24"));
  EXPECT_THAT(broken.status().message(), HasSubstr("0xFF"));
}

TEST(EncodingTest, OneBrokenByteInAsciiIsNotLegacy) {
  for (const std::string_view text :
       {"The committee found no evidence that the caf\xC3 was open on that day."sv,
        "The committee found no evidence\xFF of it, and the study was stopped."sv,
        "The comm\xC0ttee found no evidence of it."sv,
        "The committ\xE9"
        "e found no evidence of it, and it said so in its report."sv}) {
    const auto decoded = Decode(text);
    ASSERT_FALSE(decoded.ok()) << decoded->encoding << ": " << decoded->text;
    EXPECT_EQ(decoded.status().code(), StatusCode::kInvalidUtf8);
  }
}

TEST(EncodingTest, OneCurlyQuoteIsEnough) {
  const auto decoded = Decode("The committee\x92s report found no evidence of it, and it said so.");
  ExpectText(decoded, "The committee’s report found no evidence of it, and it said so.",
             "windows-1252");
}

TEST(EncodingTest, LossyReplacesAndCounts) {
  const auto decoded = Decode("gr\xC3\xBC\xC3\x9F \xFF\xFE x", {}, true);
  ExpectText(decoded, "grüß \xEF\xBF\xBD\xEF\xBF\xBD x", "UTF-8");
  EXPECT_THAT(
      decoded->warnings,
      ElementsAre("2 invalid bytes (UTF-8; the first at offset 7) were replaced by U+FFFD"));
}

TEST(EncodingTest, DeclaredUtf8ThatIsNotIsAnError) {
  EXPECT_EQ(Decode("Le comit\xE9 a d\xE9"
                   "cid\xE9.",
                   "utf-8")
                .status()
                .code(),
            StatusCode::kInvalidUtf8);
}

TEST(EncodingTest, NulIsAnErrorOrReplaced) {
  std::string text = "A sentence with a NUL";
  text += '\0';
  text +=
      " in it, that goes on for a while, long enough not to look like a program at all, and on.";
  const auto strict = Decode(text);
  ASSERT_FALSE(strict.ok());
  EXPECT_EQ(strict.status().code(), StatusCode::kInvalidUtf8);
  EXPECT_THAT(strict.status().message(), HasSubstr("offset 21"));
  const auto lossy = Decode(text, {}, true);
  ASSERT_TRUE(lossy.ok());
  EXPECT_THAT(lossy->text, HasSubstr("NUL\xEF\xBF\xBD in"));
  EXPECT_EQ(lossy->warnings.size(), 1U);
}

TEST(EncodingTest, BinaryIsNoText) {
  std::string bytes;
  for (int i = 0; i < 4000; ++i) bytes += static_cast<char>((i * 7919) >> 3);
  EXPECT_EQ(Decode(bytes).status().code(), StatusCode::kUnsupportedFormat);
  EXPECT_EQ(Decode("\x01\x02\x03\x04"sv).status().code(), StatusCode::kUnsupportedFormat);
}

TEST(EncodingTest, TextLimit) {
  LoadOptions options;
  options.limits.max_text_bytes = 8;
  EXPECT_EQ(DecodeText("123456789", {}, options).status().code(), StatusCode::kTooLarge);
  EXPECT_EQ(DecodeText(Wide(u"\uFEFF123456789", true), {}, options).status().code(),
            StatusCode::kTooLarge);
}

TEST(EncodingTest, CharsetsThatAreNamed) {
  EXPECT_EQ(CharsetOfMediaType("text/html; charset=\"ISO-8859-1\""), "ISO-8859-1");
  EXPECT_EQ(CharsetOfMediaType("text/html;CHARSET=utf-8; x=y"), "utf-8");
  EXPECT_THAT(CharsetOfMediaType("text/html"), IsEmpty());
  EXPECT_EQ(DeclaredHtmlCharset("<html><head><META charset='windows-1252'>"), "windows-1252");
  EXPECT_EQ(DeclaredHtmlCharset("<meta http-equiv=\"Content-Type\" "
                                "content=\"text/html; charset=koi8-r\">"),
            "koi8-r");
  EXPECT_EQ(DeclaredHtmlCharset("<?xml version='1.0' encoding='UTF-8'?><html/>"), "UTF-8");
  EXPECT_EQ(DeclaredHtmlCharset("<!-- <meta charset=x> --><meta charset = y >"), "y");
  EXPECT_THAT(DeclaredHtmlCharset("<!-- <meta charset=x>"), IsEmpty());
  EXPECT_THAT(DeclaredHtmlCharset("<meta charset="), IsEmpty());
}

}  // namespace
}  // namespace gloss
