#include "synthesis/replaced_names.h"

#include <algorithm>
#include <initializer_list>

#include "synthesis/phrases.h"
#include "text/characters.h"
#include "text/figures_lexicon.h"

namespace gloss {
namespace {

constexpr size_t kMostTitles = 2;
constexpr std::string_view kDemonyms[] = {"ican", "ish", "ese", "ench", "ian", "utch"};

/// Words [first, last) that are capitalised and stand side by side.
size_t EndOfName(std::string_view text, const std::vector<Word>& words, size_t first) {
  size_t last = first;
  while (last < words.size() && words[last].capitalised && !words[last].is_number) {
    if (last > first && !StandTogether(text, words, last - 1, last + 1)) break;
    ++last;
  }
  return last;
}

/// Offices and firms, which persons do not stand for.
bool IsBody(std::string_view name) {
  for (const std::string_view part :
       {"commi",     "council",  "universi",   "institut",   "government",    "parliament",
        "ministr",   "agenc",    "department", "company",    "corporation",   "group",
        "comics",    "records",  "pictures",   "production", "entertainment", "studio",
        "films",     "publish",  "press",      "books",      "channel",       "network",
        "music",     "party",    "team",       "league",     "regierung",     "kommission",
        "bundesrat", "bundes",   "gobierno",   "consejo",    "gouvernement",  "conseil",
        "governo",   "consiglio"}) {
    if (FoldCase(name).find(part) != std::string::npos) return true;
  }
  return false;
}

/// Not an initial of one, not an adjective ("by American artists"), not a title with an article.
bool IsWhole(std::string_view name, std::string_view language) {
  const std::vector<Word> words = WordsOf(name);
  if (words.empty() || words.back().folded.size() < 2) return false;
  if (LexiconFor(language).stop.contains(words.front().folded)) return false;
  return language != "en" || words.size() > 1 ||
         std::none_of(std::begin(kDemonyms), std::end(kDemonyms),
                      [name](std::string_view ending) { return name.ends_with(ending); });
}

size_t SpacesIn(std::string_view name) {
  return static_cast<size_t>(std::count(name.begin(), name.end(), ' '));
}

class NameReplacer {
 public:
  NameReplacer(std::string_view text, std::string_view language,
               const std::vector<NameInContext>& names, RandomChoice& random)
      : text_(text),
        language_(language),
        names_(names),
        random_(random),
        words_(WordsOf(text)),
        lists_(RoleWordsOf(language)),
        places_(PlaceNamesOf(language)) {}

  std::optional<std::string> Replace() {
    for (size_t i = 1; i < words_.size(); ++i) {
      std::optional<std::string> made;
      if (Follows(lists_.places_before, i)) {
        made = Place(i);
      } else if (const size_t name = AfterTitles(i); Follows(lists_.agents_before, i)) {
        made = Agent(name);
      } else if (!lists_.agents_after.empty() && words_[i].capitalised) {
        made = BeforeVerb(i);
      }
      if (made) return made;
    }
    return Subject();
  }

 private:
  /// A phrase of the list ends right before word `at`.
  bool Follows(const RoleWords::List& phrases, size_t at) const {
    for (const size_t length : {2U, 3U}) {
      if (at >= length && PhraseAt(text_, words_, at - length, phrases) == length &&
          StandTogether(text_, words_, at - 1, at + 1)) {
        return true;
      }
    }
    return false;
  }

  size_t AfterTitles(size_t at) const {
    size_t name = at;
    while (name < words_.size() && name - at < kMostTitles && !words_[name].capitalised &&
           HasWord(lists_.titles, words_[name].folded)) {
      ++name;
    }
    return name;
  }

  /// What follows goes on with the name: "Paris, Texas", "Germany and Spain", "Berlin-Mitte".
  bool GoesOn(size_t end) const {
    const std::string_view rest = text_.substr(end);
    static constexpr std::string_view kJoints[] = {
        ",",   "-",    "'",      "’",     " and ", " und ", " y ",  " et ",
        " e ", " or ", " oder ", " von ", " van ", " de ",  " di ", " del "};
    return std::any_of(std::begin(kJoints), std::end(kJoints),
                       [rest](std::string_view joint) { return rest.starts_with(joint); });
  }

  /// The place of a list that stands at an offset, the longest; empty: none.
  std::string_view PlaceAt(size_t begin, const std::vector<std::string_view>& list) const {
    std::string_view longest;
    for (const std::string_view place : list) {
      const std::string_view rest = text_.substr(begin);
      if (!rest.starts_with(place) || place.size() <= longest.size()) continue;
      const bool ends = rest.size() == place.size() || !IsLetter(CharAt(rest, place.size()).kind);
      if (ends) longest = place;
    }
    return longest;
  }

  std::optional<std::string> Place(size_t at) {
    const size_t begin = words_[at].span.begin;
    for (const auto* list : {&places_.countries, &places_.cities}) {
      const std::string_view place = PlaceAt(begin, *list);
      if (place.empty()) continue;
      const size_t end = begin + place.size();
      const std::string_view rest = text_.substr(end);
      // "In Mexico City" it is another one.
      const bool longer =
          rest.size() > 1 && rest[0] == ' ' && CharAt(rest, 1).kind == CharKind::kUpper;
      if (GoesOn(end) || longer) return std::nullopt;
      return With({begin, end}, OtherPlace(place, *list));
    }
    return std::nullopt;
  }

  std::string_view OtherPlace(std::string_view place, const std::vector<std::string_view>& list) {
    std::vector<std::string_view> others;
    for (const NameInContext& name : names_) {
      if (HasWord(list, name.name) && IsFree(name.name) && SpacesIn(name.name) == SpacesIn(place)) {
        others.push_back(name.name);
      }
    }
    if (others.empty()) {
      const auto vowel = [](std::string_view word) {
        return std::string_view("AEIOU").find(word[0]) != std::string_view::npos ||
               static_cast<unsigned char>(word[0]) > 0x7F;
      };
      for (const std::string_view other : list) {
        // "De la France", "de l'Italie": the words before stay as they are.
        if (IsFree(other) && vowel(other) == vowel(place)) others.push_back(other);
      }
    }
    return others.empty() ? std::string_view() : others[random_.Below(others.size())];
  }

  /// REQUIRES: word `at` exists or is one past the end.
  std::optional<std::string> Agent(size_t at) {
    if (at >= words_.size() || at == 0 || !words_[at].capitalised) return std::nullopt;
    const size_t end = EndOfName(text_, words_, at);
    if (end == at) return std::nullopt;
    const Span span = SpanOfWords(words_, at, end);
    const std::string_view name = span.In(text_);
    if (GoesOn(span.end) || IsPlaceOrMonth(name)) return std::nullopt;
    // German nouns have capitals too: a title or a second word makes a name.
    const bool titled = HasWord(lists_.titles, words_[at - 1].folded);
    if (language_ == "de" && SpacesIn(name) == 0 && !titled) return std::nullopt;
    if (!IsWhole(name, language_)) return std::nullopt;
    const std::string& before = words_[at - 1].folded;
    const std::string phrase = at < 2 ? "" : words_[at - 2].folded + " " + before;
    std::vector<std::string_view> others;
    std::vector<std::string_view> alike;  // After the same two words.
    for (const NameInContext& other : names_) {
      if (other.before != before || !CanStandFor(other.name, name)) continue;
      others.push_back(other.name);
      if (other.phrase == phrase) alike.push_back(other.name);
    }
    const std::vector<std::string_view>& from = alike.empty() ? others : alike;
    return With(span, from.empty() ? "" : from[random_.Below(from.size())]);
  }

  /// "Wurde von Smith gegründet", "wurde in Wien geboren".
  std::optional<std::string> BeforeVerb(size_t at) {
    const size_t end = EndOfName(text_, words_, at);
    if (end >= words_.size() || !StandTogether(text_, words_, at - 1, end + 1)) return std::nullopt;
    const std::string& before = words_[at - 1].folded;
    if (before == "in" && HasWord(lists_.places_after, words_[end].folded)) return Place(at);
    const bool by = before == "von" || before == "durch";
    return by && HasWord(lists_.agents_after, words_[end].folded) ? Agent(at) : std::nullopt;
  }

  /// "Clara Smith founded the firm": a name of two words or more, and one thing that was done.
  std::optional<std::string> Subject() {
    const size_t end = EndOfName(text_, words_, 0);
    if (end < 2 || end >= words_.size() || LexiconFor(language_).stop.contains(words_[0].folded)) {
      return std::nullopt;
    }
    const size_t verb = PhraseAt(text_, words_, end, lists_.unique_verbs);
    const size_t object = end + verb;
    if (verb == 0 || object >= words_.size() ||
        !StandTogether(text_, words_, end - 1, object + 1)) {
      return std::nullopt;
    }
    static constexpr std::string_view kDefinite[] = {"the", "der", "die", "das", "den",
                                                     "el",  "la",  "los", "las", "le",
                                                     "les", "il",  "lo",  "gli"};
    const Span span = SpanOfWords(words_, 0, end);
    const std::string_view name = span.In(text_);
    const bool one = words_[object].capitalised || HasWord(kDefinite, words_[object].folded);
    if (!one || IsPlaceOrMonth(name) || IsBody(name)) return std::nullopt;
    std::vector<std::string_view> others;
    for (const NameInContext& other : names_) {
      if (HasWord(lists_.before_persons, other.before) && CanStandFor(other.name, name)) {
        others.push_back(other.name);
      }
    }
    return With(span, others.empty() ? "" : others[random_.Below(others.size())]);
  }

  /// Of the same kind as far as can be told, and not of the statement.
  bool CanStandFor(std::string_view other, std::string_view name) const {
    return SpacesIn(other) == SpacesIn(name) && IsBody(other) == IsBody(name) && IsFree(other) &&
           !IsPlaceOrMonth(other) && IsWhole(other, language_);
  }

  bool IsFree(std::string_view name) const { return text_.find(name) == std::string_view::npos; }

  bool IsPlaceOrMonth(std::string_view name) const {
    return HasWord(places_.countries, name) || HasWord(places_.cities, name) ||
           FigureLexicon::Of(language_).Month(FoldCase(name)).has_value();
  }

  std::optional<std::string> With(const Span& span, std::string_view name) const {
    if (name.empty()) return std::nullopt;
    return WithReplaced(text_, span, name);
  }

  const std::string_view text_;
  const std::string_view language_;
  const std::vector<NameInContext>& names_;
  RandomChoice& random_;
  const std::vector<Word> words_;
  const RoleWords& lists_;
  const PlaceNames& places_;
};

}  // namespace

std::vector<NameInContext> NamesInContext(std::string_view sentence) {
  std::vector<NameInContext> names;
  const std::vector<Word> words = WordsOf(sentence);
  for (size_t i = 1; i < words.size();) {
    const size_t end = std::max(i + 1, EndOfName(sentence, words, i));
    if (words[i].capitalised && !words[i - 1].capitalised) {
      const Span span = SpanOfWords(words, i, end);
      if (span.size() > 2) {
        const std::string& before = words[i - 1].folded;
        names.push_back({std::string(span.In(sentence)), before,
                         i < 2 ? "" : words[i - 2].folded + " " + before});
      }
    }
    i = end;
  }
  return names;
}

std::optional<std::string> ReplaceName(std::string_view text, std::string_view language,
                                       const std::vector<NameInContext>& names,
                                       RandomChoice& random) {
  return NameReplacer(text, language, names, random).Replace();
}

}  // namespace gloss
