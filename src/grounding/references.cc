#include "grounding/references.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "grounding/english_verbs.h"
#include "grounding/finite_verbs.h"
#include "grounding/relative_time.h"
#include "text/characters.h"

namespace gloss {
namespace {

constexpr size_t kReach = 2;       ///< Sentences before in which antecedents are looked for.
constexpr size_t kFirstWords = 6;  ///< A pronoun further on refers to its own sentence.
constexpr int kMargin = 3;         ///< By how much the best candidate must lead.
constexpr size_t kMostCandidates = 4;

std::string LowerFirst(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] + 32);
  return text;
}

std::string UpperFirst(std::string text) {
  if (text.empty()) return text;
  if (text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 32);
  }
  return text;
}

/// "The" → "the"; names, and words that may be names, keep their capital.
std::string InMidSentence(const Mention& mention, std::string text) {
  const bool common = mention.bare && mention.agreement.kind == Agreement::kThing;
  return mention.determiner > 0 || common ? LowerFirst(std::move(text)) : text;
}

int Score(const Mention& mention, size_t distance, int mentions) {
  int score = 0;
  if (mention.role == MentionRole::kSubject) score += 4;
  if (mention.role == MentionRole::kObject) score += 2;
  if (mention.definite || mention.is_name || mention.role == MentionRole::kSubject) score += 1;
  if (mention.bare && mention.role != MentionRole::kSubject) score -= 1;
  // What a sentence is about: "Norway joined the treaty."
  if (mention.determiner == 0 && mention.role == MentionRole::kSubject) score += 1;
  if (mentions > 1) score += 1;
  return score - 2 * (static_cast<int>(distance) - 1);
}

bool IsBeforeVerb(const std::vector<Word>& words, size_t at, std::string_view language) {
  for (size_t i = at + 1; i < std::min(at + 3, words.size()); ++i) {
    if (FiniteVerbAt(words, i, language) != VerbTense::kNone) return true;
    if (!words[i].folded.ends_with("ly") && words[i].folded != "also" && words[i].folded != "not") {
      return false;
    }
  }
  return false;
}

/// "It is likely that …", "It was possible to …": nothing is referred to.
bool IsExpletive(const std::vector<Word>& words, size_t at, const ReferenceLexicon& lexicon,
                 std::string_view language) {
  if (at + 1 >= words.size()) return false;
  if (lexicon.expletive.contains(words[at + 1].folded)) return true;
  static const std::set<std::string_view> kBe = {"is",  "was", "has",  "may", "can",  "would",
                                                 "ist", "war", "wird", "est", "était"};
  if (!kBe.contains(words[at + 1].folded)) return false;
  if (language == "en") {
    static const std::set<std::string_view> kAdjectives = {
        "important", "possible", "likely",     "unlikely", "clear",     "necessary", "unclear",
        "difficult", "easy",     "known",      "believed", "thought",   "estimated", "recommended",
        "essential", "worth",    "true",       "reported", "expected",  "said",      "shown",
        "also",      "been",     "impossible", "probable", "advisable", "best",      "found"};
    if (at + 2 < words.size() && !kAdjectives.contains(words[at + 2].folded)) return false;
  }
  static const std::set<std::string_view> kClause = {"that", "to", "dass", "zu", "que", "de"};
  for (size_t i = at + 2; i < std::min(at + 6, words.size()); ++i) {
    if (kClause.contains(words[i].folded)) return true;
  }
  return false;
}

/// "Nausea was the most frequent event": "event". Empty where the sentence does not say what its
/// subject is.
std::string HeadOfPredicate(std::string_view text, const std::vector<Mention>& mentions) {
  static const std::set<std::string_view> kCopulas = {
      "is",   "are", "was", "were",  "ist", "sind", "war", "waren", "est",
      "sont", "es",  "son", "était", "era", "fue",  "è",   "fu",    "sono"};
  for (const Mention& subject : mentions) {
    if (subject.role != MentionRole::kSubject) continue;
    const std::vector<Word> after = WordsOf(text.substr(subject.span.end));
    if (after.empty() || !kCopulas.contains(after.front().folded)) continue;
    const size_t from = subject.span.end + after.front().span.end;
    for (const Mention& said : mentions) {
      if (said.span.begin < from) continue;
      const bool next = said.span.begin <= from + 1 && said.determiner > 0;
      return next ? said.head : "";
    }
  }
  return "";
}

bool BeginsWithVowel(std::string_view folded) {
  for (const std::string_view vowel : {"a", "e", "i", "o", "u", "é", "è", "ê", "à", "h"}) {
    if (folded.starts_with(vowel)) return true;
  }
  return false;
}

}  // namespace

/// One sentence while it is read.
struct ReferenceResolver::Reading {
  std::string_view text;
  std::vector<Word> words;
  std::vector<Mention> own;
  ResolvedSentence result;
  std::vector<std::pair<Span, std::string>> edits;
  std::string suffix;           ///< Goes with the next substitution.
  std::vector<Agreement> done;  ///< Of what was put in: later words refer to it.

  /// A phrase of the sentence itself, before `at`, agrees.
  bool HasOwn(const Agreement& agreement, size_t at) const {
    return std::any_of(own.begin(), own.end(), [&](const Mention& mention) {
      return mention.span.end <= at && !mention.in_pair && mention.agreement.Fits(agreement);
    });
  }
};

ReferenceResolver::ReferenceResolver(std::string_view language)
    : language_(language), lexicon_(ReferenceLexiconFor(language)) {}

void ReferenceResolver::AddContext(std::string_view sentence) {
  if (lexicon_ == nullptr) return;
  const std::string text = CollapseSpace(sentence);
  std::vector<Mention> mentions = MentionsOf(text, language_);
  MarkPersons(mentions);
  const std::string is_a = HeadOfPredicate(text, mentions);
  for (Mention& mention : mentions) {
    const std::string said = mention.role == MentionRole::kSubject ? is_a : "";
    const std::string key = FoldCase(mention.text);
    const auto same = std::find_if(candidates_.begin(), candidates_.end(), [&](const auto& other) {
      return FoldCase(other.mention.text) == key;
    });
    if (same == candidates_.end()) {
      candidates_.push_back({std::move(mention), sentences_, 1, said});
      continue;
    }
    Candidate again{std::move(mention), sentences_, same->mentions,
                    said.empty() ? same->is_a : said};
    if (same->sentence != sentences_) ++again.mentions;
    if (same->sentence == sentences_ && same->mention.role < again.mention.role) {
      again.mention.role = same->mention.role;
    }
    *same = std::move(again);
  }
  ++sentences_;
}

/// "Marie Holm" makes a person of "Holm".
void ReferenceResolver::MarkPersons(std::vector<Mention>& mentions) {
  for (Mention& mention : mentions) {
    if (!mention.is_name && !(mention.bare && mention.words == 1)) continue;
    if (mention.agreement.kind == Agreement::kPerson && mention.is_name) {
      persons_.insert(mention.head);
    } else if (persons_.contains(mention.head)) {
      mention.agreement.kind = Agreement::kPerson;
    }
  }
}

ReferenceResolver::Choice ReferenceResolver::Choose(const Agreement& agreement,
                                                    const std::string& head) const {
  struct Ranked {
    const Candidate* candidate;
    int score;
  };
  std::vector<Ranked> ranked;
  for (const Candidate& candidate : candidates_) {
    const size_t distance = sentences_ - candidate.sentence;
    if (distance > kReach) continue;
    if (!candidate.mention.agreement.Fits(agreement)) continue;
    if (!head.empty() && candidate.mention.head == head) continue;
    // "He" is a person, or what the sentence was about.
    if (agreement.kind == Agreement::kPerson &&
        candidate.mention.agreement.kind != agreement.kind &&
        candidate.mention.role != MentionRole::kSubject) {
      continue;
    }
    ranked.push_back({&candidate, Score(candidate.mention, distance, candidate.mentions)});
  }
  // The halves of "Smith and Jones" give way to the pair and to all that stands alone.
  const bool single = std::any_of(ranked.begin(), ranked.end(), [](const Ranked& entry) {
    return !entry.candidate->mention.in_pair;
  });
  if (single) {
    std::erase_if(ranked, [](const Ranked& entry) { return entry.candidate->mention.in_pair; });
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked& a, const Ranked& b) { return a.score > b.score; });
  Choice choice;
  for (const Ranked& entry : ranked) {
    if (choice.candidates.size() == kMostCandidates) break;
    choice.candidates.push_back(
        InMidSentence(entry.candidate->mention, entry.candidate->mention.text));
  }
  const bool person = agreement.kind == Agreement::kPerson;
  const int margin = person ? kMargin + 1 : kMargin;
  if (ranked.size() == 1 || (ranked.size() > 1 && ranked[0].score - ranked[1].score >= margin)) {
    choice.best = ranked[0].candidate;
  }
  // "They became directors of …": no one person of a predicate.
  if (choice.best != nullptr && choice.best->mention.bare &&
      choice.best->mention.role != MentionRole::kSubject) {
    choice.best = nullptr;
  }
  return choice;
}

std::string ReferenceResolver::AsSubject(const Mention& mention, bool& sure) const {
  sure = true;
  if (mention.determiner == 0) return InMidSentence(mention, mention.text);
  const std::string determiner = FoldCase(mention.text.substr(0, mention.determiner));
  const std::string rest = mention.text.substr(mention.determiner);
  const std::string noun =
      FoldCase(rest.substr(std::min(rest.find_first_not_of(' '), rest.size())));
  const auto with = [&](std::string_view word) { return std::string(word) + rest; };
  if (language_ == "en") {
    if (determiner == "a" || determiner == "an" || determiner == "this" || determiner == "that") {
      return with("the");
    }
    return with(determiner == "these" || determiner == "those" ? "the" : determiner);
  }
  if (language_ == "de") {
    const uint8_t gender = mention.agreement.gender;
    const bool plural = mention.agreement.number == Agreement::kPlural;
    if (mention.nominative && determiner != "ein" && determiner != "eine") return with(determiner);
    if (determiner == "eine" || plural) return with("die");
    // "einem neuen Vertrag" would need other endings.
    const bool adjective = noun.find(' ') != std::string::npos;
    if (adjective && determiner != "ein") sure = false;
    if (determiner == "ein" && adjective) sure = false;
    if (gender == Agreement::kMasculine) return with("der");
    if (gender == Agreement::kNeuter) return with("das");
    sure = false;
    return mention.text;
  }
  if (language_ == "es") {
    if (determiner == "un") return with("el");
    if (determiner == "una") return with("la");
    if (determiner == "unos") return with("los");
    if (determiner == "unas") return with("las");
  }
  if (language_ == "fr" && (determiner == "un" || determiner == "une")) {
    if (BeginsWithVowel(noun)) return "l'" + rest.substr(1);
    return with(determiner == "un" ? "le" : "la");
  }
  if (language_ == "it" && (determiner == "un" || determiner == "uno" || determiner == "una")) {
    if (BeginsWithVowel(noun)) return "l'" + rest.substr(1);
    return with(determiner == "una" ? "la" : (determiner == "uno" ? "lo" : "il"));
  }
  return with(determiner);
}

bool ReferenceResolver::Apply(Reading& reading, Span span, const Choice& choice,
                              bool possessive) const {
  OpenReference open{span, choice.candidates};
  if (choice.best == nullptr) {
    reading.result.open.push_back(std::move(open));
    return false;
  }
  bool sure = true;
  std::string text = AsSubject(choice.best->mention, sure);
  // A genitive is formed by rule in English alone.
  if (!sure || (possessive && language_ != "en")) {
    reading.result.open.push_back(std::move(open));
    return false;
  }
  text += std::exchange(reading.suffix, "");
  if (possessive) text += text.ends_with("s") && !choice.best->mention.is_name ? "'" : "'s";
  const bool at_start = reading.words.empty() || span.begin <= reading.words.front().span.begin;
  if (at_start) text = UpperFirst(std::move(text));
  reading.result.substitutions.push_back({span, text});
  reading.edits.emplace_back(span, std::move(text));
  reading.done.push_back(choice.best->mention.agreement);
  return true;
}

/// A pronoun. True when it was dealt with.
bool ReferenceResolver::ReadWord(Reading& reading, size_t at) {
  const std::vector<Word>& words = reading.words;
  const auto found = lexicon_->pronouns.find(words[at].folded);
  if (found == lexicon_->pronouns.end()) return false;
  Pronoun pronoun = found->second;
  Span span = words[at].span;
  const bool verb_next = IsBeforeVerb(words, at, language_);
  if (language_ == "en" && words[at].folded == "her") {
    pronoun.possessive =
        at + 1 < words.size() && !LexiconFor("en").stop.contains(words[at + 1].folded);
  }
  if (pronoun.bare_demonstrative) {
    const bool alone = verb_next || language_ == "fr" || words[at].folded == "ciò" ||
                       words[at].folded == "esto" || words[at].folded == "eso" ||
                       words[at].folded == "dies";
    // "that" is mostly a conjunction, "diese Firma" a noun phrase.
    if (!alone || at > 0) return false;
    // In German, Spanish and Italian an agreeing form stands for a thing ("Dieser wurde …").
    const bool agrees =
        pronoun.agreement.gender != Agreement::kAnyGender && words[at].folded != "dies";
    Choice choice = agrees ? Choose(pronoun.agreement, "") : Choice{};
    Apply(reading, span, choice, false);
    return true;
  }
  if (language_ == "fr" && at + 1 < words.size() &&
      (words[at + 1].folded == "ci" || words[at + 1].folded == "là")) {
    span.end = words[at + 1].span.end;
  } else if (words[at].folded.starts_with("cel") || words[at].folded == "ceux") {
    return false;  // "celui de …" says itself what it is.
  }
  if (!pronoun.possessive &&
      (words[at].folded == "it" || words[at].folded == "es" || words[at].folded == "il")) {
    if (IsExpletive(words, at, *lexicon_, language_)) return true;
    // An object, or the start of a German main clause that goes on ("dass es …").
    if (words[at].folded != "it" && at > 2) return true;
  }
  // "sie" with a verb in the plural is a plural.
  if (language_ == "de" && words[at].folded == "sie") {
    bool plural = false;
    for (const size_t near : {at - 1, at + 1}) {
      if (near < words.size() && IsPluralVerb(words[near].folded, language_)) plural = true;
    }
    pronoun.agreement =
        plural ? Agreement{.number = Agreement::kPlural}
               : Agreement{.number = Agreement::kSingular, .gender = Agreement::kFeminine};
  }
  // "It's a remake": of the word the pronoun alone; "It's been" may be "is" or "has".
  const bool contracted =
      language_ == "en" && !pronoun.possessive && words[at].span.size() > words[at].folded.size();
  if (contracted) {
    for (size_t i = at + 1; i < std::min(at + 6, words.size()); ++i) {
      if (words[i].folded == "that" || words[i].folded == "to") return true;
    }
    if (at + 1 < words.size() && IsEnglishParticiple(words[at + 1].folded)) {
      reading.result.open.push_back({span, {}});
      return true;
    }
  }
  if (reading.HasOwn(pronoun.agreement, span.begin)) return true;
  // "He began his career": the second is the first.
  if (std::any_of(reading.done.begin(), reading.done.end(),
                  [&](const Agreement& agreement) { return agreement.Fits(pronoun.agreement); })) {
    return true;
  }
  // "In addition to her work, Marie Holm …": who is meant comes after it.
  const bool opens = lexicon_->prepositions.contains(words.front().folded);
  for (const Mention& mention : reading.own) {
    const bool names = mention.is_name || (mention.bare && mention.words == 1);
    if (opens && at > 0 && pronoun.possessive && names && mention.span.begin > span.end &&
        mention.agreement.Fits(pronoun.agreement)) {
      return true;
    }
  }
  const Choice choice = Choose(pronoun.agreement, "");
  if (contracted) reading.suffix = " is";
  if (Apply(reading, span, choice, pronoun.possessive) &&
      pronoun.agreement.kind == Agreement::kPerson) {
    persons_.insert(choice.best->mention.head);
  }
  return true;
}

/// "the drug", "this fee", "the latter". True when it was dealt with.
bool ReferenceResolver::ReadDefinite(Reading& reading, size_t at) const {
  const std::vector<Word>& words = reading.words;
  if (at + 1 >= words.size()) return false;
  const std::string& noun = words[at + 1].folded;
  const Span span{words[at].span.begin, words[at + 1].span.end};
  if (language_ == "en" && words[at].folded == "the" && (noun == "latter" || noun == "former")) {
    // The two halves of the last pair before.
    const Candidate* first = nullptr;
    const Candidate* second = nullptr;
    for (const Candidate& candidate : candidates_) {
      if (!candidate.mention.in_pair || sentences_ - candidate.sentence != 1) continue;
      (first == nullptr ? first : second) = &candidate;
    }
    Choice choice;
    if (first != nullptr && second != nullptr) {
      choice.candidates = {first->mention.text, second->mention.text};
      choice.best = noun == "former" ? first : second;
    }
    Apply(reading, span, choice, false);
    return true;
  }
  const auto determiner = lexicon_->determiners.find(words[at].folded);
  if (determiner == lexicon_->determiners.end() || !determiner->second.definite) return false;
  if (language_ == "en" && words[at].folded != "the" && !determiner->second.demonstrative) {
    return false;
  }
  const bool kind_noun = lexicon_->kind_nouns.contains(noun);
  if (!kind_noun && !determiner->second.demonstrative) return false;
  // What follows may say what is meant: "the drug that", "the city of", "the book Emma".
  if (at + 2 < words.size()) {
    const Span gap{words[at + 1].span.end, words[at + 2].span.begin};
    const std::string between(gap.In(reading.text));
    const bool joined = between == " " || between == "-" || between == "'" || between == "\u2019";
    const bool possessive = between.empty();
    const bool verb = FiniteVerbAt(words, at + 2, language_) != VerbTense::kNone;
    const bool stop = LexiconFor(language_).stop.contains(words[at + 2].folded);
    const std::string& next = words[at + 2].folded;
    const bool restricts = lexicon_->of_words.contains(next) || next == "that" || next == "which" ||
                           next == "who" || next == "que" || next == "qui" || next == "che" ||
                           next == "in" || next == "for" || next == "with" || next == "à" ||
                           next == "en" || next == "au";
    if (possessive || restricts || (joined && !verb && !stop && !next.ends_with("ly"))) {
      return true;
    }
  }
  Agreement agreement = determiner->second.agreement;
  agreement.kind = lexicon_->persons.contains(noun) ? Agreement::kPerson : Agreement::kThing;
  if (language_ == "en") {
    const bool plural = noun.ends_with("s") && !noun.ends_with("us") && !noun.ends_with("is");
    agreement.number = plural ? Agreement::kPlural : Agreement::kSingular;
  } else if (language_ == "de" && agreement.kind == Agreement::kThing) {
    agreement.gender = Agreement::kAnyGender;
  } else if (language_ != "de") {
    agreement.gender = Agreement::kAnyGender;  // A name has its own.
  }
  // The same noun before, with more words: "a monthly fee of 5 euros … that fee".
  std::vector<const Candidate*> same;
  for (const Candidate& candidate : candidates_) {
    const Mention& mention = candidate.mention;
    if (mention.pair || sentences_ - candidate.sentence > kReach || mention.head != noun) continue;
    same.push_back(&candidate);
  }
  Choice choice;
  if (!same.empty()) {
    if (same.size() == 1) {
      if (same[0]->mention.words <= 2 || !same[0]->mention.agreement.Fits(agreement)) return true;
      choice.best = same[0];
    }
    for (const Candidate* candidate : same) {
      choice.candidates.push_back(InMidSentence(candidate->mention, candidate->mention.text));
    }
    Apply(reading, span, choice, false);
    return true;
  }
  if (!kind_noun) {
    // "this approach" for something said in other words.
    if (at == 0) Apply(reading, span, Choice{}, false);
    return true;
  }
  // "The trial" that was spoken of long before is still that trial.
  if (std::any_of(candidates_.begin(), candidates_.end(),
                  [&](const Candidate& candidate) { return candidate.mention.head == noun; })) {
    return true;
  }
  // Another word for something before: only for a name, or a substance or illness that is a subject
  // without article ("Metformin lowers glucose. The drug …"). Without one it is known to the reader
  // from elsewhere.
  choice = Choose(agreement, noun);
  static const std::set<std::string_view> kBareKinds = {
      "drug",       "medicine",  "medication",  "treatment",  "compound",   "agent",
      "vaccine",    "substance", "disease",     "illness",    "condition",  "disorder",
      "therapy",    "mittel",    "medikament",  "präparat",   "wirkstoff",  "krankheit",
      "erkrankung", "fármaco",   "medicamento", "enfermedad", "médicament", "traitement",
      "maladie",    "farmaco",   "medicinale",  "malattia"};
  const bool may_be_bare = kBareKinds.contains(noun);
  static const std::set<std::string_view> kPlaces = {"city",  "town", "country", "state",
                                                     "stadt", "land", "ciudad",  "país",
                                                     "ville", "pays", "città",   "paese"};
  const bool is_place = kPlaces.contains(noun);
  const auto can_be_named_so = [&](const Candidate& candidate) {
    const Mention& mention = candidate.mention;
    if (is_place) return mention.is_name;
    if (mention.place || mention.role == MentionRole::kOblique) return false;
    // "Nausea was the most frequent event": no drug.
    return mention.is_name || (may_be_bare && mention.bare && candidate.is_a.empty() &&
                               mention.role == MentionRole::kSubject);
  };
  size_t fitting = 0;
  for (const Candidate& candidate : candidates_) {
    const bool near = sentences_ - candidate.sentence <= kReach;
    if (near && !candidate.mention.in_pair && candidate.mention.agreement.Fits(agreement) &&
        can_be_named_so(candidate)) {
      ++fitting;
    }
  }
  if (fitting == 0) return true;
  if (choice.best != nullptr && !can_be_named_so(*choice.best)) return true;
  if (fitting > 1) choice.best = nullptr;
  if (choice.best == nullptr && fitting < 2) return true;
  Apply(reading, span, choice, false);
  return true;
}

/// "Fue fundada en 1990.", "Reduces fever.": the subject is that of the sentence before.
void ReferenceResolver::ReadElidedSubject(Reading& reading) const {
  const std::vector<Word>& words = reading.words;
  if (words.size() < 2 || sentences_ == 0) return;
  const std::string_view trimmed = reading.text;
  if (trimmed.ends_with("?") || trimmed.starts_with("¿")) return;
  size_t at = 0;
  const bool negated = words[0].folded == "no" || words[0].folded == "non";
  if (negated && (language_ == "es" || language_ == "it")) at = 1;
  const VerbTense tense = FiniteVerbAt(words, at, language_);
  if (language_ == "en") {
    if (tense != VerbTense::kPresent && words[0].folded != "was" && words[0].folded != "has")
      return;
  } else if (language_ != "es" && language_ != "it") {
    return;
  }
  if (tense == VerbTense::kNone) return;
  // "Hay tres casos", "È importante che": no subject at all.
  static const std::set<std::string_view> kNoSubject = {"hay", "hace", "va", "muestra"};
  if (kNoSubject.contains(words[at].folded)) return;
  // A noun phrase right after the verb may be the subject: "Murió el rey."
  if (language_ != "en") {
    if (at + 1 < words.size() &&
        (lexicon_->determiners.contains(words[at + 1].folded) || words[at + 1].capitalised)) {
      const std::string& verb = words[at].folded;
      const bool copula = verb == "es" || verb == "fue" || verb == "era" || verb == "è" ||
                          verb == "fu" || verb == "tiene" || verb == "ha" || verb == "contiene" ||
                          verb == "produce" || verb == "emplea" || verb == "impiega" ||
                          verb == "reduce" || verb == "riduce" || verb == "causa";
      if (!copula) return;
    }
    for (size_t i = at + 1; i < std::min(at + 3, words.size()); ++i) {
      if (words[i].folded == "que" || words[i].folded == "che") return;
    }
  }
  Agreement agreement;
  agreement.number =
      IsPluralVerb(words[at].folded, language_) ? Agreement::kPlural : Agreement::kSingular;
  // A participle tells the gender: "fue fundada".
  if (language_ != "en" && at + 1 < words.size()) {
    const std::string& next = words[at + 1].folded;
    if (next.ends_with("ada") || next.ends_with("ida") || next.ends_with("ata") ||
        next.ends_with("uta") || next.ends_with("ita")) {
      agreement.gender = Agreement::kFeminine;
    } else if (next.ends_with("ado") || next.ends_with("ido") || next.ends_with("ato") ||
               next.ends_with("uto")) {
      agreement.gender = Agreement::kMasculine;
    }
  }
  Choice choice = Choose(agreement, "");
  if (choice.best != nullptr && choice.best->mention.role != MentionRole::kSubject) {
    choice.best = nullptr;
  }
  const size_t begin = words.front().span.begin;
  if (choice.best == nullptr) {
    if (!choice.candidates.empty()) {
      reading.result.open.push_back({{begin, begin}, choice.candidates});
    }
    return;
  }
  bool sure = true;
  const std::string subject = UpperFirst(AsSubject(choice.best->mention, sure));
  if (!sure) return;
  reading.result.substitutions.push_back({{begin, begin}, subject});
  reading.edits.emplace_back(Span{begin, begin}, subject + " ");
}

ResolvedSentence ReferenceResolver::Resolve(std::string_view sentence) {
  Reading reading;
  reading.text = sentence;
  if (lexicon_ != nullptr) {
    reading.words = WordsOf(sentence);
    reading.own = MentionsOf(sentence, language_);
    MarkPersons(reading.own);
    if (!reading.words.empty()) ReadElidedSubject(reading);
    const size_t limit = std::min(kFirstWords, reading.words.size());
    for (size_t i = 0; i < limit; ++i) {
      if (!ReadWord(reading, i)) ReadDefinite(reading, i);
    }
    for (const Span& time : RelativeTimes(reading.words, language_)) {
      reading.result.open.push_back({time, {}});
    }
  }
  std::string raw;
  size_t done = 0;
  for (const auto& [span, text] : reading.edits) {
    if (span.begin < done) continue;
    raw.append(sentence.substr(done, span.begin - done));
    raw += text;
    done = span.end;
    // The verb that began the sentence: "Fue" → "La empresa fue".
    if (span.size() == 0 && done < sentence.size()) {
      const Char first = CharAt(sentence, done);
      raw += FoldCase(sentence.substr(done, first.end - done));
      done = first.end;
    }
  }
  raw.append(sentence.substr(done));
  ResolvedSentence result = std::move(reading.result);
  result.text = CollapseSpace(raw);
  return result;
}

}  // namespace gloss
