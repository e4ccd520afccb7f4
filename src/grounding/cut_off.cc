#include "grounding/cut_off.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "text/words.h"

namespace gloss {
namespace {

bool EndsWithAny(std::string_view text, std::span<const std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return text.ends_with(ending); });
}

/// Closing marks that may follow the terminal punctuation.
std::string_view WithoutClosers(std::string_view text) {
  constexpr std::array<std::string_view, 9> kClosers = {"\"", "'", ")", "]", "*",
                                                        "_",  "”", "’", "»"};
  for (bool again = true; again && !text.empty();) {
    again = false;
    for (const std::string_view closer : kClosers) {
      if (text.ends_with(closer)) {
        text.remove_suffix(closer.size());
        again = true;
      }
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  }
  return text;
}

bool IsInsideBracket(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && depth > 0) --depth;
  }
  return depth > 0;
}

/// The word is the beginning of a longer word of the texts, and no word of its own there: "mort" of
/// "mortality". Inflections ("drug", "drugs") do not count.
bool IsPartOfAWord(const std::string& last, std::span<const std::string_view> texts) {
  constexpr size_t kLeastBytes = 3;
  constexpr size_t kLeastMissing = 3;
  if (last.size() < kLeastBytes) return false;
  bool part = false;
  for (const std::string_view text : texts) {
    for (const Word& word : WordsOf(text)) {
      if (word.folded == last || SameStem(word.folded, last)) return false;
      if (word.folded.size() >= last.size() + kLeastMissing && word.folded.starts_with(last)) {
        part = true;
      }
    }
  }
  return part;
}

}  // namespace

bool EndsInTerminal(std::string_view sentence) {
  constexpr std::array<std::string_view, 11> kTerminal = {".",  "!",  "?",  ":", ";", "。",
                                                          "！", "？", "．", "؟", "।"};
  return EndsWithAny(WithoutClosers(sentence), kTerminal);
}

bool LooksCutOff(std::string_view last_sentence, std::string_view language,
                 std::span<const std::string_view> texts) {
  constexpr std::array<std::string_view, 4> kEllipses = {"...", "…", "[…]", "[...]"};
  constexpr std::array<std::string_view, 8> kOpenMarks = {",", "-", "–", "—", "(", "[", "/", "„"};
  const std::string_view text = last_sentence;
  if (EndsWithAny(text, kEllipses)) return true;
  if (IsInsideBracket(text)) return true;
  const std::string_view core = WithoutClosers(text);
  if (EndsWithAny(core, kEllipses)) return true;
  if (EndsInTerminal(core)) return false;
  if (EndsWithAny(text, kOpenMarks)) return true;
  const std::vector<Word> words = WordsOf(text);
  if (words.empty() || core.size() != text.size()) return false;
  const Word& last = words.back();
  if (LexiconFor(language).open_ending.contains(last.folded) && words.size() > 1) return true;
  return !last.is_number && last.span.end == text.size() && IsPartOfAWord(last.folded, texts);
}

}  // namespace gloss
