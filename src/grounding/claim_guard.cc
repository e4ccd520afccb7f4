#include "grounding/claim_guard.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "grounding/english_verbs.h"
#include "grounding/figure_guard.h"
#include "grounding/qualifiers.h"

namespace gloss {
namespace {

/// A claim holds the two content words after a marker of the sentence, but no marker itself.
template <typename IsMarker>
bool LosesMarker(const std::vector<Word>& claim, const SentenceWords& sentence,
                 IsMarker is_marker) {
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
      "said",      "says",       "say",     "claimed", "claims",    "argued",  "argues",
      "believed",  "believes",   "believe", "alleged", "alleges",   "sagte",   "sagt",
      "behauptet", "behauptete", "dijo",    "dice",    "afirmó",    "afirma",  "déclaré",
      "affirme",   "affirmé",    "detto",   "afferma", "affermato", "sostiene"};
  return kWords.contains(word);
}

/// Words that end what a negation before them reaches.
bool EndsScope(std::string_view word) {
  static const std::set<std::string_view> kWords = {
      "but",    "although", "though", "while", "whereas", "yet", "and",  "aber", "sondern", "und",
      "obwohl", "während",  "pero",   "sino",  "aunque",  "y",   "mais", "et",   "ma",      "e"};
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
      {"en", {"if", "unless", "except"}},
      {"de", {"falls", "sofern", "wenn", "solange", "vorausgesetzt", "außer"}},
      {"es", {"si", "salvo", "excepto"}},
      {"fr", {"si", "sauf", "excepté"}},
      {"it", {"se", "qualora", "salvo", "purché", "tranne", "eccetto"}}};
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
    return std::any_of(claim.begin(), claim.end(),
                       [&](const Word& word) { return word.is_number && word.folded == number; });
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

/// The claim is a stretch of the sentence that ends before a preposition: what follows restricts it
/// ("half of the days were prevented" of "… in 21% of the participants").
bool IsCutShort(const std::vector<Word>& claim, const SentenceWords& sentence) {
  static const std::set<std::string_view> kPrepositions = {
      "in",   "of",    "by",    "with",   "among", "for",   "during", "at",   "within",  "from",
      "to",   "on",    "after", "before", "under", "until", "than",   "when", "without", "per",
      "bei",  "von",   "mit",   "unter",  "für",   "nach",  "vor",    "en",   "de",      "con",
      "para", "entre", "dans",  "chez",   "avec",  "pour",  "di",     "tra"};
  const std::vector<Word>& words = sentence.words();
  const auto same = [](const Word& a, const Word& b) { return a.folded == b.folded; };
  const auto found = std::search(words.begin(), words.end(), claim.begin(), claim.end(), same);
  if (found == words.end()) return false;
  const auto next = found + static_cast<std::ptrdiff_t>(claim.size());
  if (next == words.begin() || next == words.end() || !kPrepositions.contains(next->folded)) {
    return false;
  }
  // A comma or bracket sets apart what does not restrict.
  const Span between{std::prev(next)->span.end, next->span.begin};
  return CollapseSpace(between.In(sentence.text())).empty();
}

/// "If the tenant fails to pay." and "Which was closed.": English clauses that need another.
bool IsClauseAlone(std::string_view text, const std::vector<Word>& claim) {
  static const std::set<std::string_view> kOpenings = {"if",       "unless", "when",  "because",
                                                       "although", "though", "while", "whereas",
                                                       "which",    "who",    "that"};
  return !claim.empty() && kOpenings.contains(claim.front().folded) &&
         text.find(',') == std::string_view::npos;
}

/// "Reduced stress." of "Exercise … reduces stress": the subject is missing.
bool BeginsWithItsVerb(const std::vector<Word>& claim, const SentenceWords& sentence) {
  if (claim.empty() || sentence.words().empty()) return false;
  const std::optional<EnglishVerb> verb = ReadEnglishVerb(claim.front().folded);
  return verb && verb->form == VerbForm::kPast &&
         claim.front().folded != sentence.words().front().folded;
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
    if (IsUnit(word.folded, sentence.language())) continue;  // UnitsDiffer looks at these
    if (!HasStem(sentence.words(), word.folded) && !HasStem(sentence.context(), word.folded)) {
      return true;
    }
  }
  return false;
}

/// A finite verb, or what may be one, after the first word: a verb that is known, or an unknown
/// word in -s after a word that can be its subject.
bool HasEnglishVerb(const std::vector<Word>& words) {
  static const std::set<std::string_view> kAuxiliaries = {
      "is",  "are", "was",   "were", "be",    "been",  "has",    "have", "had",   "do",   "does",
      "did", "can", "could", "will", "would", "shall", "should", "may",  "might", "must", "cannot"};
  const Lexicon& lexicon = LexiconFor("en");
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].folded;
    if (kAuxiliaries.contains(word) || word.ends_with("n't")) return true;
    if (words[i].capitalised) continue;
    if (ReadEnglishVerb(word) || IsEnglishParticiple(word)) return true;
    const bool has_subject = !words[i - 1].is_number && !lexicon.stop.contains(words[i - 1].folded);
    if (has_subject && word.size() > 3 && word.ends_with("s") && !word.ends_with("ss")) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> ObjectionTo(std::string_view claim_text, const SentenceWords& sentence) {
  const std::vector<Word> claim = WordsOf(claim_text);
  const Lexicon& lexicon = sentence.lexicon();

  std::set<std::string> known = NumbersOf(sentence.words(), sentence.language());
  known.merge(NumbersOf(sentence.context(), sentence.language()));
  for (const std::string& number : NumbersOf(claim, sentence.language())) {
    if (!known.contains(number)) return "number_added";
  }
  if (AddsOrdinal(claim, sentence)) return "number_added";
  if (UnitsDiffer(claim_text, sentence)) return "unit_changed";
  if (AddsName(claim, sentence)) return "name_added";

  const auto is_negation = [&](const Word& word) { return IsNegation(word.folded, lexicon); };
  const auto any_negation = [&](const std::vector<Word>& words) {
    return std::any_of(words.begin(), words.end(), is_negation);
  };
  if (any_negation(claim)) {
    if (!any_negation(sentence.words()) && !any_negation(sentence.context()))
      return "negation_added";
    if (MovesNegation(claim, sentence)) return "negation_added";
  }
  if (LosesMarker(claim, sentence, is_negation)) return "negation_lost";
  if (LosesMarker(claim, sentence, [&](const Word& word) { return IsHedge(word, lexicon); })) {
    return "hedge_lost";
  }
  const auto hedges = [&](const Word& word) { return IsHedge(word, lexicon); };
  if (std::any_of(claim.begin(), claim.end(), hedges) &&
      std::none_of(sentence.words().begin(), sentence.words().end(), hedges)) {
    return "hedge_added";
  }
  if (LosesMarker(claim, sentence, [](const Word& word) { return Attributes(word.folded); })) {
    return "attribution_lost";
  }

  if (LosesCondition(claim, sentence)) return "condition_lost";
  if (auto lost = LostQualifier(claim, sentence)) return lost;
  if (BreaksPair(claim, sentence)) return "pair_broken";
  if (IsCutShort(claim, sentence)) return "cut_short";
  if (sentence.language() == "en") {
    if (!HasEnglishVerb(claim) && HasEnglishVerb(sentence.words())) return "malformed";
    if (BeginsWithItsVerb(claim, sentence)) return "malformed";
    if (IsClauseAlone(claim_text, claim) && !IsClauseAlone(sentence.text(), sentence.words())) {
      return "malformed";
    }
  }

  size_t content = 0;
  size_t own = 0;
  for (const Word& word : claim) {
    const bool number =
        word.is_number || !NumberWordValue(word.folded, sentence.language()).empty();
    if (!number && !sentence.IsContent(word)) continue;
    ++content;
    if (HasStem(sentence.words(), word.folded)) ++own;
  }
  if (content == 0 || own * 2 < content) return "off_sentence";
  return std::nullopt;
}

bool IsIdleObjection(std::string_view objection) {
  return objection == "off_sentence" || objection == "cut_short";
}

}  // namespace gloss
