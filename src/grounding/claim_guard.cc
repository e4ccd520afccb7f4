#include "grounding/claim_guard.h"

#include <algorithm>
#include <map>
#include <set>

#include "grounding/english_verbs.h"

namespace gloss {
namespace {

bool HasStem(const std::vector<Word>& words, std::string_view folded) {
  return std::any_of(words.begin(), words.end(),
                     [&](const Word& word) { return SameStem(word.folded, folded); });
}

/// One name for the spellings of a unit; empty for words that are no unit.
std::string_view UnitName(std::string_view folded) {
  static const std::map<std::string_view, std::string_view> kUnits = {
      {"%", "%"}, {"percent", "%"}, {"percentage", "pp"}, {"prozent", "%"}, {"mg", "mg"},
      {"milligram", "mg"}, {"milligrams", "mg"}, {"µg", "µg"}, {"μg", "µg"}, {"mcg", "µg"},
      {"microgram", "µg"}, {"micrograms", "µg"}, {"kg", "kg"}, {"kilogram", "kg"},
      {"kilograms", "kg"}, {"g", "g"}, {"gram", "g"}, {"grams", "g"}, {"ml", "ml"}, {"l", "l"},
      {"dl", "dl"}, {"mmol", "mmol"}, {"nmol", "nmol"}, {"mmhg", "mmhg"}, {"km", "km"},
      {"kilometers", "km"}, {"kilometres", "km"}, {"kilometer", "km"}, {"m", "m"}, {"meters", "m"},
      {"metres", "m"}, {"cm", "cm"}, {"mm", "mm"}, {"miles", "mile"}, {"mile", "mile"},
      {"second", "s"}, {"seconds", "s"}, {"minute", "min"}, {"minutes", "min"}, {"hour", "h"},
      {"hours", "h"}, {"h", "h"}, {"day", "d"}, {"days", "d"}, {"week", "w"}, {"weeks", "w"},
      {"month", "month"}, {"months", "month"}, {"year", "y"}, {"years", "y"}, {"tage", "d"},
      {"tagen", "d"}, {"tag", "d"}, {"wochen", "w"}, {"woche", "w"}, {"monate", "month"},
      {"monaten", "month"}, {"jahre", "y"}, {"jahren", "y"}, {"días", "d"}, {"semanas", "w"},
      {"meses", "month"}, {"años", "y"}, {"jours", "d"}, {"semaines", "w"}, {"mois", "month"},
      {"ans", "y"}, {"giorni", "d"}, {"settimane", "w"}, {"mesi", "month"}, {"anni", "y"},
      {"thousand", "thousand"}, {"million", "million"}, {"millions", "million"},
      {"billion", "billion"}, {"billions", "billion"}, {"trillion", "trillion"},
      {"tausend", "thousand"}, {"millionen", "million"}, {"milliarden", "billion"},
      {"millones", "million"}, {"milliards", "billion"}, {"milioni", "million"},
      {"miliardi", "billion"}, {"dollars", "$"}, {"euros", "€"}, {"euro", "€"}};
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

/// Place of the second number of a range ("5-10 mg", "5 to 10 mg") whose first is at `at`; 0 if none.
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
      "first",  "second", "third",   "fourth",  "fifth",   "sixth",  "seventh", "eighth",
      "ninth",  "tenth",  "erste",   "ersten",  "zweite",  "zweiten", "dritte", "dritten",
      "primer", "primero", "primera", "segundo", "segunda", "tercero", "tercera", "premier",
      "première", "deuxième", "troisième", "primo", "prima", "secondo", "seconda", "terzo", "terza"};
  return std::any_of(claim.begin(), claim.end(), [&](const Word& word) {
    return kOrdinals.contains(word.folded) && !HasStem(sentence.words(), word.folded) &&
           !HasStem(sentence.context(), word.folded);
  });
}

bool IsHedge(const Word& word, const Lexicon& lexicon) {
  // "May" is a month.
  return lexicon.hedge.contains(word.folded) && !(word.folded == "may" && word.capitalised);
}

/// A claim holds the two content words after a marker of the sentence, but no marker itself.
template <typename IsMarker>
bool LosesMarker(const std::vector<Word>& claim, const SentenceWords& sentence, IsMarker is_marker) {
  const bool claim_has_it = std::any_of(claim.begin(), claim.end(), is_marker);
  if (claim_has_it) return false;
  const std::vector<Word>& words = sentence.words();
  for (size_t i = 0; i < words.size(); ++i) {
    if (!is_marker(words[i])) continue;
    size_t found = 0;
    size_t looked_at = 0;
    for (size_t next = i + 1; next < words.size() && looked_at < 2; ++next) {
      if (!sentence.IsContent(words[next])) continue;
      ++looked_at;
      if (HasStem(claim, words[next].folded)) ++found;
    }
    if (looked_at > 0 && found == looked_at) return true;
  }
  return false;
}

/// Verbs by which somebody else says what follows.
bool Attributes(std::string_view word) {
  static const std::set<std::string_view> kWords = {
      "said",      "says",     "say",       "claimed",  "claims",   "argued",    "argues", "believed",
      "believes",  "believe",  "alleged",   "alleges",  "sagte",    "sagt",      "behauptet",
      "behauptete", "dijo",    "dice",      "afirmó",   "afirma",   "déclaré",   "affirme", "affirmé",
      "detto",     "afferma",  "affermato", "sostiene"};
  return kWords.contains(word);
}

/// Words that end what a negation before them reaches.
bool EndsScope(std::string_view word) {
  static const std::set<std::string_view> kWords = {
      "but",   "although", "though", "while", "whereas", "yet",    "and",  "aber", "sondern", "und",
      "obwohl", "während", "pero",   "sino",  "aunque",  "y",      "mais", "et",   "ma",      "e"};
  return kWords.contains(word);
}

/// A word of the claim that its negation denies, but that no negation of the sentence reaches.
bool MovesNegation(const std::vector<Word>& claim, const SentenceWords& sentence) {
  const Lexicon& lexicon = sentence.lexicon();
  size_t at = 0;
  while (at < claim.size() && !IsNegation(claim[at].folded, lexicon)) ++at;
  while (at < claim.size() && !sentence.IsContent(claim[at])) ++at;
  if (at == claim.size()) return false;
  const std::string& denied = claim[at].folded;
  bool seen = false;
  bool in_scope = false;
  for (const Word& word : sentence.words()) {
    if (IsNegation(word.folded, lexicon)) in_scope = true;
    if (EndsScope(word.folded)) in_scope = false;
    if (!SameStem(word.folded, denied)) continue;
    if (in_scope) return false;
    seen = true;
  }
  return seen;
}

bool LosesCondition(const std::vector<Word>& claim, const SentenceWords& sentence) {
  static const std::map<std::string_view, std::set<std::string_view>> kConditions = {
      {"en", {"if", "unless", "except"}}, {"de", {"falls", "sofern", "wenn"}},
      {"es", {"si", "salvo"}},            {"fr", {"si", "sauf"}},
      {"it", {"qualora", "salvo"}}};
  const auto words = kConditions.find(sentence.language());
  if (words == kConditions.end()) return false;
  const auto has = [&](const std::vector<Word>& text) {
    return std::any_of(text.begin(), text.end(),
                       [&](const Word& word) { return words->second.contains(word.folded); });
  };
  return has(sentence.words()) && !has(claim);
}

bool BreaksPair(const std::vector<Word>& claim, const SentenceWords& sentence) {
  const auto holds = [&](const std::string& number) {
    return std::any_of(claim.begin(), claim.end(), [&](const Word& word) {
      return word.is_number && word.folded == number;
    });
  };
  const std::vector<Word>& words = sentence.words();
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i].folded != "versus" && words[i].folded != "vs") continue;
    const size_t before = words[i - 1].folded == "%" && i > 1 ? i - 2 : i - 1;
    if (!words[before].is_number || !words[i + 1].is_number) continue;
    if (holds(words[i + 1].folded) && !holds(words[before].folded)) return true;
  }
  return false;
}

/// "If the tenant fails to pay." and "Which was closed.": English clauses that need another.
bool IsClauseAlone(std::string_view text, const std::vector<Word>& claim) {
  static const std::set<std::string_view> kOpenings = {
      "if", "unless", "when", "because", "although", "though", "while", "whereas", "which", "who", "that"};
  return !claim.empty() && kOpenings.contains(claim.front().folded) &&
         text.find(',') == std::string_view::npos;
}

bool AddsName(const std::vector<Word>& claim, const SentenceWords& sentence) {
  for (size_t i = 0; i < claim.size(); ++i) {
    const Word& word = claim[i];
    if (!word.capitalised || word.is_number) continue;
    // The first word is capitalised anyway: only one with digits or inner capitals is a name.
    if (i == 0 && std::none_of(word.folded.begin(), word.folded.end(),
                               [](char c) { return c >= '0' && c <= '9'; })) {
      continue;
    }
    if (sentence.lexicon().stop.contains(word.folded)) continue;
    if (!NumberWordValue(word.folded, sentence.language()).empty()) continue;
    if (!UnitName(word.folded).empty()) continue;  // UnitsDiffer looks at these
    if (!HasStem(sentence.words(), word.folded) && !HasStem(sentence.context(), word.folded)) {
      return true;
    }
  }
  return false;
}

/// A finite verb, or what may be one, after the first word.
bool HasEnglishVerb(const std::vector<Word>& words) {
  static const std::set<std::string_view> kAuxiliaries = {
      "is",  "are",  "was",   "were",  "be",     "been", "has",   "have",  "had", "do",  "does",
      "did", "can",  "could", "will",  "would",  "shall", "should", "may", "might", "must", "cannot"};
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].folded;
    if (kAuxiliaries.contains(word) || word.ends_with("n't")) return true;
    if (!words[i].capitalised && (ReadEnglishVerb(word) || IsEnglishParticiple(word))) return true;
  }
  return false;
}

}  // namespace

SentenceWords::SentenceWords(std::string_view sentence, std::string_view context,
                             std::string_view language)
    : text_(sentence),
      language_(language),
      lexicon_(LexiconFor(language)),
      words_(WordsOf(sentence)),
      context_(WordsOf(context)) {}

bool SentenceWords::IsContent(const Word& word) const {
  if (word.folded == "may" && word.capitalised) return true;
  return !word.is_number && word.folded != "%" && !lexicon_.stop.contains(word.folded) &&
         !IsNegation(word.folded, lexicon_) && !IsHedge(word, lexicon_) &&
         NumberWordValue(word.folded, language_).empty();
}

std::optional<std::string> ObjectionTo(std::string_view claim_text, const SentenceWords& sentence) {
  const std::vector<Word> claim = WordsOf(claim_text);
  const Lexicon& lexicon = sentence.lexicon();

  std::set<std::string> known = NumbersOf(sentence.words(), sentence.language());
  known.merge(NumbersOf(sentence.context(), sentence.language()));
  for (const std::string& number : NumbersOf(claim, sentence.language())) {
    if (!known.contains(number)) return "number_added";
  }
  if (AddsOrdinal(claim, sentence)) return "number_added";
  if (UnitsDiffer(claim, sentence)) return "unit_changed";
  if (AddsName(claim, sentence)) return "name_added";

  const auto is_negation = [&](const Word& word) { return IsNegation(word.folded, lexicon); };
  const auto any_negation = [&](const std::vector<Word>& words) {
    return std::any_of(words.begin(), words.end(), is_negation);
  };
  if (any_negation(claim)) {
    if (!any_negation(sentence.words()) && !any_negation(sentence.context())) return "negation_added";
    if (MovesNegation(claim, sentence)) return "negation_added";
  }
  if (LosesMarker(claim, sentence, is_negation)) return "negation_lost";
  if (LosesMarker(claim, sentence,
                  [&](const Word& word) { return IsHedge(word, lexicon); })) {
    return "hedge_lost";
  }
  if (LosesMarker(claim, sentence, [](const Word& word) { return Attributes(word.folded); })) {
    return "attribution_lost";
  }

  if (LosesCondition(claim, sentence)) return "condition_lost";
  if (BreaksPair(claim, sentence)) return "pair_broken";
  if (sentence.language() == "en") {
    if (!HasEnglishVerb(claim) && HasEnglishVerb(sentence.words())) return "malformed";
    if (IsClauseAlone(claim_text, claim) && !IsClauseAlone(sentence.text(), sentence.words())) {
      return "malformed";
    }
  }

  size_t content = 0;
  size_t own = 0;
  for (const Word& word : claim) {
    const bool number = word.is_number || !NumberWordValue(word.folded, sentence.language()).empty();
    if (!number && !sentence.IsContent(word)) continue;
    ++content;
    if (HasStem(sentence.words(), word.folded)) ++own;
  }
  if (content == 0 || own * 2 < content) return "off_sentence";
  return std::nullopt;
}

bool ClaimCoverage::Sufficient(double threshold) const {
  return numbers_kept && negation_kept &&
         static_cast<double>(covered) >= threshold * static_cast<double>(content_words);
}

ClaimCoverage CoverageOf(const std::vector<std::string_view>& claims, const SentenceWords& sentence) {
  std::vector<Word> all;
  for (const std::string_view claim : claims) {
    for (Word& word : WordsOf(claim)) all.push_back(std::move(word));
  }
  ClaimCoverage coverage;
  for (const Word& word : sentence.words()) {
    if (!sentence.IsContent(word)) continue;
    ++coverage.content_words;
    if (HasStem(all, word.folded)) ++coverage.covered;
  }
  const std::set<std::string> kept = NumbersOf(all, sentence.language());
  for (const std::string& number : NumbersOf(sentence.words(), sentence.language())) {
    if (!kept.contains(number)) coverage.numbers_kept = false;
  }
  const Lexicon& lexicon = sentence.lexicon();
  const auto negates = [&](const Word& word) { return IsNegation(word.folded, lexicon); };
  const auto hedges = [&](const Word& word) { return IsHedge(word, lexicon); };
  const auto any = [](const std::vector<Word>& words, const auto& is) {
    return std::any_of(words.begin(), words.end(), is);
  };
  coverage.negation_kept = (!any(sentence.words(), negates) || any(all, negates)) &&
                           (!any(sentence.words(), hedges) || any(all, hedges));
  return coverage;
}

Span SpanOfClaim(std::string_view claim, const SentenceWords& sentence) {
  const std::vector<Word> claim_words = WordsOf(claim);
  Span span{0, sentence.text().size()};
  bool found = false;
  for (const Word& word : sentence.words()) {
    const bool number = word.is_number || !NumberWordValue(word.folded, sentence.language()).empty();
    const bool negation = IsNegation(word.folded, sentence.lexicon());
    if (word.folded == "%") {  // belongs to the number before it
      if (found && word.span.begin <= span.end + 1) span.end = word.span.end;
      continue;
    }
    if (!number && !negation && !sentence.IsContent(word)) continue;
    if (!HasStem(claim_words, word.folded)) continue;
    if (!found) span.begin = word.span.begin;
    span.end = word.span.end;
    found = true;
  }
  return span;
}

bool HoldsAllContent(const SentenceWords& sentence, std::string_view claim) {
  const std::vector<Word> words = WordsOf(claim);
  return std::all_of(words.begin(), words.end(), [&](const Word& word) {
    const bool number = word.is_number || !NumberWordValue(word.folded, sentence.language()).empty();
    return (!number && !sentence.IsContent(word)) || HasStem(sentence.words(), word.folded);
  });
}

bool RefersBack(const SentenceWords& sentence) {
  constexpr size_t kFirstWords = 6;
  const std::vector<Word>& words = sentence.words();
  for (size_t i = 0; i < std::min(kFirstWords, words.size()); ++i) {
    if (sentence.lexicon().pronoun.contains(words[i].folded)) return true;
    // What a later pronoun refers to is in the sentence.
    if (i > 0 && (words[i].capitalised || words[i].is_number)) return false;
  }
  return false;
}

bool BeginsWithPronoun(std::string_view claim, std::string_view language) {
  const std::vector<Word> words = WordsOf(claim);
  return !words.empty() && LexiconFor(language).pronoun.contains(words.front().folded);
}

}  // namespace gloss
