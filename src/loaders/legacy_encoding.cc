#include "loaders/legacy_encoding.h"

#include <unicode/uchar.h>
#include <unicode/ucsdet.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "loaders/ascii.h"

namespace gloss {
namespace {

/// ICU's statistics need no more than this to be sure.
constexpr size_t kDetectionBytes = size_t{64} << 10;

struct DetectorCloser {
  void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};

/// What a lone character beyond ASCII must be to count: one broken byte looks like most others.
bool IsTypographic(UChar32 c) {
  return (c >= 0x2013 && c <= 0x2026 && c != 0x2020 && c != 0x2021) || c == 0x20AC || c == 0xA3 ||
         c == 0xA7 || c == 0xA9 || c == 0xB0;
}

/// Marks that stand between letters without a space: apostrophes, dashes, middle dots.
bool JoinsWords(UChar32 c) {
  return c == 0x2018 || c == 0x2019 || c == 0x2013 || c == 0x2014 || c == 0xB7;
}

/// First letters of UTF-8 read as windows-1252 ("â€™", "Ã¼", "Â°"), when a foreign symbol follows.
bool StartsMojibake(UChar32 c, UChar32 after) {
  return (c == 0xC2 || c == 0xC3 || c == 0xE2) && after >= 0x80 &&
         (!u_isalpha(after) || after == 0x153);
}

/// ISO-8859-15 differs from windows-1252 in few places; the euro sign and "œ", "š", "ž" (where
/// windows-1252 has "½", "¨", "¸") tell.
std::string RefineLatin(std::string_view bytes) {
  bool latin9 = false;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    if (c >= 0x80 && c < 0xA0) return "windows-1252";
    if (c == 0xA4) latin9 = true;
    const bool starts_word = i + 1 < bytes.size() && IsAsciiAlpha(bytes[i + 1]) &&
                             (i == 0 || !IsAsciiDigit(bytes[i - 1]));
    if (starts_word && (c == 0xBD || c == 0xA8 || c == 0xB8)) latin9 = true;
  }
  return latin9 ? "iso-8859-15" : "windows-1252";
}

}  // namespace

std::string CanonicalEncoding(std::string_view label) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kAliases = {{
      {"ascii", "windows-1252"},
      {"us-ascii", "windows-1252"},
      {"iso-8859-1", "windows-1252"},
      {"iso8859-1", "windows-1252"},
      {"iso_8859-1", "windows-1252"},
      {"latin1", "windows-1252"},
      {"latin-1", "windows-1252"},
      {"l1", "windows-1252"},
      {"iso-8859-9", "windows-1254"},
      {"iso-8859-11", "windows-874"},
      {"tis-620", "windows-874"},
      {"gb2312", "gb18030"},
      {"gbk", "gb18030"},
      {"x-gbk", "gb18030"},
      {"shift_jis", "windows-31j"},
      {"shift-jis", "windows-31j"},
      {"sjis", "windows-31j"},
      {"x-sjis", "windows-31j"},
      {"euc-kr", "windows-949"},
      {"ks_c_5601-1987", "windows-949"},
      {"utf8", "UTF-8"},
      {"unicode-1-1-utf-8", "UTF-8"},
      {"x-user-defined", "windows-1252"},
      {"latin9", "iso-8859-15"},
  }};
  const std::string lower = AsciiLower(TrimAscii(label));
  for (const auto& [alias, name] : kAliases) {
    if (lower == alias) return std::string(name);
  }
  if (lower == "utf-8") return "UTF-8";
  return lower;
}

bool IsPlausibleText(std::string_view text) {
  text = text.substr(0, size_t{4} << 20);
  const icu::UnicodeString decoded = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  size_t foreign = 0;
  bool is_typographic = true;
  size_t odd = 0;
  for (int32_t i = 0; i < decoded.length(); i = decoded.moveIndex32(i, 1)) {
    const UChar32 c = decoded.char32At(i);
    if (c < 0x80) continue;
    ++foreign;
    const UChar32 before = i > 0 ? decoded.char32At(decoded.moveIndex32(i, -1)) : ' ';
    const int32_t next = decoded.moveIndex32(i, 1);
    const UChar32 after = next < decoded.length() ? decoded.char32At(next) : ' ';
    const bool in_word = u_isalpha(before) && u_isalpha(after);
    const int8_t type = u_charType(c);
    is_typographic = is_typographic && IsTypographic(c);
    if (c < 0xA0 || c == 0xFF || c == 0xFFFD || type == U_UNASSIGNED ||
        type == U_PRIVATE_USE_CHAR) {
      ++odd;
    } else if ((u_isupper(c) && u_islower(before)) || StartsMojibake(c, after)) {
      ++odd;
    } else if (in_word && !u_isalpha(c) && !JoinsWords(c) && type != U_NON_SPACING_MARK &&
               c != 0xA0 && c != 0xAD) {
      ++odd;
    }
  }
  return odd * 20 <= foreign && (foreign > 1 || is_typographic);
}

std::string DetectLegacyEncoding(std::string_view bytes) {
  // The part with the first byte beyond ASCII says most.
  const auto foreign = std::find_if(bytes.begin(), bytes.end(),
                                    [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  const auto first = static_cast<size_t>(foreign - bytes.begin());
  const std::string_view sample =
      bytes.substr(first > kDetectionBytes / 4 ? first - kDetectionBytes / 4 : 0, kDetectionBytes);

  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, DetectorCloser> detector(ucsdet_open(&error));
  if (U_FAILURE(error)) return {};
  ucsdet_setText(detector.get(), sample.data(), static_cast<int32_t>(sample.size()), &error);
  int32_t count = 0;
  const UCharsetMatch** matches = ucsdet_detectAll(detector.get(), &count, &error);
  if (U_FAILURE(error) || count == 0) return {};
  const std::string name = ucsdet_getName(matches[0], &error);
  const int32_t confidence = ucsdet_getConfidence(matches[0], &error);
  if (U_FAILURE(error) || name.starts_with("UTF-") || name.starts_with("IBM")) return {};
  const std::string encoding = CanonicalEncoding(name);
  // Short Western texts get low figures; what they hold is checked by IsPlausible.
  constexpr int32_t kWesternConfidence = 20;
  constexpr int32_t kOtherConfidence = 40;
  if (encoding == "windows-1252") {
    return confidence >= kWesternConfidence ? RefineLatin(bytes) : std::string{};
  }
  return confidence >= kOtherConfidence ? encoding : std::string{};
}

}  // namespace gloss
