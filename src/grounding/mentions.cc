#include "grounding/mentions.h"

#include <algorithm>
#include <optional>
#include <set>

#include "grounding/finite_verbs.h"

namespace gloss {
namespace {

using Words = std::set<std::string_view>;

/// Words that begin a sentence and are no part of its subject.
bool IsAdverb(std::string_view word) {
  static const Words kWords = {
      "however", "later",  "today",       "then",      "therefore",  "thus",       "moreover",
      "finally", "first",  "second",      "next",      "overall",    "instead",    "also",
      "now",     "once",   "still",       "yet",       "only",       "even",       "often",
      "danach",  "später", "heute",       "dann",      "außerdem",   "zudem",      "jedoch",
      "dennoch", "zuerst", "schließlich", "insgesamt", "allerdings", "ferner",     "deshalb",
      "después", "luego",  "hoy",         "además",    "entonces",   "finalmente", "sin",
      "ensuite", "puis",   "aujourd",     "hui",       "enfin",      "cependant",  "toutefois",
      "poi",     "oggi",   "inoltre",     "infine",    "tuttavia",   "quindi",     "dopo"};
  static const Words kFrequency = {"always",   "sometimes", "already", "almost",  "again",
                                   "ever",     "rather",    "quite",   "soon",    "perhaps",
                                   "immer",    "oft",       "bereits", "siempre", "ya",
                                   "toujours", "déjà",      "sempre",  "già"};
  return kWords.contains(word) || kFrequency.contains(word) ||
         (word.size() > 4 && (word.ends_with("ly") || word.ends_with("mente")));
}

bool IsTitle(std::string_view word) {
  static const Words kWords = {"dr",     "mr",   "mrs", "ms",    "prof",   "professor",
                               "sir",    "herr", "don", "señor", "señora", "monsieur",
                               "madame", "mme",  "sr",  "sra",   "signor", "signora"};
  return kWords.contains(word);
}

bool IsOrganisationWord(std::string_view word) {
  static const Words kWords = {
      "university",  "bank",        "inc",        "ltd",        "corp",     "corporation",
      "company",     "agency",      "institute",  "group",      "gmbh",     "ag",
      "museum",      "hospital",    "court",      "council",    "ministry", "party",
      "league",      "union",       "church",     "city",       "river",    "street",
      "universität", "universidad", "université", "università", "banco",    "banque",
      "banca"};
  return kWords.contains(word);
}

/// Adjectives that stand before their noun in Spanish, French and Italian.
bool IsPrenominal(std::string_view word) {
  static const Words kWords = {"nuevo",   "nueva",   "gran",     "primer",   "primera",  "segundo",
                               "segunda", "mejor",   "nouveau",  "nouvelle", "nouvel",   "grand",
                               "grande",  "petit",   "petite",   "premier",  "première", "jeune",
                               "vieux",   "ancien",  "ancienne", "nuovo",    "nuova",    "primo",
                               "prima",   "secondo", "seconda",  "piccolo",  "piccola",  "vecchio",
                               "vecchia", "antigua", "antiguo",  "pequeño",  "pequeña",  "deux",
                               "dos",     "due",     "trois",    "tres",     "tre"};
  return kWords.contains(word);
}

uint8_t GenderOfNoun(std::string_view head) {
  static const Words kWomen = {"woman", "girl",    "mother",   "daughter",   "wife", "sister",
                               "queen", "actress", "princess", "chairwoman", "women"};
  static const Words kMen = {"man",     "boy",  "father", "son",      "husband",
                             "brother", "king", "prince", "chairman", "men"};
  if (kWomen.contains(head)) return Agreement::kFeminine;
  if (kMen.contains(head)) return Agreement::kMasculine;
  return Agreement::kAnyGender;
}

uint8_t NumberOfEnglishNoun(std::string_view head) {
  static const Words kPlurals = {"men",  "women", "children", "people", "bacteria",
                                 "data", "mice",  "criteria", "police"};
  static const Words kEither = {"series", "species", "means", "sheep", "fish"};
  if (kPlurals.contains(head)) return Agreement::kPlural;
  if (kEither.contains(head)) return Agreement::kSingular | Agreement::kPlural;
  const bool plural = head.size() > 3 && head.ends_with("s") && !head.ends_with("ss") &&
                      !head.ends_with("us") && !head.ends_with("is");
  return plural ? Agreement::kPlural : Agreement::kSingular;
}

class Finder {
 public:
  Finder(std::string_view text, std::string_view language, const ReferenceLexicon& lexicon)
      : text_(text),
        language_(language),
        lexicon_(lexicon),
        stop_(LexiconFor(language).stop),
        words_(WordsOf(text)) {
    for (size_t i = 0; i < words_.size() && !verb_; ++i) {
      if (FiniteVerbAt(words_, i, language_) != VerbTense::kNone && i > 0) verb_ = i;
    }
  }

  std::vector<Mention> Run() {
    for (size_t i = 0; i < words_.size();) {
      const size_t end = PhraseAt(i);
      i = end > i ? end : i + 1;
    }
    AddPairs();
    return std::move(mentions_);
  }

 private:
  /// "Norway's": what follows is another phrase.
  bool IsPossessive(size_t i) const {
    return language_ == "en" && !words_[i].is_number &&
           words_[i].span.size() > words_[i].folded.size();
  }

  bool Adjacent(size_t left) const {
    if (left + 1 >= words_.size() || IsPossessive(left)) return false;
    const Span gap{words_[left].span.end, words_[left + 1].span.begin};
    const std::string_view between = gap.In(text_);
    return between == " " || between == "-" || between.empty() || between == "'" ||
           between == "\u2019" || between == ". ";  // "Dr. Moe"
  }

  bool IsNoun(size_t i) const {
    const Word& word = words_[i];
    return !stop_.contains(word.folded) && !lexicon_.pronouns.contains(word.folded) &&
           !lexicon_.prepositions.contains(word.folded) && !IsAdverb(word.folded) &&
           word.folded != "%";
  }

  bool IsVerb(size_t i) const { return FiniteVerbAt(words_, i, language_) != VerbTense::kNone; }

  bool IsCapital(size_t i) const { return words_[i].capitalised && !words_[i].is_number; }

  /// Reads a noun phrase at `i`, adds it, and gives the word after it; `i` when there is none.
  size_t PhraseAt(size_t i) {
    const auto determiner = lexicon_.determiners.find(words_[i].folded);
    const bool has_determiner = determiner != lexicon_.determiners.end() && Adjacent(i);
    if (has_determiner) {
      const size_t end = CommonEnd(i + 1, true);
      if (end == i + 1) return i;
      return Add(i, end, &determiner->second);
    }
    if (words_[i].is_number || !IsNoun(i) || IsTimeOrAmount(words_[i].folded)) return i;
    // "Following …", "including …"
    if (language_ == "en" && words_[i].folded.size() > 5 && words_[i].folded.ends_with("ing") &&
        (i > 0 ? !IsCapital(i) : true)) {
      return i;
    }
    if (IsVerb(i) && !(i == 0 && verb_ != 0 && verb_)) return i;
    if (IsCapital(i) && (i > 0 || language_ != "en")) {
      if (language_ == "de" && i == 0 && !StartsSubject(i)) return i;
      return Add(i, NameEnd(i), nullptr);
    }
    if (i == 0) {
      if (!StartsSubject(i)) return i;
      return Add(i, IsNameAtStart() ? NameEnd(i) : CommonEnd(i, false), nullptr);
    }
    if (language_ != "en") return i;  // Without determiner and capital: nothing sure.
    // "was born", "is very small": no noun.
    size_t before = i - 1;
    while (before > 0 && (IsAdverb(words_[before].folded) || words_[before].folded == "very" ||
                          words_[before].folded == "not")) {
      --before;
    }
    if (IsEnglishAuxiliary(words_[before].folded) || IsAdverb(words_[i].folded)) return i;
    const size_t end = CommonEnd(i, false);
    return end == i ? i : Add(i, end, nullptr);
  }

  /// The first word of a sentence is its subject, or the first word of it.
  bool StartsSubject(size_t i) const {
    if (IsAdverb(words_[i].folded)) return false;
    const size_t end = IsNameAtStart() ? NameEnd(i) : CommonEnd(i, false);
    if (end >= words_.size()) return end > i;
    // A comma after one word: "Yesterday, …".
    return end > i && (Adjacent(end - 1) || end - i > 1 || IsPossessive(end - 1));
  }

  bool IsNameAtStart() const {
    return language_ == "de" || (words_.size() > 1 && IsCapital(0) && IsCapital(1) && Adjacent(0) &&
                                 !stop_.contains(words_[1].folded));
  }

  size_t NameEnd(size_t i) const {
    static const Words kJoiners = {"of", "de", "von", "van", "der", "du", "di", "la", "del"};
    size_t end = i + 1;
    while (end < words_.size() && Adjacent(end - 1)) {
      if (IsCapital(end) && !lexicon_.pronouns.contains(words_[end].folded)) {
        ++end;
      } else if (kJoiners.contains(words_[end].folded) && end + 1 < words_.size() &&
                 Adjacent(end) && IsCapital(end + 1) && language_ != "de") {
        end += 2;
      } else {
        break;
      }
    }
    return end;
  }

  /// The end of the nouns and adjectives from `begin`. The first one is taken even when it has the
  /// form of a verb, since a determiner is before it.
  size_t CommonEnd(size_t begin, bool after_determiner) const {
    const bool romance = language_ == "es" || language_ == "fr" || language_ == "it";
    size_t end = begin;
    bool noun = false;
    while (end < words_.size() && (end == begin || Adjacent(end - 1))) {
      const bool number = words_[end].is_number;
      const bool first = end == begin && after_determiner;
      if (!number && !IsNoun(end) && !(first && words_[end].folded.ends_with("ly"))) break;
      if (!first && !number && IsVerb(end) && (noun || !after_determiner)) break;
      if (romance && noun && !IsCapital(end)) {
        // An adjective only where the verb follows it; else it may be the verb.
        const bool verb_follows = end + 1 < words_.size() && Adjacent(end) && IsVerb(end + 1);
        if (!verb_follows) break;
      }
      if (!number && !(romance && IsPrenominal(words_[end].folded))) {
        noun = language_ != "de" || words_[end].capitalised;
      }
      ++end;
      // German: what follows the noun is no part of the phrase, unless it is a name.
      if (language_ == "de" && noun && end < words_.size() && !IsCapital(end)) break;
    }
    return noun ? end : begin;
  }

  MentionRole RoleAt(size_t begin) const {
    if (begin > 0 && lexicon_.prepositions.contains(words_[begin - 1].folded)) {
      return MentionRole::kOblique;
    }
    const bool first = std::none_of(mentions_.begin(), mentions_.end(), [](const Mention& mention) {
      return mention.role == MentionRole::kSubject;
    });
    return first && (!verb_ || begin < *verb_) ? MentionRole::kSubject : MentionRole::kObject;
  }

  size_t Add(size_t begin, size_t end, const Determiner* determiner) {
    const Word& last = words_[end - 1];
    size_t head_at = end - 1;
    if (language_ == "es" || language_ == "fr" || language_ == "it") {
      head_at = begin + (determiner != nullptr ? 1 : 0);
      while (head_at + 1 < end && IsPrenominal(words_[head_at].folded)) ++head_at;
    }
    while (head_at > begin && words_[head_at].is_number) --head_at;
    Mention mention;
    mention.head = words_[head_at].folded;
    if (IsTimeOrAmount(mention.head)) return end;
    mention.span = {words_[begin].span.begin, last.span.end};
    if (IsPossessive(end - 1)) mention.span.end = last.span.begin + last.folded.size();
    mention.role = IsPossessive(end - 1) ? MentionRole::kOblique : RoleAt(begin);
    mention.definite = determiner != nullptr && determiner->definite;
    mention.nominative = determiner == nullptr || determiner->nominative;
    if (determiner != nullptr) {
      mention.determiner = words_[begin].span.size();
      mention.agreement = determiner->agreement;
    }
    const size_t noun_begin = begin + (determiner != nullptr ? 1 : 0);
    size_t capitals = 0;
    for (size_t i = noun_begin; i < end; ++i) capitals += IsCapital(i) && (i > 0) ? 1 : 0;
    const bool starts_name = begin == 0 && determiner == nullptr && IsNameAtStart();
    mention.is_name = language_ != "de" && IsCapital(end - 1) && (capitals > 0 || starts_name) &&
                      (determiner == nullptr || capitals == end - noun_begin);
    mention.bare = determiner == nullptr && !mention.is_name;
    SetKind(noun_begin, end, mention);
    SetNumber(begin, end, mention);
    const size_t whole = WithComplement(end, mention);
    mention.words = whole - begin;
    mention.text = std::string(mention.span.In(text_));
    mentions_.push_back(std::move(mention));
    return end;
  }

  void SetKind(size_t begin, size_t end, Mention& mention) const {
    Agreement& agreement = mention.agreement;
    const bool title = begin > 0 && IsTitle(words_[begin - 1].folded);
    const uint8_t first_name = GenderOfFirstName(words_[begin].folded);
    bool organisation = false;
    for (size_t i = begin; i < end; ++i) {
      organisation = organisation || IsOrganisationWord(words_[i].folded);
    }
    const bool capital = IsCapital(begin);
    if (lexicon_.persons.contains(mention.head)) {
      agreement.kind = Agreement::kPerson;
      if (language_ == "en") agreement.gender = GenderOfNoun(mention.head);
    } else if (capital && !organisation &&
               (first_name != 0 || title || IsTitle(words_[begin].folded))) {
      agreement.kind = Agreement::kPerson;
      if (first_name != 0) agreement.gender = first_name;
      mention.is_name = true;
      mention.bare = false;
    } else if (begin == 0 && mention.bare && capital && !organisation &&
               NumberOfEnglishNoun(mention.head) == Agreement::kSingular && end == 1) {
      agreement.kind = Agreement::kAnyKind;  // "Aspirin" or "Diaz".
    } else if (mention.is_name && !organisation && mention.determiner == 0) {
      const bool place = begin > 0 && lexicon_.places.contains(words_[begin - 1].folded);
      agreement.kind = place ? Agreement::kThing : Agreement::kAnyKind;
      mention.place = place;
    } else {
      agreement.kind = Agreement::kThing;
    }
  }

  void SetNumber(size_t begin, size_t end, Mention& mention) const {
    uint8_t& number = mention.agreement.number;
    if (language_ == "en") {
      if (!mention.is_name) number &= NumberOfEnglishNoun(mention.head);
      if (mention.is_name && mention.determiner == 0) number = Agreement::kSingular;
      // "the Milwaukee Brewers", "the Netherlands"
      if (mention.is_name && mention.determiner > 0) {
        number = NumberOfEnglishNoun(mention.head) == Agreement::kPlural
                     ? Agreement::kSingular | Agreement::kPlural
                     : Agreement::kSingular;
      }
      if (number == 0) number = Agreement::kSingular | Agreement::kPlural;
    } else if (language_ == "de" && mention.determiner > 0) {
      SetGermanNumber(begin, mention);
    } else if (mention.is_name) {
      number = Agreement::kSingular;
    }
    // The verb tells the number of its subject.
    if (mention.role != MentionRole::kSubject || end >= words_.size() || !verb_ || *verb_ != end) {
      return;
    }
    const VerbTense tense = FiniteVerbAt(words_, end, language_);
    const std::string& verb = words_[end].folded;
    if (IsPluralVerb(verb, language_) || tense == VerbTense::kBase) {
      number = Agreement::kPlural;
    } else if (language_ != "en" || tense == VerbTense::kPresent || verb == "is" || verb == "was" ||
               verb == "has" || verb == "does") {
      number = Agreement::kSingular;
    }
    if (language_ == "de" && number == Agreement::kPlural) {
      mention.agreement.gender = Agreement::kAnyGender;
    }
    if (language_ == "de" && number == Agreement::kSingular) SetGermanGender(begin, mention);
  }

  void SetGermanNumber(size_t begin, Mention& mention) const {
    const std::string& word = words_[begin].folded;
    if (word != "die" && word != "diese") return;
    // Without a verb beside it "die" can be both; the usual endings of plurals decide.
    const bool plural = mention.head.ends_with("en") || mention.head.ends_with("er") ||
                        mention.head.ends_with("te") || mention.head.ends_with("s");
    const bool feminine = mention.head.ends_with("ung") || mention.head.ends_with("heit") ||
                          mention.head.ends_with("keit") || mention.head.ends_with("schaft") ||
                          mention.head.ends_with("ion") || mention.head.ends_with("in") ||
                          mention.head.ends_with("ei") || mention.head.ends_with("ät");
    if (feminine) {
      mention.agreement.number = Agreement::kSingular;
      mention.agreement.gender = Agreement::kFeminine;
    } else if (!plural) {
      mention.agreement.gender = Agreement::kAnyGender;
    }
  }

  void SetGermanGender(size_t begin, Mention& mention) const {
    const std::string& word = words_[begin].folded;
    if (word == "der" || word == "dieser") {
      mention.agreement.gender = Agreement::kMasculine;
      mention.nominative = true;
    }
    if (word == "die" || word == "diese") mention.agreement.gender = Agreement::kFeminine;
  }

  /// Takes "of the patients" into the phrase; gives the word after it.
  size_t WithComplement(size_t end, Mention& mention) const {
    if (end + 1 >= words_.size() || !Adjacent(end - 1)) return end;
    if (!lexicon_.of_words.contains(words_[end].folded) || mention.is_name) return end;
    size_t inner = end + 1;
    const bool contracted = words_[end].folded == "der" || words_[end].folded == "des";
    if (!contracted && lexicon_.determiners.contains(words_[inner].folded)) ++inner;
    if (inner >= words_.size() || !Adjacent(inner - 1)) return end;
    const size_t inner_end =
        IsCapital(inner) && language_ != "de" ? NameEnd(inner) : CommonEnd(inner, true);
    if (inner_end == inner) return end;
    mention.span.end = words_[inner_end - 1].span.end;
    return inner_end;
  }

  /// "Smith and Jones": one plural mention more.
  void AddPairs() {
    std::vector<Mention> pairs;
    for (size_t i = 0; i + 1 < mentions_.size(); ++i) {
      Mention& first = mentions_[i];
      Mention& second = mentions_[i + 1];
      if (second.span.begin < first.span.end) continue;
      const Span between{first.span.end, second.span.begin};
      const std::string joint = CollapseSpace(between.In(text_));
      if (!lexicon_.and_words.contains(joint)) continue;
      if (first.role == MentionRole::kOblique) continue;
      Mention pair = first;
      pair.span.end = second.span.end;
      pair.text = std::string(pair.span.In(text_));
      pair.agreement.number = Agreement::kPlural;
      pair.agreement.kind = first.agreement.kind & second.agreement.kind;
      if (pair.agreement.kind == 0) pair.agreement.kind = Agreement::kAnyKind;
      pair.agreement.gender = Agreement::kAnyGender;
      pair.head = second.head;
      pair.pair = true;
      pair.words = first.words + second.words + 1;
      first.in_pair = true;
      second.in_pair = true;
      second.role = first.role;
      pairs.push_back(std::move(pair));
    }
    mentions_.insert(mentions_.end(), pairs.begin(), pairs.end());
  }

  std::string_view text_;
  std::string_view language_;
  const ReferenceLexicon& lexicon_;
  const std::set<std::string_view>& stop_;
  std::vector<Word> words_;
  std::optional<size_t> verb_;
  std::vector<Mention> mentions_;
};

}  // namespace

std::vector<Mention> MentionsOf(std::string_view sentence, std::string_view language) {
  const ReferenceLexicon* lexicon = ReferenceLexiconFor(language);
  if (lexicon == nullptr) return {};
  return Finder(sentence, language, *lexicon).Run();
}

}  // namespace gloss
