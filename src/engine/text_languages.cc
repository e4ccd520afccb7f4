#include "engine/text_languages.h"

#include <algorithm>
#include <set>

namespace gloss {
namespace {

/// Letters from which a language is recognised, if it is one of the five: some twenty words.
constexpr size_t kTellingLetters = 120;

bool IsLetterByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool CanTell(const Document& document) {
  size_t letters = 0;
  for (const char c : document.text) {
    if (IsLetterByte(c) && ++letters >= kTellingLetters) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> LanguagesOf(const Document& response, std::span<const Document> sources) {
  std::set<std::string> languages;
  const auto add = [&languages](const Document& document) {
    if (!document.language.empty() || CanTell(document)) languages.insert(document.language);
  };
  add(response);
  for (const Document& source : sources) add(source);
  return {languages.begin(), languages.end()};
}

}  // namespace gloss
