#include "synthesis/swapped_words.h"

#include <algorithm>
#include <set>

#include "synthesis/phrases.h"

namespace gloss {
namespace {

constexpr size_t kMostNameWords = 5;
constexpr size_t kMostComparedWords = 5;
constexpr size_t kMostBetween = 10;  ///< Words from a comparative to "than".

/// End of an optional article and capitalised words from `first` on; `first` when there is none.
size_t EndOfNamePhrase(std::string_view text, const std::vector<Word>& words, size_t first,
                       const RoleWords& lists) {
  size_t at = first;
  if (at < words.size() && HasWord(lists.articles, words[at].folded)) ++at;
  const size_t name = at;
  while (at < words.size() && at - name < kMostNameWords && words[at].capitalised &&
         !words[at].is_number && StandTogether(text, words, first, at + 1)) {
    ++at;
  }
  return at == name ? first : at;
}

/// End of the words from `first` on that stand together, where these are few and the clause ends
/// with them; `first` when it does not.
size_t EndOfShortClause(std::string_view text, const std::vector<Word>& words, size_t first) {
  size_t end = first;
  while (end < words.size() && end - first <= kMostComparedWords &&
         StandTogether(text, words, first, end + 1)) {
    ++end;
  }
  return end - first > kMostComparedWords ? first : end;
}

bool IsPreposition(const Word& word, const RoleWords& lists) {
  return HasWord(lists.prepositions, word.folded);
}

/// Words that stand for what was named before, or that open another clause: no thing to swap.
bool IsLoose(const std::vector<Word>& words, size_t first, size_t last) {
  static const std::set<std::string_view> kWords = {
      // en
      "that", "those", "this", "these", "expected", "before", "usual", "one", "it", "its", "them",
      "they", "their", "he", "she", "his", "her", "we", "what", "when", "if", "where", "which",
      "who", "previously", "anticipated", "normal", "average", "ever", "other", "others", "both",
      "either", "was", "were", "is", "are", "did", "does", "do", "had", "has", "have", "can", "and",
      "or", "half", "baseline", "previous", "not", "no", "any", "all", "now", "then", "also",
      "former", "latter", "respectively", "p",
      // de
      "der", "dem", "den", "es", "er", "sie", "diese", "dieser", "jene", "und", "oder", "nicht",
      "bisher", "zuvor", "vorher", "erwartet", "alle", "andere", "anderen", "ihr", "ihre", "sein",
      "seine",
      // es, fr, it
      "y", "o", "no", "se", "su", "sus", "él", "ella", "otros", "otras", "otro", "otra", "esto",
      "eso", "ahora", "nunca", "et", "ou", "il", "elle", "ils", "elles", "ce", "ceux", "celle",
      "celles", "celui", "son", "sa", "ses", "autres", "autre", "jamais", "né", "quello", "quella",
      "quelli", "quelle", "suo", "sua", "altri", "altre", "altro", "altra", "mai", "ne", "si"};
  return std::any_of(words.begin() + static_cast<std::ptrdiff_t>(first),
                     words.begin() + static_cast<std::ptrdiff_t>(last), [](const Word& word) {
                       return kWords.contains(word.folded) || word.is_number;
                     });
}

/// Both begin with an article, or neither does: "men than women", "the old than the new".
bool AreAlike(const std::vector<Word>& words, size_t a, size_t b, const RoleWords& lists) {
  return HasWord(lists.articles, words[a].folded) == HasWord(lists.articles, words[b].folded);
}

std::optional<std::string> Swap(std::string_view text, const std::vector<Word>& words,
                                const RoleWords& lists, std::pair<size_t, size_t> a,
                                std::pair<size_t, size_t> b) {
  const Span first = SpanOfWords(words, a.first, a.second);
  const Span second = SpanOfWords(words, b.first, b.second);
  if (first.In(text) == second.In(text)) return std::nullopt;
  return WithSwapped(text, first, second, a.first == 0, lists.articles);
}

/// The preposition and the words after it up to `end` on the left of a separator; none: {0, 0}.
std::pair<size_t, size_t> AfterPreposition(std::string_view text, const std::vector<Word>& words,
                                           const RoleWords& lists, size_t least, size_t end,
                                           std::string_view wanted) {
  for (size_t at = end; at-- > least;) {
    if (end - at - 1 > kMostComparedWords) break;
    if (!IsPreposition(words[at], lists)) continue;
    if (!wanted.empty() && words[at].folded != wanted) continue;
    if (at + 1 == end || !StandTogether(text, words, at, end)) break;
    return {at + 1, end};
  }
  return {0, 0};
}

/// "higher in A than in B", "more common in A than B".
std::optional<std::string> SwapAfterPrepositions(std::string_view text,
                                                 const std::vector<Word>& words,
                                                 const RoleWords& lists, size_t least, size_t left,
                                                 size_t right) {
  const bool repeated = IsPreposition(words[right], lists);
  const size_t second = right + (repeated ? 1 : 0);
  const size_t end = EndOfShortClause(text, words, second);
  if (end == second) return std::nullopt;
  const auto first = AfterPreposition(text, words, lists, least, left,
                                      repeated ? std::string_view(words[right].folded) : "");
  if (first.second == 0 || IsLoose(words, first.first, first.second) ||
      IsLoose(words, second, end) || !AreAlike(words, first.first, second, lists)) {
    return std::nullopt;
  }
  // Of several prepositions it cannot be told which one goes on after "than".
  const auto begin = words.begin();
  const bool single = std::count_if(begin + static_cast<std::ptrdiff_t>(least),
                                    begin + static_cast<std::ptrdiff_t>(left),
                                    [&](const Word& w) { return IsPreposition(w, lists); }) == 1;
  const bool inner = std::any_of(begin + static_cast<std::ptrdiff_t>(second),
                                 begin + static_cast<std::ptrdiff_t>(end),
                                 [&](const Word& w) { return IsPreposition(w, lists); });
  // "Higher odds of death than women", "better for driving than walking": who is compared is not
  // what stands before "than".
  const bool group = HasWord(lists.groups, words[first.first - 1].folded);
  if (!repeated && (!single || inner || !group)) return std::nullopt;
  return Swap(text, words, lists, first, {second, end});
}

bool IsEnglishPlural(std::string_view noun) {
  static const std::set<std::string_view> kPlurals = {"men",  "women", "children", "people",
                                                      "mice", "data",  "bacteria", "police"};
  return kPlurals.contains(noun) || (noun.ends_with('s') && !noun.ends_with("ss") &&
                                     !noun.ends_with("us") && !noun.ends_with("is"));
}

/// The subject and the end of the statement: "The new drug was safer than the old one".
std::optional<std::string> SwapSubject(std::string_view text, const std::vector<Word>& words,
                                       const RoleWords& lists, std::string_view language,
                                       size_t comparative, size_t right) {
  // An adverb may stand before the comparative.
  size_t copula = comparative - 1;
  if (copula > 0 && !HasWord(lists.copulas, words[copula].folded)) --copula;
  if (copula == 0 || copula > kMostComparedWords || !HasWord(lists.copulas, words[copula].folded)) {
    return std::nullopt;
  }
  const bool article = HasWord(lists.articles, words[0].folded);
  const bool begins_plainly = article || EndOfNamePhrase(text, words, 0, lists) == copula;
  const size_t end = EndOfShortClause(text, words, right);
  if (!begins_plainly || end != words.size() || end == right || IsLoose(words, right, end) ||
      IsLoose(words, article ? 1 : 0, copula) || IsPreposition(words[right], lists) ||
      !StandTogether(text, words, 0, copula + 1)) {
    return std::nullopt;
  }
  // Elsewhere articles and endings agree with the word that they stand by.
  const bool same = article ? words[0].folded == words[right].folded
                            : EndOfNamePhrase(text, words, right, lists) == end;
  if (language != "en" && !same) return std::nullopt;
  const bool many = words[copula].folded == "were" || words[copula].folded == "are";
  if (language == "en" && (IsEnglishPlural(words[copula - 1].folded) != many ||
                           IsEnglishPlural(words[end - 1].folded) != many)) {
    return std::nullopt;
  }
  return Swap(text, words, lists, {0, copula}, {right, end});
}

}  // namespace

std::optional<std::string> SwapNames(std::string_view text, const std::vector<Word>& words,
                                     const RoleWords& lists, std::string_view language) {
  if (words.size() < 3) return std::nullopt;
  const size_t end = EndOfNamePhrase(text, words, 0, lists);
  if (end == 0 || end >= words.size()) return std::nullopt;
  // "It was followed by …": a capital alone makes no name.
  const Lexicon& lexicon = LexiconFor(language);
  const std::string& only = words[end - 1].folded;
  if (lexicon.stop.contains(only) || lexicon.pronoun.contains(only)) return std::nullopt;
  const size_t length = PhraseAt(text, words, end, lists.one_way);
  const size_t second = end + length;
  if (length == 0 || second >= words.size() || !StandTogether(text, words, end - 1, second + 1)) {
    return std::nullopt;
  }
  const size_t second_end = EndOfNamePhrase(text, words, second, lists);
  if (second_end == second) return std::nullopt;
  // "Smith and Jones", "the Commission's", "Dr Smith": more belongs to the name than stands here.
  const std::string_view rest = text.substr(words[second_end - 1].span.end);
  const std::string next = second_end < words.size() ? words[second_end].folded : "";
  const bool named =
      second_end + 1 < words.size() &&
      (words[second_end + 1].capitalised || HasWord(lists.articles, words[second_end + 1].folded));
  static const std::set<std::string_view> kOf = {"of", "de", "di", "von", "del", "della", "du"};
  static const std::set<std::string_view> kAnd = {"and", "und", "y", "et", "e"};
  if (rest.starts_with("'") || rest.starts_with("’") || rest.starts_with("-") ||
      kAnd.contains(next) || (second_end < words.size() && words[second_end].capitalised) ||
      (kOf.contains(next) && named)) {
    return std::nullopt;
  }
  return Swap(text, words, lists, {0, end}, {second, second_end});
}

std::optional<std::string> SwapCompared(std::string_view text, const std::vector<Word>& words,
                                        const RoleWords& lists, std::string_view language) {
  for (size_t than = 2; than + 1 < words.size(); ++than) {
    const size_t length = PhraseAt(text, words, than, lists.than);
    if (length == 0 || than + length >= words.size()) continue;
    const size_t right = than + length;
    size_t comparative = than;
    while (comparative > 0 && than - comparative < kMostBetween &&
           !HasWord(lists.comparatives, words[comparative].folded)) {
      --comparative;
    }
    if (comparative == 0 || !HasWord(lists.comparatives, words[comparative].folded) ||
        words[right].is_number || !StandTogether(text, words, than - 1, right + 1)) {
      continue;
    }
    auto swapped = SwapAfterPrepositions(text, words, lists, comparative + 1, than, right);
    if (!swapped) swapped = SwapSubject(text, words, lists, language, comparative, right);
    if (swapped) return swapped;
    than = right;
  }
  return std::nullopt;
}

std::optional<std::string> SwapContrasted(std::string_view text, const std::vector<Word>& words,
                                          const RoleWords& lists) {
  for (size_t at = 1; at + 1 < words.size(); ++at) {
    const size_t length = PhraseAt(text, words, at, lists.contrast);
    if (length == 0 || at + length >= words.size()) continue;
    const size_t right = at + length;
    // A comma may stand before "but not".
    const std::string_view before =
        text.substr(words[at - 1].span.end, words[at].span.begin - words[at - 1].span.end);
    if ((before != " " && before != ", ") || !StandTogether(text, words, at, right + 1)) continue;
    if (IsPreposition(words[right], lists)) {
      if (auto swapped = SwapAfterPrepositions(text, words, lists, 0, at, right)) return swapped;
      continue;
    }
    // "clinical rather than surgical": one word each, of the same ending.
    if (PhraseAt(text, words, at, lists.instead) != length || words[right].capitalised ||
        words[right].folded.ends_with("ly")) {
      continue;
    }
    constexpr size_t kEnding = 2;
    const std::string& a = words[at - 1].folded;
    const std::string& b = words[right].folded;
    if (a.size() < 5 || b.size() < 5 || a == b ||
        a.substr(a.size() - kEnding) != b.substr(b.size() - kEnding) ||
        IsLoose(words, at - 1, at) || IsLoose(words, right, right + 1) ||
        IsPreposition(words[at - 1], lists)) {
      continue;
    }
    return Swap(text, words, lists, {at - 1, at}, {right, right + 1});
  }
  return std::nullopt;
}

}  // namespace gloss
