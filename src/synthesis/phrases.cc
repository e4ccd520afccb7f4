#include "synthesis/phrases.h"

#include <algorithm>

#include "text/characters.h"

namespace gloss {
namespace {

std::string WithCapital(std::string text, bool capital) {
  if (text.empty()) return text;
  char& c = text[0];
  if (capital && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (!capital && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace

bool StandTogether(std::string_view text, const std::vector<Word>& words, size_t first,
                   size_t last) {
  for (size_t i = first + 1; i < last; ++i) {
    const std::string_view between =
        text.substr(words[i - 1].span.end, words[i].span.begin - words[i - 1].span.end);
    if (between != " " && between != "-") return false;
  }
  return true;
}

size_t PhraseAt(std::string_view text, const std::vector<Word>& words, size_t at,
                const std::vector<std::string_view>& phrases) {
  size_t longest = 0;
  for (const std::string_view phrase : phrases) {
    const auto length = 1 + static_cast<size_t>(std::count(phrase.begin(), phrase.end(), ' '));
    if (length <= longest || at + length > words.size()) continue;
    std::string joined = words[at].folded;
    for (size_t i = at + 1; i < at + length; ++i) joined += " " + words[i].folded;
    if (joined == phrase && StandTogether(text, words, at, at + length)) longest = length;
  }
  return longest;
}

Span SpanOfWords(const std::vector<Word>& words, size_t first, size_t last) {
  return {words[first].span.begin, words[last - 1].span.end};
}

std::string WithReplaced(std::string_view text, const Span& span, std::string_view with) {
  std::string out(text.substr(0, span.begin));
  out += with;
  out += text.substr(span.end);
  return out;
}

std::string WithSwapped(std::string_view text, const Span& a, const Span& b, bool a_begins,
                        const std::vector<std::string_view>& articles) {
  std::string first(a.In(text));
  std::string second(b.In(text));
  if (a_begins) {
    const std::string word = FoldCase(first.substr(0, first.find(' ')));
    if (HasWord(articles, word)) first = WithCapital(first, false);
    second = WithCapital(second, true);
  }
  std::string out(text.substr(0, a.begin));
  out += second;
  out += text.substr(a.end, b.begin - a.end);
  out += first;
  out += text.substr(b.end);
  return out;
}

}  // namespace gloss
