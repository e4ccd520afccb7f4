#include "text/figures_lexicon.h"

#include <algorithm>
#include <array>

namespace gloss {
namespace {

/// Longer words are no number; also bounds the recursion.
constexpr size_t kLongestNumberWord = 90;

void AddValues(std::span<const ValueWord> words, FigureLexicon::Values& values) {
  for (const ValueWord& word : words) values.emplace(word.word, word.value);
}

void AddList(std::string_view list, FigureLexicon::Set& set) {
  while (!list.empty()) {
    const size_t end = std::min(list.find('|'), list.size());
    set.emplace(list.substr(0, end), true);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

using Atom = std::optional<long double> (*)(std::string_view word,
                                            const FigureLexicon::Values& cardinals);

std::optional<long double> ValueIn(std::string_view word, const FigureLexicon::Values& cardinals) {
  const auto found = cardinals.find(word);
  return found == cardinals.end() ? std::nullopt : std::optional(found->second);
}

/// "einundzwanzig": a unit, "und", and tens.
std::optional<long double> GermanBelowHundred(std::string_view word,
                                              const FigureLexicon::Values& cardinals) {
  if (const auto value = ValueIn(word, cardinals)) return value;
  const size_t und = word.find("und", 2);
  if (und == std::string_view::npos) return std::nullopt;
  const std::string_view left = word.substr(0, und);
  const auto unit = left == "ein" ? std::optional(1.0L) : ValueIn(left, cardinals);
  const auto tens = ValueIn(word.substr(und + 3), cardinals);
  if (!unit || !tens || *unit > 9 || *tens < 20 || *tens > 90) return std::nullopt;
  return *unit + *tens;
}

struct CompoundRule {
  std::string_view hundred;
  std::string_view thousand;
  std::string_view joint;  ///< May stand between the parts: "hundertundeins".
  Atom atom;
};

/// A number below a million in one word: [x]hundred[y] and [x]thousand[y].
std::optional<long double> ReadCompound(std::string_view word, const CompoundRule& rule,
                                        const FigureLexicon::Values& cardinals, int depth) {
  if (depth > 3 || word.empty()) return std::nullopt;
  for (const auto& [name, factor] :
       {std::pair(rule.thousand, 1000.0L), std::pair(rule.hundred, 100.0L)}) {
    const size_t at = word.find(name);
    if (at == std::string_view::npos) continue;
    std::string_view right = word.substr(at + name.size());
    const std::string_view left = word.substr(0, at);
    long double value = 1;
    if (!left.empty() && left != "ein") {
      const auto read = ReadCompound(left, rule, cardinals, depth + 1);
      if (!read || *read >= factor * (factor > 100 ? 1 : 0.1L)) return std::nullopt;
      value = *read;
    }
    if (right.empty()) return value * factor;
    if (!rule.joint.empty() && right.starts_with(rule.joint))
      right.remove_prefix(rule.joint.size());
    const auto rest =
        right == "eins" ? std::optional(1.0L) : ReadCompound(right, rule, cardinals, depth + 1);
    if (!rest || *rest >= factor) return std::nullopt;
    return value * factor + *rest;
  }
  return rule.atom(word, cardinals);
}

constexpr CompoundRule kGermanRule = {"hundert", "tausend", "und", GermanBelowHundred};
constexpr CompoundRule kItalianRule = {"cento", "mila", "", ValueIn};
constexpr CompoundRule kItalianThousand = {"cento", "mille", "", ValueIn};

/// "ventuno", "trentotto", "quarantatré": tens lose their vowel before uno and otto.
void MakeItalianNumbers(const FigureLexicon::Values& cardinals,
                        std::unordered_map<std::string, long double>& made) {
  constexpr std::string_view kTens[] = {"venti",    "trenta",   "quaranta", "cinquanta",
                                        "sessanta", "settanta", "ottanta",  "novanta"};
  constexpr std::string_view kUnits[] = {"uno", "due",   "tre",  "quattro", "cinque",
                                         "sei", "sette", "otto", "nove"};
  for (const std::string_view tens : kTens) {
    const long double base = cardinals.at(tens);
    long double unit = 0;
    for (const std::string_view name : kUnits) {
      ++unit;
      const bool elides = name == "uno" || name == "otto";
      const std::string stem(tens.substr(0, tens.size() - (elides ? 1 : 0)));
      made.emplace(stem + std::string(name), base + unit);
      if (name == "tre") made.emplace(stem + "tré", base + unit);
      if (name == "uno") made.emplace(stem + "un", base + unit);
    }
  }
}

}  // namespace

const FigureLexicon& FigureLexicon::Of(std::string_view language) {
  static const std::array<FigureLexicon, 5> kLexicons = {
      FigureLexicon(EnglishFigures()), FigureLexicon(GermanFigures()),
      FigureLexicon(SpanishFigures()), FigureLexicon(FrenchFigures()),
      FigureLexicon(ItalianFigures())};
  for (const FigureLexicon& lexicon : kLexicons) {
    if (lexicon.words().code == language) return lexicon;
  }
  return kLexicons.front();
}

FigureLexicon::FigureLexicon(const FigureWords& words) : words_(words) {
  AddValues(words.cardinals, cardinals_);
  AddValues(words.scales, scales_);
  AddValues(words.ordinals, ordinals_);
  AddValues(words.fractions, fractions_);
  AddValues(words.months, months_);
  AddValues(words.weekdays, weekdays_);
  for (const UnitWord& unit : words.units) units_.emplace(unit.words, UnitByName(unit.unit));
  for (const BoundPhrase& phrase : words.bounds_before) {
    bounds_before_.emplace(phrase.words, phrase.bound);
  }
  for (const BoundPhrase& phrase : words.bounds_after) {
    bounds_after_.emplace(phrase.words, phrase.bound);
  }
  AddList(words.ones, ones_);
  AddList(words.number_joints, number_joints_);
  AddList(words.centuries, centuries_);
  AddList(words.ordinal_endings, ordinal_endings_);
  AddList(words.date_joints, date_joints_);
  AddList(words.year_cues, year_cues_);
  AddList(words.per, per_);
  AddList(words.of, of_);
  AddList(words.out_of, out_of_);
  AddList(words.range, range_);
  if (words.code == "it") {
    MakeItalianNumbers(cardinals_, made_);
    // The node-based map keeps its keys in place.
    for (const auto& [word, value] : made_) cardinals_.emplace(word, value);
  }
}

std::optional<long double> FigureLexicon::Cardinal(const std::string& word) const {
  if (const auto value = Find(cardinals_, word)) return value;
  if (word.size() > kLongestNumberWord) return std::nullopt;
  std::optional<long double> value;
  if (words_.code == "de" && word.size() > 8) {
    value = ReadCompound(word, kGermanRule, cardinals_, 0);
  } else if (words_.code == "it" && word.size() > 6) {
    value = ReadCompound(word, kItalianRule, cardinals_, 0);
    if (!value) value = ReadCompound(word, kItalianThousand, cardinals_, 0);
  }
  return value;
}

const Unit* FigureLexicon::UnitOf(std::string_view phrase) const {
  const auto found = units_.find(phrase);
  return found == units_.end() ? nullptr : found->second;
}

std::optional<long double> FigureLexicon::Find(const Values& values, std::string_view word) {
  const auto found = values.find(word);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

Bound FigureLexicon::FindBound(const Bounds& bounds, std::string_view phrase) {
  const auto found = bounds.find(phrase);
  return found == bounds.end() ? Bound::kNone : found->second;
}

}  // namespace gloss
