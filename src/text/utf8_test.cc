#include "text/utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace gloss {
namespace {

using namespace std::string_literals;

struct InvalidCase {
  const char* name;
  std::string bytes;
  size_t offset;
  std::string repaired;
};

std::vector<InvalidCase> InvalidCases() {
  const std::string r = "\xEF\xBF\xBD";
  return {
      {"lone continuation", "ab\x80", 2, "ab" + r},
      {"two continuations", "a\x80\xBF", 1, "a" + r + r},
      {"C0 overlong", "\xC0\xAF", 0, r + r},
      {"C1 overlong", "x\xC1\xBF", 1, "x" + r + r},
      {"E0 overlong", "\xE0\x80\xAF", 0, r + r + r},
      {"E0 overlong at its limit", "\xE0\x9F\xBF", 0, r + r + r},
      {"F0 overlong", "\xF0\x80\x80\xAF", 0, r + r + r + r},
      {"F0 overlong at its limit", "\xF0\x8F\xBF\xBF", 0, r + r + r + r},
      {"high surrogate", "a\xED\xA0\x80z", 1, "a" + r + r + r + "z"},
      {"low surrogate", "\xED\xBF\xBF", 0, r + r + r},
      {"surrogate pair", "\xED\xA0\xBD\xED\xB8\x80", 0, r + r + r + r + r + r},
      {"above U+10FFFF", "\xF4\x90\x80\x80", 0, r + r + r + r},
      {"F5", "\xF5\x80\x80\x80", 0, r + r + r + r},
      {"five bytes", "\xF8\x88\x80\x80\x80", 0, r + r + r + r + r},
      {"six bytes", "\xFC\x84\x80\x80\x80\x80", 0, r + r + r + r + r + r},
      {"FE FF", "\xFE\xFF", 0, r + r},
      {"two bytes cut short at the end", "x\xC3", 1, "x" + r},
      {"three bytes cut to one", "x\xE2", 1, "x" + r},
      {"three bytes cut to two", "x\xE2\x82", 1, "x" + r},
      {"four bytes cut to three", "\xF0\x9F\x98", 0, r},
      {"cut short by a letter", "\xE2\x82z", 0, r + "z"},
      {"cut short by a lead byte", "\xF0\x9F\xC3\xA9", 0, r + "\xC3\xA9"},
      {"Latin-1 text",
       "Gr\xF6\xDF"
       "e",
       2, "Gr" + r + r + "e"},
      {"after eight and more ASCII bytes", "0123456789abcdef\xFFz", 16,
       "0123456789abcdef" + r + "z"},
      {"the standard's example", "\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64", 1,
       "a" + r + r + r + "b" + r + "c" + r + r + "d"},
  };
}

TEST(Utf8, InvalidSequencesAreFoundAndReplaced) {
  for (const InvalidCase& c : InvalidCases()) {
    EXPECT_EQ(FindInvalidUtf8(c.bytes), c.offset) << c.name;
    EXPECT_EQ(ReplaceInvalidUtf8(c.bytes), c.repaired) << c.name;
    const Status status = CheckUtf8(c.bytes);
    EXPECT_EQ(status.code(), StatusCode::kInvalidUtf8) << c.name;
    EXPECT_NE(status.message().find("byte " + std::to_string(c.offset) + " "), std::string::npos)
        << status.message();
  }
}

TEST(Utf8, ValidTextPasses) {
  for (const std::string& text :
       {""s, "plain"s, "\0nul"s, "Größe"s, "日本語"s, "😀"s,
        "\u007F\u0080\u07FF\u0800\uD7FF\uE000\uFFFF"s, "\U00010000\U0010FFFF"s, "\uFEFFtext"s}) {
    EXPECT_FALSE(FindInvalidUtf8(text).has_value()) << text;
    EXPECT_TRUE(CheckUtf8(text).ok()) << text;
    EXPECT_EQ(ReplaceInvalidUtf8(text), text);
  }
}

// Every code point and every two-byte string against a direct reading of the definition.
TEST(Utf8, AllCodePointsDecode) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    std::string bytes;
    if (c < 0x80) {
      bytes = {static_cast<char>(c)};
    } else if (c < 0x800) {
      bytes = {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
    } else if (c < 0x10000) {
      bytes = {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)),
               static_cast<char>(0x80 | (c & 0x3F))};
    } else {
      bytes = {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 0x3F)),
               static_cast<char>(0x80 | (c >> 6 & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
    }
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    ASSERT_EQ(FindInvalidUtf8(bytes).has_value(), surrogate) << static_cast<uint32_t>(c);
    if (surrogate) continue;
    ASSERT_EQ(DecodeUtf8(bytes, 0).value, c);
    ASSERT_EQ(DecodeUtf8(bytes, 0).size, bytes.size());
    ASSERT_EQ(DecodeUtf8Before(bytes, bytes.size()).value, c);
  }
}

TEST(Utf8, WhiteSpaceIsTrimmedAtBothEnds) {
  const std::string text = "\u00A0 \t\u3000a b\u2003\r\n";
  const Span trimmed = TrimWhiteSpace(text, {0, text.size()});
  EXPECT_EQ(trimmed.In(text), "a b");
  EXPECT_TRUE(IsWhiteSpace("\u2028\u1680 \v\f\u0085"));
  EXPECT_FALSE(IsWhiteSpace("\u200B"));  // Zero width is not white space.
  EXPECT_EQ(TrimWhiteSpace("   ", {1, 3}), (Span{1, 1}));
}

TEST(OffsetUnit, NamesGoBothWays) {
  for (const OffsetUnit unit : {OffsetUnit::kUtf8, OffsetUnit::kCodepoint, OffsetUnit::kUtf16}) {
    EXPECT_EQ(OffsetUnitFromName(OffsetUnitName(unit)), unit);
  }
  EXPECT_FALSE(OffsetUnitFromName("bytes").has_value());
}

// The naive oracle: walk from the beginning.
void CheckAgainstOracle(const std::string& text) {
  const OffsetMap map(text);
  size_t codepoints = 0;
  size_t utf16 = 0;
  std::vector<bool> codepoint_seen;
  std::vector<bool> utf16_seen;
  for (size_t at = 0;; at += DecodeUtf8(text, at).size) {
    ASSERT_EQ(map.FromBytes(at, OffsetUnit::kUtf8), at);
    ASSERT_EQ(map.FromBytes(at, OffsetUnit::kCodepoint), codepoints);
    ASSERT_EQ(map.FromBytes(at, OffsetUnit::kUtf16), utf16);
    ASSERT_EQ(map.ToBytes(at, OffsetUnit::kUtf8), at);
    ASSERT_EQ(map.ToBytes(codepoints, OffsetUnit::kCodepoint), at);
    ASSERT_EQ(map.ToBytes(utf16, OffsetUnit::kUtf16), at);
    if (at == text.size()) break;
    const size_t size = DecodeUtf8(text, at).size;
    for (size_t inside = 1; inside < size; ++inside) {
      ASSERT_EQ(map.ToBytes(at + inside, OffsetUnit::kUtf8), std::nullopt);
    }
    if (size == 4) {
      ASSERT_EQ(map.ToBytes(utf16 + 1, OffsetUnit::kUtf16), std::nullopt);
    }
    codepoints += 1;
    utf16 += size == 4 ? 2 : 1;
  }
  for (const size_t past : {1U, 2U, 1023U, 1024U, 5000U}) {
    EXPECT_EQ(map.ToBytes(text.size() + past, OffsetUnit::kUtf8), std::nullopt);
    EXPECT_EQ(map.ToBytes(codepoints + past, OffsetUnit::kCodepoint), std::nullopt);
    EXPECT_EQ(map.ToBytes(utf16 + past, OffsetUnit::kUtf16), std::nullopt);
  }
}

std::string Repeat(const std::string& part, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += part;
  return text;
}

TEST(OffsetMap, AgreesWithOracleOnTypicalTexts) {
  for (const std::string& text :
       {""s, "a"s, "😀"s, "a😀b👩‍👩‍👧 c"s, "e\u0301a\u0308"s, "日本語。中文！"s,
        "naïve Größe"s, Repeat("x", 1023), Repeat("x", 1024), Repeat("x", 1025), Repeat("é", 512),
        Repeat("日", 342), Repeat("😀", 256), Repeat("😀", 257), "a" + Repeat("😀", 1000),
        "ab" + Repeat("😀", 1000), "abc" + Repeat("😀日é", 700),
        Repeat("👩‍👩‍👧", 300)}) {
    CheckAgainstOracle(text);
  }
}

TEST(OffsetMap, AgreesWithOracleOnRandomTexts) {
  std::mt19937_64 random(7);
  const std::vector<std::string> parts = {"a",      "é",  "日",         "😀",
                                          "\u0301", "\n", "\U0010FFFF", "\u07FF"};
  for (int round = 0; round < 60; ++round) {
    std::string text;
    const size_t length = random() % 6000;
    while (text.size() < length) text += parts[random() % parts.size()];
    CheckAgainstOracle(text);
  }
}

}  // namespace
}  // namespace gloss
