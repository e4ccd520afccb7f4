#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "text/ascii.h"

/// ASCII helpers for mark-up, whose keywords are ASCII whatever the locale is. All constant-size
/// and total: any byte may be given.
namespace gloss {

constexpr bool IsAsciiSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

constexpr std::string_view TrimAscii(std::string_view text) {
  while (!text.empty() && IsAsciiSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsAsciiSpace(text.back())) text.remove_suffix(1);
  return text;
}

/// Compares without regard to case; `lower` must be in lower case.
constexpr bool StartsWithLower(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  for (size_t i = 0; i < lower.size(); ++i) {
    if (AsciiLower(text[i]) != lower[i]) return false;
  }
  return true;
}
constexpr bool EqualsLower(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() && StartsWithLower(text, lower);
}

/// Position of `lower` (in lower case) in the text from `from` on, without regard to case; npos
/// when it is not there.
inline size_t FindLower(std::string_view text, std::string_view lower, size_t from = 0) {
  if (from > text.size()) return std::string_view::npos;
  const auto at =
      std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), lower.begin(),
                  lower.end(), [](char a, char b) { return AsciiLower(a) == b; });
  return at == text.end() && !lower.empty() ? std::string_view::npos
                                            : static_cast<size_t>(at - text.begin());
}

/// Names from a document for use in a message: printable ASCII only, at most 60 characters.
inline std::string OneLineAscii(std::string_view name) {
  std::string result;
  for (const char c : name.substr(0, 60)) result += c > ' ' && c < 0x7F ? c : '?';
  return result;
}

}  // namespace gloss
