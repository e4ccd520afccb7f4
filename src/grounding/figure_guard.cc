#include "grounding/figure_guard.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace gloss {
namespace {

/// One name for the spellings of a unit; empty for words that are no unit.
std::string_view UnitName(std::string_view folded) {
  static const std::map<std::string_view, std::string_view> kUnits = {{"%", "%"},
                                                                      {"percent", "%"},
                                                                      {"percentage", "pp"},
                                                                      {"prozent", "%"},
                                                                      {"mg", "mg"},
                                                                      {"milligram", "mg"},
                                                                      {"milligrams", "mg"},
                                                                      {"µg", "µg"},
                                                                      {"μg", "µg"},
                                                                      {"mcg", "µg"},
                                                                      {"microgram", "µg"},
                                                                      {"micrograms", "µg"},
                                                                      {"kg", "kg"},
                                                                      {"kilogram", "kg"},
                                                                      {"kilograms", "kg"},
                                                                      {"g", "g"},
                                                                      {"gram", "g"},
                                                                      {"grams", "g"},
                                                                      {"ml", "ml"},
                                                                      {"l", "l"},
                                                                      {"dl", "dl"},
                                                                      {"mmol", "mmol"},
                                                                      {"nmol", "nmol"},
                                                                      {"mmhg", "mmhg"},
                                                                      {"km", "km"},
                                                                      {"kilometers", "km"},
                                                                      {"kilometres", "km"},
                                                                      {"kilometer", "km"},
                                                                      {"m", "m"},
                                                                      {"meters", "m"},
                                                                      {"metres", "m"},
                                                                      {"cm", "cm"},
                                                                      {"mm", "mm"},
                                                                      {"miles", "mile"},
                                                                      {"mile", "mile"},
                                                                      {"second", "s"},
                                                                      {"seconds", "s"},
                                                                      {"minute", "min"},
                                                                      {"minutes", "min"},
                                                                      {"hour", "h"},
                                                                      {"hours", "h"},
                                                                      {"h", "h"},
                                                                      {"day", "d"},
                                                                      {"days", "d"},
                                                                      {"week", "w"},
                                                                      {"weeks", "w"},
                                                                      {"month", "month"},
                                                                      {"months", "month"},
                                                                      {"year", "y"},
                                                                      {"years", "y"},
                                                                      {"tage", "d"},
                                                                      {"tagen", "d"},
                                                                      {"tag", "d"},
                                                                      {"wochen", "w"},
                                                                      {"woche", "w"},
                                                                      {"monate", "month"},
                                                                      {"monaten", "month"},
                                                                      {"jahre", "y"},
                                                                      {"jahren", "y"},
                                                                      {"días", "d"},
                                                                      {"semanas", "w"},
                                                                      {"meses", "month"},
                                                                      {"años", "y"},
                                                                      {"jours", "d"},
                                                                      {"semaines", "w"},
                                                                      {"mois", "month"},
                                                                      {"ans", "y"},
                                                                      {"giorni", "d"},
                                                                      {"settimane", "w"},
                                                                      {"mesi", "month"},
                                                                      {"anni", "y"},
                                                                      {"thousand", "thousand"},
                                                                      {"million", "million"},
                                                                      {"millions", "million"},
                                                                      {"billion", "billion"},
                                                                      {"billions", "billion"},
                                                                      {"trillion", "trillion"},
                                                                      {"tausend", "thousand"},
                                                                      {"millionen", "million"},
                                                                      {"milliarden", "billion"},
                                                                      {"millones", "million"},
                                                                      {"milliards", "billion"},
                                                                      {"milioni", "million"},
                                                                      {"miliardi", "billion"},
                                                                      {"dollars", "$"},
                                                                      {"euros", "€"},
                                                                      {"euro", "€"}};
  const auto found = kUnits.find(folded);
  return found == kUnits.end() ? std::string_view() : found->second;
}

std::string NumberOf(const Word& word, std::string_view language) {
  return word.is_number ? word.folded : std::string(NumberWordValue(word.folded, language));
}

/// Unit of the number at `at`: of the word after it, or "per cent"; empty when it has none.
std::string_view UnitAfter(const std::vector<Word>& words, size_t at) {
  if (at + 1 >= words.size()) return {};
  if (at + 2 < words.size() && words[at + 1].folded == "per" && words[at + 2].folded == "cent") {
    return "%";
  }
  return UnitName(words[at + 1].folded);
}

/// Place of the second number of a range ("5-10 mg", "5 to 10 mg") whose first is at `at`; 0 if
/// none.
size_t RangeEnd(const std::vector<Word>& words, size_t at) {
  static const std::set<std::string_view> kJoints = {"to", "and", "or", "bis", "und", "oder",
                                                     "y",  "a",   "o",  "et",  "à",   "e"};
  if (at + 1 < words.size() && words[at + 1].is_number) return at + 1;
  if (at + 2 < words.size() && kJoints.contains(words[at + 1].folded) && words[at + 2].is_number) {
    return at + 2;
  }
  return 0;
}

/// Units that each number has in a text; a number that also stands alone has "" among them.
std::map<std::string, std::set<std::string_view>> UnitsByNumber(const std::vector<Word>& words,
                                                                std::string_view language) {
  std::map<std::string, std::set<std::string_view>> units;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string number = NumberOf(words[i], language);
    if (number.empty()) continue;
    units[number].insert(UnitAfter(words, i));
    // The first number of a range shares the unit of the second.
    if (const size_t end = RangeEnd(words, i); end > 0) units[number].insert(UnitAfter(words, end));
  }
  return units;
}

}  // namespace

bool IsUnit(std::string_view folded) { return !UnitName(folded).empty(); }

bool UnitsDiffer(const std::vector<Word>& claim, const SentenceWords& sentence) {
  const auto in_sentence = UnitsByNumber(sentence.words(), sentence.language());
  for (const auto& [number, units] : UnitsByNumber(claim, sentence.language())) {
    const auto found = in_sentence.find(number);
    if (found == in_sentence.end()) continue;  // from the context
    for (const std::string_view unit : units) {
      if (!found->second.contains(unit)) return true;
    }
  }
  return false;
}

bool AddsOrdinal(const std::vector<Word>& claim, const SentenceWords& sentence) {
  static const std::set<std::string_view> kOrdinals = {
      "first",   "second",  "third",   "fourth",   "fifth",    "sixth",     "seventh",
      "eighth",  "ninth",   "tenth",   "erste",    "ersten",   "zweite",    "zweiten",
      "dritte",  "dritten", "primer",  "primero",  "primera",  "segundo",   "segunda",
      "tercero", "tercera", "premier", "première", "deuxième", "troisième", "primo",
      "prima",   "secondo", "seconda", "terzo",    "terza"};
  return std::any_of(claim.begin(), claim.end(), [&](const Word& word) {
    return kOrdinals.contains(word.folded) && !HasStem(sentence.words(), word.folded) &&
           !HasStem(sentence.context(), word.folded);
  });
}

}  // namespace gloss
