#include "grounding/polarity_flip.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "grounding/english_verbs.h"
#include "grounding/negation_removal.h"
#include "text/words.h"

namespace gloss {
namespace {

/// A claim being rewritten: edits go by word, so that all other bytes stay.
struct Draft {
  std::string_view text;
  std::vector<Word> words;

  std::string Replaced(size_t first, size_t last, std::string_view with) const {
    std::string out(text.substr(0, words[first].span.begin));
    out += with;
    out += text.substr(words[last].span.end);
    return out;
  }
  std::string InsertedAfter(size_t word, std::string_view what) const {
    return Replaced(word, word, std::string(words[word].span.In(text)) + " " + std::string(what));
  }
  /// The word and the white space that follows it are left out.
  std::string Without(size_t word) const {
    size_t end = words[word].span.end;
    while (end < text.size() && text[end] == ' ') ++end;
    std::string out(text.substr(0, words[word].span.begin));
    out += text.substr(end);
    if (word == 0 && !out.empty() && out[0] >= 'a' && out[0] <= 'z') {
      out[0] = static_cast<char>(out[0] - 'a' + 'A');
    }
    return out;
  }
};

std::string Capitalised(std::string text, bool capital) {
  if (capital && !text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

// ---- English ------------------------------------------------------------------------------------

const std::set<std::string_view>& EnglishAuxiliaries() {
  static const std::set<std::string_view> kWords = {
      "is",    "are",    "was",  "were", "can", "could", "will", "would",
      "shall", "should", "must", "does", "do",  "did",   "may",  "might"};
  return kWords;
}

/// Words after which a finite verb belongs to a subordinate clause.
bool OpensClause(std::string_view word) {
  static const std::set<std::string_view> kWords = {
      "who",    "whom",     "whose",  "which",   "that",  "where",   "when",
      "if",     "although", "though", "because", "while", "whereas", "since",
      "unless", "until",    "after",  "before",  "as"};
  return kWords.contains(word);
}

bool IsDeterminer(std::string_view word) {
  static const std::set<std::string_view> kWords = {
      "a",    "an", "the",  "this", "these", "those", "its",     "their", "his",  "her",   "our",
      "your", "my", "of",   "in",   "on",    "for",   "with",    "by",    "from", "to",    "at",
      "and",  "or", "some", "all",  "most",  "many",  "several", "no",    "each", "every", "both"};
  return kWords.contains(word);
}

bool IsAdverb(std::string_view word) {
  return word.ends_with("ly") || word == "also" || word == "often" || word == "since" ||
         word == "recently" || word == "long" || word == "always";
}

std::optional<std::string> RemoveEnglishNegation(const Draft& draft, size_t at) {
  static const std::map<std::string_view, std::string_view> kContractions = {
      {"isn't", "is"},     {"aren't", "are"},     {"wasn't", "was"},       {"weren't", "were"},
      {"don't", "do"},     {"doesn't", "does"},   {"didn't", "did"},       {"hasn't", "has"},
      {"haven't", "have"}, {"hadn't", "had"},     {"can't", "can"},        {"couldn't", "could"},
      {"won't", "will"},   {"wouldn't", "would"}, {"shouldn't", "should"}, {"mustn't", "must"},
      {"cannot", "can"}};
  const std::string& word = draft.words[at].folded;
  const bool capital = draft.words[at].capitalised;
  if (const auto found = kContractions.find(word); found != kContractions.end()) {
    return draft.Replaced(at, at, Capitalised(std::string(found->second), capital));
  }
  if (word == "not" || word == "never") return draft.Without(at);
  if (word == "no" || word == "none") return draft.Replaced(at, at, Capitalised("some", capital));
  if (word == "without") return draft.Replaced(at, at, Capitalised("with", capital));
  if (word == "nobody") return draft.Replaced(at, at, Capitalised("somebody", capital));
  if (word == "nothing") return draft.Replaced(at, at, Capitalised("something", capital));
  return std::nullopt;
}

std::string NegatedAuxiliary(std::string_view auxiliary) {
  if (auxiliary == "may" || auxiliary == "might" || auxiliary == "can") return "cannot";
  return std::string(auxiliary) + " not";
}

/// True when the word after `at`, adverbs passed over, is a participle.
bool ParticipleFollows(const Draft& draft, size_t at) {
  size_t next = at + 1;
  while (next < draft.words.size() && IsAdverb(draft.words[next].folded)) ++next;
  return next < draft.words.size() && IsEnglishParticiple(draft.words[next].folded);
}

bool IsPlural(std::string_view word) {
  static const std::set<std::string_view> kPlurals = {
      "they", "we", "people", "children", "women", "men", "data", "bacteria", "mice", "you", "i"};
  return kPlurals.contains(word) ||
         (word.size() > 3 && word.ends_with("s") && !word.ends_with("ss") && !word.ends_with("us"));
}

/// "reduces" → "does not reduce" at a word that is read as the main verb.
std::optional<std::string> NegateVerb(const Draft& draft, size_t at, const EnglishVerb& verb) {
  // "Patients treated with X recovered": a participle before a preposition, and another verb later.
  if (verb.form == VerbForm::kPast && at + 1 < draft.words.size()) {
    static const std::set<std::string_view> kPrepositions = {"with", "by",  "in", "at", "from",
                                                             "to",   "for", "on", "as"};
    if (kPrepositions.contains(draft.words[at + 1].folded)) {
      for (size_t next = at + 2; next < draft.words.size(); ++next) {
        const std::string& word = draft.words[next].folded;
        const std::optional<EnglishVerb> other = ReadEnglishVerb(word);
        if (EnglishAuxiliaries().contains(word) || word == "has" || word == "had" ||
            (other && other->form != VerbForm::kBase &&
             !IsDeterminer(draft.words[next - 1].folded))) {
          return std::nullopt;
        }
      }
    }
  }
  const std::string_view helper = verb.form == VerbForm::kPast      ? "did not "
                                  : verb.form == VerbForm::kPresent ? "does not "
                                                                    : "do not ";
  return draft.Replaced(at, at, std::string(helper) + verb.base);
}

std::optional<std::string> FlipEnglish(const Draft& draft) {
  std::vector<size_t> negations;
  const Lexicon& lexicon = LexiconFor("en");
  for (size_t i = 0; i < draft.words.size(); ++i) {
    if (IsNegation(draft.words[i].folded, lexicon)) negations.push_back(i);
  }
  if (negations.size() > 1) return std::nullopt;
  if (negations.size() == 1) {
    if (!NegationCanGo(draft.words, negations[0], "en")) return std::nullopt;
    return RemoveEnglishNegation(draft, negations[0]);
  }

  for (size_t i = 0; i < draft.words.size(); ++i) {
    const std::string& word = draft.words[i].folded;
    if (OpensClause(word)) return std::nullopt;
    if (i == 0) continue;  // the subject comes first
    if (EnglishAuxiliaries().contains(word)) {
      return draft.Replaced(i, i, NegatedAuxiliary(word));
    }
    if ((word == "has" || word == "have" || word == "had") && ParticipleFollows(draft, i)) {
      return draft.InsertedAfter(i, "not");
    }
    if (draft.words[i].is_number || draft.words[i].capitalised) continue;
    // "Contrast-enhanced images": a part of a word.
    if (draft.text[draft.words[i].span.begin - 1] == '-') continue;
    const std::optional<EnglishVerb> verb = ReadEnglishVerb(word);
    const std::string& before = draft.words[i - 1].folded;
    if (!verb || IsDeterminer(before)) continue;
    if (verb->form == VerbForm::kBase && !IsPlural(before)) continue;
    return NegateVerb(draft, i, *verb);
  }
  return std::nullopt;
}

// ---- The other languages ------------------------------------------------------------------------

struct NegationRule {
  std::set<std::string_view> verbs;      ///< Finite forms at which a negation is put.
  std::string_view before;               ///< Put before the verb.
  std::string_view after;                ///< Put after it.
  std::set<std::string_view> removable;  ///< Negation words that are taken out.
  std::set<std::string_view> openings;   ///< Words that open a subordinate clause.
};

const NegationRule* RuleFor(std::string_view language) {
  static const std::map<std::string_view, NegationRule> kRules = {
      {"de",
       {{"ist",    "sind",    "war",    "waren",  "hat",    "haben", "hatte",
         "hatten", "wird",    "werden", "wurde",  "wurden", "kann",  "können",
         "konnte", "konnten", "soll",   "sollte", "muss",   "darf"},
        "",
        "nicht",
        {"nicht", "nie", "niemals", "keineswegs", "keinesfalls"},
        {"dass", "weil", "wenn", "obwohl", "während", "nachdem"}}},
      {"es",
       {{"es",      "son",     "era",     "eran",   "fue",   "fueron", "está",  "están", "ha",
         "han",     "había",   "puede",   "pueden", "tiene", "tienen", "debe",  "deben", "reduce",
         "reducen", "aumenta", "aumentó", "redujo", "causa", "mejora", "mejoró"},
        "no",
        "",
        {"no", "nunca", "jamás"},
        {"que", "quien", "cuando", "porque", "aunque", "si", "donde"}}},
      {"fr",
       {{"est", "sont", "était", "étaient", "fut", "furent", "a", "ont", "avait", "avaient", "peut",
         "peuvent", "doit", "doivent", "réduit", "réduisent", "augmente", "augmentent", "cause"},
        "ne",
        "pas",
        {},
        {"qui", "que", "dont", "où", "quand", "parce", "si", "lorsque"}}},
      {"it",
       {{"è", "sono", "era", "erano", "fu", "furono", "ha", "hanno", "aveva", "avevano", "può",
         "possono", "deve", "devono", "riduce", "riducono", "aumenta", "causa", "migliora"},
        "non",
        "",
        {"non", "mai"},
        {"che", "cui", "quando", "perché", "se", "dove", "mentre"}}}};
  const auto found = kRules.find(language);
  return found == kRules.end() ? nullptr : &found->second;
}

bool StartsWithVowel(std::string_view word) {
  for (const std::string_view vowel :
       {"a", "e", "i", "o", "u", "é", "è", "ê", "â", "î", "ô", "h"}) {
    if (word.starts_with(vowel)) return true;
  }
  return false;
}

/// "ne … pas" around a verb: both words go.
std::optional<std::string> RemoveFrenchNegation(const Draft& draft,
                                                const std::vector<size_t>& negations) {
  if (negations.size() != 2 || draft.words[negations[1]].folded != "pas") return std::nullopt;
  const Word& ne = draft.words[negations[0]];
  if (ne.folded != "ne" && ne.folded != "n") return std::nullopt;
  if (!NegationCanGo(draft.words, negations[1], "fr")) return std::nullopt;
  const std::string_view text = draft.text;
  size_t ne_end = ne.span.end;
  while (ne_end < text.size() && (text[ne_end] == ' ' || text[ne_end] == '\'')) ++ne_end;
  if (text.substr(ne_end).starts_with("\u2019")) ne_end += 3;
  const Span& pas = draft.words[negations[1]].span;
  size_t pas_begin = pas.begin;
  while (pas_begin > ne_end && text[pas_begin - 1] == ' ') --pas_begin;
  std::string out(text.substr(0, ne.span.begin));
  out += text.substr(ne_end, pas_begin - ne_end);
  out += text.substr(pas.end);
  return out;
}

std::optional<std::string> FlipByRule(const Draft& draft, std::string_view language) {
  const NegationRule* rule = RuleFor(language);
  if (rule == nullptr) return std::nullopt;
  std::vector<size_t> negations;
  for (size_t i = 0; i < draft.words.size(); ++i) {
    if (IsNegation(draft.words[i].folded, LexiconFor(language))) negations.push_back(i);
  }
  if (language == "fr" && !negations.empty()) return RemoveFrenchNegation(draft, negations);
  if (negations.size() > 1) return std::nullopt;
  if (negations.size() == 1) {
    const std::string& word = draft.words[negations[0]].folded;
    if (!NegationCanGo(draft.words, negations[0], language)) return std::nullopt;
    if (rule->removable.contains(word)) return draft.Without(negations[0]);
    if (language == "de" && word.starts_with("kein")) {
      return WithoutKein(draft.text, draft.words, negations[0]);
    }
    return std::nullopt;
  }
  for (size_t i = 0; i < draft.words.size(); ++i) {
    const std::string& word = draft.words[i].folded;
    if (i == 0) continue;
    if (rule->openings.contains(word)) return std::nullopt;
    if (!rule->verbs.contains(word)) continue;
    std::string with;
    if (language == "fr") {
      with = StartsWithVowel(word) ? "n'" + word : "ne " + word;
    } else {
      with = rule->before.empty() ? word : std::string(rule->before) + " " + word;
    }
    if (!rule->after.empty()) with += " " + std::string(rule->after);
    return draft.Replaced(i, i, with);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> FlipPolarity(std::string_view claim, std::string_view language) {
  Draft draft{claim, WordsOf(claim)};
  if (draft.words.size() < 2) return std::nullopt;
  if (language == "en") return FlipEnglish(draft);
  return FlipByRule(draft, language);
}

}  // namespace gloss
