#include "text/characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <array>

#include "text/utf8.h"

namespace gloss {
namespace {

CharKind KindOfUnicode(char32_t c) {
  switch (c) {
    case 0x85:
    case 0x2028:
    case 0x2029:
      return CharKind::kNewline;
    case 0x2025:
    case 0x2026:
      return CharKind::kEllipsis;
    case 0x037E:  // Greek question mark.
    case 0x17D4:  // Khmer full stops, not yet among ICU 72's sentence ends.
    case 0x17D5:
      return CharKind::kStop;
    case 0x2024:  // One dot leader.
    case 0xFE52:
    case 0xFF0E:
      return CharKind::kDot;
    case 0xA1:
    case 0xBF:
      return CharKind::kOpen;
    case 0x201A:
    case 0x201E:
      return CharKind::kOpen;
    case 0x2020:  // Daggers mark footnotes, so they stick to what ends.
    case 0x2021:
      return CharKind::kQuote;
    case 0x2022:
    case 0x2023:
    case 0x2043:
    case 0x2219:
    case 0x25A0:
    case 0x25AA:
    case 0x25B6:
    case 0x25BA:
    case 0x25CB:
    case 0x25CF:
    case 0x25E6:
    case 0x27A2:
    case 0x27A4:
    case 0xB7:
      return CharKind::kBullet;
    case 0x202A:  // The format characters that open a direction belong to what follows.
    case 0x202B:
    case 0x202D:
    case 0x202E:
    case 0x2066:
    case 0x2067:
    case 0x2068:
      return CharKind::kOpen;
    default:
      break;
  }
  if (IsWhiteSpaceChar(c)) return CharKind::kSpace;
  const auto code = static_cast<UChar32>(c);
  switch (u_getIntPropertyValue(code, UCHAR_SENTENCE_BREAK)) {
    case U_SB_STERM:
      return CharKind::kStop;
    case U_SB_ATERM:
      return CharKind::kDot;
    case U_SB_FORMAT:
      return CharKind::kInvisible;
    default:
      break;
  }
  switch (u_charType(code)) {
    case U_UPPERCASE_LETTER:
    case U_TITLECASE_LETTER:
      return CharKind::kUpper;
    case U_LOWERCASE_LETTER:
      return CharKind::kLower;
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
    case U_LETTER_NUMBER:
      return CharKind::kLetter;
    case U_DECIMAL_DIGIT_NUMBER:
      return CharKind::kDigit;
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK:
      return CharKind::kMark;
    case U_START_PUNCTUATION:
      return CharKind::kOpen;
    case U_END_PUNCTUATION:
      return CharKind::kClose;
    case U_INITIAL_PUNCTUATION:
    case U_FINAL_PUNCTUATION:
      return CharKind::kQuote;
    case U_DASH_PUNCTUATION:
      return CharKind::kDash;
    case U_FORMAT_CHAR:
      return CharKind::kInvisible;
    default:
      break;
  }
  if (u_getIntPropertyValue(code, UCHAR_SENTENCE_BREAK) == U_SB_SCONTINUE) {
    return CharKind::kSeparator;
  }
  if (c >= 0x2190U && u_hasBinaryProperty(code, UCHAR_EXTENDED_PICTOGRAPHIC)) {
    return CharKind::kPictograph;
  }
  // Skin tones and regional indicators (flags).
  if ((c >= 0x1F3FBU && c <= 0x1F3FFU) || (c >= 0x1F1E6U && c <= 0x1F1FFU)) {
    return CharKind::kPictograph;
  }
  return CharKind::kOther;
}

CharKind KindOfAscii(unsigned char c) {
  if (c >= 'a' && c <= 'z') return CharKind::kLower;
  if (c >= 'A' && c <= 'Z') return CharKind::kUpper;
  if (c >= '0' && c <= '9') return CharKind::kDigit;
  switch (c) {
    case '\n':
    case '\r':
    case '\v':
    case '\f':
      return CharKind::kNewline;
    case ' ':
    case '\t':
      return CharKind::kSpace;
    case '.':
      return CharKind::kDot;
    case '!':
    case '?':
      return CharKind::kStop;
    case '(':
    case '[':
    case '{':
      return CharKind::kOpen;
    case ')':
    case ']':
    case '}':
      return CharKind::kClose;
    case '"':
    case '\'':
    case '`':
    case '*':
    case '_':
      return CharKind::kQuote;
    case '-':
      return CharKind::kDash;
    case ',':
    case ';':
    case ':':
      return CharKind::kSeparator;
    default:
      return CharKind::kOther;
  }
}

std::array<CharKind, 128> MakeAsciiKinds() {
  std::array<CharKind, 128> kinds{};
  for (size_t i = 0; i < kinds.size(); ++i) kinds[i] = KindOfAscii(static_cast<unsigned char>(i));
  return kinds;
}

UScriptCode ScriptOf(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &error);
  return U_SUCCESS(error) != 0 ? script : USCRIPT_COMMON;
}

}  // namespace

CharKind KindOf(char32_t c) {
  static const std::array<CharKind, 128> kAscii = MakeAsciiKinds();
  return c < kAscii.size() ? kAscii[c] : KindOfUnicode(c);
}

bool IsSpaceDividedScript(char32_t c) {
  return c >= 0x0E00U && c <= 0x0EFFU;  // The blocks Thai and Lao.
}

bool IsSpacelessScript(char32_t c) {
  if (c < 0x2E80U) return false;
  const UScriptCode script = ScriptOf(c);
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA;
}

bool IsHiragana(char32_t c) { return c >= 0x3041U && c <= 0x309FU; }

bool IsGreek(char32_t c) {
  return (c >= 0x0370U && c <= 0x03FFU && c != 0x037EU) || (c >= 0x1F00U && c <= 0x1FFFU);
}

std::string FoldCase(std::string_view text) {
  std::string folded;
  folded.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const DecodedChar c = DecodeUtf8(text, at);
    at += c.size;
    if (c.value < 0x80U) {
      const auto byte = static_cast<char>(c.value);
      folded.push_back(byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte);
      continue;
    }
    std::array<uint8_t, U8_MAX_LENGTH> bytes{};
    int32_t length = 0;
    const UChar32 lower = u_tolower(static_cast<UChar32>(c.value));
    U8_APPEND_UNSAFE(bytes.data(), length, lower);
    folded.append(reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(length));
  }
  return folded;
}

Char CharAt(std::string_view text, size_t at) {
  const DecodedChar c = DecodeUtf8(text, at);
  return {c.value, at, at + c.size, c.size == 0 ? CharKind::kEnd : KindOf(c.value)};
}

Char CharBefore(std::string_view text, size_t at) {
  const DecodedChar c = DecodeUtf8Before(text, at);
  return {c.value, at - c.size, at, c.size == 0 ? CharKind::kEnd : KindOf(c.value)};
}

}  // namespace gloss
