#include "grounding/negation_removal.h"

#include <algorithm>
#include <set>

namespace gloss {
namespace {

using WordSet = std::set<std::string_view>;

/// Words beside which, or in whose sentence, a negation cannot just be left out.
struct Bound {
  WordSet before;    ///< Right before it.
  WordSet after;     ///< Right after it, or after the verb that follows it.
  WordSet anywhere;  ///< In the same text.
};

const Bound* BoundOf(std::string_view language) {
  static const Bound kEnglish = {
      {"if", "or", "than"},
      {"only",   "just",   "merely", "yet",   "longer",      "more", "less",  "fewer",
       "later",  "sooner", "least",  "until", "necessarily", "one",  "doubt", "matter",
       "before", "again",  "ever",   "so",    "such",        "once", "even"},
      {"any", "anyone", "anything", "anywhere", "anybody", "either", "neither", "nor", "but",
       "unless", "yet", "until"}};
  static const Bound kGerman = {
      {"noch", "gar", "überhaupt", "auch", "wenn", "ob", "durchaus", "längst"},
      {"nur", "mehr", "einmal", "zuletzt", "so", "allein", "bloß", "unbedingt", "selten", "wenige",
       "einzige", "umsonst"},
      {"weder", "sondern", "mehr", "bevor", "bis", "außer"}};
  static const Bound kSpanish = {{"ya", "todavía", "aún", "si", "o", "casi"},
                                 {"solo", "sólo", "solamente", "obstante", "más", "menos"},
                                 {"ni", "sino", "tampoco", "hasta", "alguno", "alguna", "apenas"}};
  static const Bound kFrench = {{"si"},
                                {"de", "d", "encore", "seulement", "du", "non", "moins", "plus",
                                 "que", "forcément", "nécessairement"},
                                {"ni", "que", "mais", "plus", "guère", "aucunement", "quelconque"}};
  static const Bound kItalian = {
      {"se", "ancora", "o", "ma", "quasi"},
      {"solo", "soltanto", "solamente", "ancora", "più", "meno", "appena", "oltre"},
      {"né", "ma", "bensì", "più", "ancora", "alcun", "alcuno", "alcuna", "affatto", "finché",
       "neppure"}};
  if (language == "en") return &kEnglish;
  if (language == "de") return &kGerman;
  if (language == "es") return &kSpanish;
  if (language == "fr") return &kFrench;
  if (language == "it") return &kItalian;
  return nullptr;
}

bool EndsWithAny(std::string_view word, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [word](std::string_view ending) {
    return word.size() > ending.size() && word.ends_with(ending);
  });
}

/// What cannot be counted, so that "ein" does not stand before it.
bool IsMass(std::string_view noun) {
  static const WordSet kNouns = {
      "geld",    "wasser",   "interesse",   "fleisch", "personal", "vertrauen", "öl",
      "gas",     "blut",     "fieber",      "gold",    "silber",   "salz",      "alkohol",
      "verkehr", "material", "verständnis", "wissen",  "eigentum", "strom",     "schnee",
      "regen",   "glück",    "papier",      "essen",   "mitleid",  "einkommen", "unterricht"};
  return kNouns.contains(noun);
}

enum class Number { kUnknown, kSingular, kPlural };

/// Of a noun after "keine", which is of the feminine or in the plural.
Number NumberAfterKeine(std::string_view noun) {
  if (EndsWithAny(noun, {"ung", "heit", "keit", "schaft", "tät", "ion"})) return Number::kSingular;
  // No feminine noun ends so in the singular.
  if (EndsWithAny(noun, {"en", "nisse"})) return Number::kPlural;
  return Number::kUnknown;
}

}  // namespace

bool NegationCanGo(const std::vector<Word>& words, size_t at, std::string_view language) {
  const Bound* bound = BoundOf(language);
  if (bound == nullptr) return false;
  if (at > 0 && bound->before.contains(words[at - 1].folded)) return false;
  if (at + 1 < words.size()) {
    const Word& next = words[at + 1];
    if (bound->after.contains(next.folded)) return false;
    // "No es solo", "non è solo": the verb stands between.
    const bool verb_between = language == "es" || language == "it";
    if (verb_between && at + 2 < words.size() && bound->after.contains(words[at + 2].folded)) {
      return false;
    }
    // "No. 5"; "without doing so".
    if (language == "en" && words[at].folded == "no" && next.is_number) return false;
    if (words[at].folded == "without" && next.folded.ends_with("ing")) return false;
  }
  return std::none_of(words.begin(), words.end(),
                      [&](const Word& word) { return bound->anywhere.contains(word.folded); });
}

std::optional<std::string> WithoutKein(std::string_view text, const std::vector<Word>& words,
                                       size_t at) {
  const Word& kein = words[at];
  // An adjective may stand before the noun.
  size_t noun = at + 1;
  if (noun + 1 < words.size() && !words[noun].capitalised && words[noun + 1].capitalised &&
      !LexiconFor("de").stop.contains(words[noun].folded)) {
    ++noun;
  }
  const bool has_noun = noun < words.size() && words[noun].capitalised && !words[noun].is_number;
  const bool adjective = has_noun && noun == at + 2;
  const std::string_view name = has_noun ? std::string_view(words[noun].folded) : "";
  const auto with = [&](std::string_view instead, size_t less = 0) {
    std::string out(text.substr(0, kein.span.begin));
    std::string word(instead);
    if (kein.capitalised && !word.empty()) word[0] = static_cast<char>(word[0] - 'a' + 'A');
    out += word;
    size_t rest = kein.span.end;
    while (word.empty() && rest < text.size() && text[rest] == ' ') ++rest;
    if (less > 0) {
      const size_t end = words[at + 1].span.end;
      out += text.substr(rest, end - less - rest);
      rest = end;
    }
    out += text.substr(rest);
    return out;
  };

  const std::string& form = kein.folded;
  if (form == "kein" || form == "keinem" || form == "keines") {
    if (!has_noun) return std::nullopt;
    if (IsMass(name)) return form == "kein" && !adjective ? std::optional(with("")) : std::nullopt;
    return with(std::string_view(form).substr(1));
  }
  if (form == "keine") {
    if (!has_noun) return std::nullopt;
    if (adjective) {
      // "Keine neue Lösung", "keine neuen Lösungen": the adjective tells the number.
      const std::string_view ending = words[at + 1].folded;
      if (ending.ends_with("en")) return with("einige", 1);
      return ending.ends_with("e") ? std::optional(with("eine")) : std::nullopt;
    }
    const Number number = NumberAfterKeine(name);
    if (number == Number::kSingular) return with("eine");
    return number == Number::kPlural ? std::optional(with("einige")) : std::nullopt;
  }
  if (form == "keinen") {
    // The dative plural ends in -n or -s; so do some nouns of the accusative.
    if (!has_noun || EndsWithAny(name, {"n", "s"}) || IsMass(name)) return std::nullopt;
    return with("einen");
  }
  if (form == "keiner") {
    if (has_noun) {
      return NumberAfterKeine(name) == Number::kSingular ? std::optional(with("einer"))
                                                         : std::nullopt;
    }
    return with("einer");
  }
  return std::nullopt;
}

}  // namespace gloss
