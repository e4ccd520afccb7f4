#pragma once

// What a test of constrained text needs: a reader of tags that shares nothing with the automaton.

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// What a tolerant reader could take for tags in a text.
struct TagsFound {
  std::map<std::string, int> good;   ///< "<tag>" exactly, how often.
  std::vector<std::string> closing;  ///< "</tag>" exactly.
  std::vector<std::string> bad;      ///< Anything else that looks like one.
};

/// Every "<", white space and at most one "/" in any order, 7 to 9 letters and digits of which at
/// most one is no hex digit, white space or "/", ">". Words without any digit count only when all
/// of their letters are hex digits. Quadratic at worst.
inline TagsFound ReadTags(std::string_view text, const std::vector<std::string>& valid) {
  TagsFound found;
  const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '<') continue;
    size_t at = i + 1;
    size_t slashes = 0;
    while (at < text.size() && (is_blank(text[at]) || (text[at] == '/' && slashes == 0))) {
      if (text[at++] == '/') ++slashes;
    }
    const size_t begin = at;
    size_t digits = 0;
    size_t others = 0;
    while (at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0) {
      if (std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
        ++digits;
      } else if (std::isxdigit(static_cast<unsigned char>(text[at])) == 0) {
        ++others;
      }
      ++at;
    }
    const size_t length = at - begin;
    const std::string name(text.substr(begin, length));
    while (at < text.size() && (is_blank(text[at]) || text[at] == '/')) ++at;
    if (at >= text.size() || text[at] != '>') continue;
    const std::string whole(text.substr(i, at + 1 - i));
    if (std::find(valid.begin(), valid.end(), name) != valid.end()) {
      if (whole == "<" + name + ">") {
        ++found.good[name];
        continue;
      }
      if (whole == "</" + name + ">") {
        found.closing.push_back(name);
        continue;
      }
    }
    const bool near = length >= 7 && length <= 9 && (others == 0 || (others == 1 && digits > 0));
    if (near) found.bad.push_back(whole);
  }
  // A tag without its opening bracket, or in others.
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin;
    while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0) ++end;
    const std::string word(text.substr(begin, end - begin));
    const auto has = [&](int (*is)(int)) {
      return std::any_of(word.begin(), word.end(), [&](unsigned char c) { return is(c) != 0; });
    };
    const bool mixed = has(std::isdigit) && has(std::isalpha) &&
                       std::all_of(word.begin(), word.end(),
                                   [](unsigned char c) { return std::isxdigit(c) != 0; });
    const bool opened = begin > 0 && (text[begin - 1] == '<' || text[begin - 1] == '/');
    if (word.size() >= 7 && word.size() <= 9 && mixed && !opened) found.bad.push_back(word);
    begin = std::max(end, begin + 1);
  }
  return found;
}

}  // namespace gloss
