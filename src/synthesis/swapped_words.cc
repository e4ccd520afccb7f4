#include "synthesis/swapped_words.h"

#include <algorithm>
#include <set>

namespace gloss {
namespace {

constexpr size_t kMostNameWords = 5;
constexpr size_t kMostComparedWords = 5;

template <typename List>
bool Has(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool IsDeterminer(std::string_view word) {
  static const std::set<std::string_view> kWords = {"the", "a", "an"};
  return kWords.contains(word);
}

/// Words [first, last) stand with one space between them.
bool SideBySide(std::string_view text, const std::vector<Word>& words, size_t first, size_t last) {
  for (size_t i = first + 1; i < last; ++i) {
    const std::string_view between =
        text.substr(words[i - 1].span.end, words[i].span.begin - words[i - 1].span.end);
    if (between != " " && between != "-") return false;
  }
  return true;
}

/// End of an optional determiner and capitalised words from `first` on; `first` when there is none.
size_t EndOfNamePhrase(std::string_view text, const std::vector<Word>& words, size_t first) {
  size_t at = first;
  if (at < words.size() && IsDeterminer(words[at].folded)) ++at;
  const size_t name = at;
  while (at < words.size() && at - name < kMostNameWords && words[at].capitalised &&
         !words[at].is_number && SideBySide(text, words, first, at + 1)) {
    ++at;
  }
  return at == name ? first : at;
}

Span SpanOf(const std::vector<Word>& words, size_t first, size_t last) {
  return {words[first].span.begin, words[last - 1].span.end};
}

std::string Capital(std::string text, bool capital) {
  if (text.empty()) return text;
  char& c = text[0];
  if (capital && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (!capital && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// The two stretches change places; a determiner's capital goes with its place.
std::string Swapped(std::string_view text, const Span& a, const Span& b, bool a_begins) {
  std::string first(a.In(text));
  std::string second(b.In(text));
  if (a_begins) {
    const size_t space = first.find(' ');
    const std::string word = Capital(first.substr(0, space), false);
    if (IsDeterminer(word)) first = Capital(first, false);
    second = Capital(second, true);
  }
  std::string out(text.substr(0, a.begin));
  out += second;
  out += text.substr(a.end, b.begin - a.end);
  out += first;
  out += text.substr(b.end);
  return out;
}

}  // namespace

std::optional<std::string> SwapNames(std::string_view text, const std::vector<Word>& words,
                                     const ContradictionWords& lists) {
  if (words.size() < 3) return std::nullopt;
  const size_t end = EndOfNamePhrase(text, words, 0);
  if (end == 0) return std::nullopt;
  for (const std::string_view phrase : lists.one_way) {
    const size_t length = 1 + static_cast<size_t>(std::count(phrase.begin(), phrase.end(), ' '));
    if (end + length >= words.size()) continue;
    std::string joined;
    for (size_t i = end; i < end + length; ++i)
      joined += (joined.empty() ? "" : " ") + words[i].folded;
    if (joined != phrase || !SideBySide(text, words, end - 1, end + length + 1)) continue;
    const size_t second = end + length;
    const size_t second_end = EndOfNamePhrase(text, words, second);
    if (second_end == second) continue;
    const Span a = SpanOf(words, 0, end);
    const Span b = SpanOf(words, second, second_end);
    // "Smith and Jones", "the Commission's": more belongs to the name than stands here.
    const std::string_view rest = text.substr(b.end);
    const std::string next = second_end < words.size() ? words[second_end].folded : "";
    const bool named =
        second_end + 1 < words.size() &&
        (words[second_end + 1].capitalised || IsDeterminer(words[second_end + 1].folded));
    const bool more =
        rest.starts_with("'") || rest.starts_with("’") || next == "and" || (next == "of" && named);
    if (more || a.In(text) == b.In(text)) continue;
    return Swapped(text, a, b, true);
  }
  return std::nullopt;
}

std::optional<std::string> SwapCompared(std::string_view text, const std::vector<Word>& words,
                                        const ContradictionWords& lists,
                                        std::string_view language) {
  static const std::set<std::string_view> kPrepositions = {
      "in", "among", "for", "with", "at",   "on",   "during", "under", "bei",   "unter", "für",
      "en", "entre", "con", "dans", "chez", "pour", "avec",   "nei",   "nelle", "tra",   "per"};
  for (size_t than = 2; than + 1 < words.size(); ++than) {
    if (words[than].folded != lists.than) continue;
    size_t comparative = than;
    while (comparative > 0 && !Has(lists.comparatives, words[comparative].folded)) --comparative;
    if (!Has(lists.comparatives, words[comparative].folded)) continue;
    // The same preposition on both sides.
    const std::string& preposition = words[than + 1].folded;
    if (kPrepositions.contains(preposition)) {
      size_t first = than - 1;
      while (first > comparative && words[first].folded != preposition) --first;
      if (first <= comparative || first + 1 >= than) continue;
      size_t end = than + 2;
      while (end < words.size() && end - than - 2 < kMostComparedWords &&
             SideBySide(text, words, than + 1, end + 1)) {
        ++end;
      }
      const bool whole = end == words.size() || end - than - 2 < kMostComparedWords;
      if (end == than + 2 || !whole || than - first - 1 > kMostComparedWords ||
          !SideBySide(text, words, first, than + 1)) {
        continue;
      }
      return Swapped(text, SpanOf(words, first + 1, than), SpanOf(words, than + 2, end), false);
    }
    // "The new drug was safer than the old one": the subject and the end of the statement.
    static const std::set<std::string_view> kCopulas = {"is", "was", "are", "were"};
    if (language != "en" || comparative + 1 != than) continue;
    if (comparative == 0 || !kCopulas.contains(words[comparative - 1].folded)) continue;
    const size_t subject = comparative - 1;
    const bool begins_plainly =
        IsDeterminer(words[0].folded) || EndOfNamePhrase(text, words, 0) == subject;
    if (subject == 0 || subject > kMostComparedWords || !begins_plainly ||
        words.size() - than - 1 > kMostComparedWords || words[than + 1].is_number ||
        !SideBySide(text, words, 0, words.size())) {
      continue;
    }
    static const std::set<std::string_view> kPronouns = {"that",  "those", "expected", "before",
                                                         "usual", "one",   "it",       "them"};
    if (kPronouns.contains(words[than + 1].folded)) continue;
    return Swapped(text, SpanOf(words, 0, subject), SpanOf(words, than + 1, words.size()), true);
  }
  return std::nullopt;
}

}  // namespace gloss
