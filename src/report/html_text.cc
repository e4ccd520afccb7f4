#include "report/html_text.h"

#include <fmt/format.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "base/hash.h"
#include "report/display_text.h"

namespace gloss {
namespace {

std::string Base64(const std::array<uint8_t, 32>& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      group = (group << 8U) | (i + k < bytes.size() ? bytes[i + k] : 0U);
    }
    for (size_t k = 0; k < 4; ++k) {
      const bool padding = i + k > bytes.size();
      out.push_back(padding ? '=' : kDigits[(group >> (18U - 6U * k)) & 63U]);
    }
  }
  return out;
}

uint8_t HexValue(char c) { return static_cast<uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10); }

}  // namespace

void AppendEscapedHtml(std::string_view text, std::string* out) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  const auto length = static_cast<int64_t>(text.size());
  int64_t i = 0;
  while (i < length) {
    const int64_t start = i;
    UChar32 c = 0;
    U8_NEXT(bytes, i, length, c);
    if (c < 0) {
      out->append("\xEF\xBF\xBD");
    } else if (c == '&') {
      out->append("&amp;");
    } else if (c == '<') {
      out->append("&lt;");
    } else if (c == '>') {
      out->append("&gt;");
    } else if (c == '"') {
      out->append("&quot;");
    } else if (c == '\'') {
      out->append("&#39;");
    } else if (c == '\r' || c == '\f' || c == 0x2028 || c == 0x2029 || c == 0x85) {
      out->push_back('\n');
    } else if (c != '\n' && c != '\t' && IsHiddenControl(static_cast<char32_t>(c))) {
      out->append(ControlLabel(static_cast<char32_t>(c)));
    } else {
      out->append(text.substr(static_cast<size_t>(start), static_cast<size_t>(i - start)));
    }
  }
}

std::string EscapeHtml(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  AppendEscapedHtml(text, &out);
  return out;
}

std::string LanguageAttribute(const Document& document) {
  const std::string& language = document.language;
  const bool plain = !language.empty() && language.size() <= 35 &&
                     std::all_of(language.begin(), language.end(), [](char c) {
                       return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
                     });
  return plain ? fmt::format(" lang=\"{}\"", language) : "";
}

std::string CspHash(std::string_view content) {
  const std::string hex = Sha256Hex(content);
  std::array<uint8_t, 32> digest{};
  for (size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<uint8_t>(HexValue(hex[2 * i]) * 16 + HexValue(hex[2 * i + 1]));
  }
  return fmt::format("'sha256-{}'", Base64(digest));
}

}  // namespace gloss
