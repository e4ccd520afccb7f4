#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>

namespace gloss {

/// What a referring word agrees with, as sets of bits: a bit is set when the word can have the
/// value.
struct Agreement {
  enum : uint8_t { kSingular = 1, kPlural = 2 };
  enum : uint8_t { kMasculine = 1, kFeminine = 2, kNeuter = 4, kAnyGender = 7 };
  enum : uint8_t { kPerson = 1, kThing = 2, kAnyKind = 3 };

  uint8_t number = kSingular | kPlural;
  uint8_t gender = kAnyGender;  ///< Grammatical; in English the sex of persons.
  uint8_t kind = kAnyKind;

  /// True when one thing can have both.
  bool Fits(const Agreement& other) const {
    return (number & other.number) != 0 && (gender & other.gender) != 0 && (kind & other.kind) != 0;
  }
};

/// A determiner: it begins a noun phrase.
struct Determiner {
  Agreement agreement;
  bool definite = true;
  bool demonstrative = false;
  bool nominative = true;  ///< German: the phrase can be a subject.
};

/// A pronoun of the third person.
struct Pronoun {
  Agreement agreement;
  bool possessive = false;
  bool bare_demonstrative = false;  ///< "this" alone: it may stand for a whole statement.
};

/// Closed word lists that references are resolved with. Folded words; immutable.
struct ReferenceLexicon {
  std::map<std::string_view, Determiner> determiners;
  std::map<std::string_view, Pronoun> pronouns;
  std::set<std::string_view> prepositions;
  std::set<std::string_view> places;  ///< Prepositions before places: "in", "near".
  std::set<std::string_view> and_words;
  std::set<std::string_view> of_words;    ///< Join a noun and its complement: "of", "von", "de".
  std::set<std::string_view> kind_nouns;  ///< Alone after "the" they refer back: "drug", "company".
  std::set<std::string_view> persons;     ///< Nouns for persons.
  std::set<std::string_view> expletive;   ///< After "it": no reference ("rains", "seems", "gibt").
};

/// Lists of en, de, es, fr or it; null for other languages.
const ReferenceLexicon* ReferenceLexiconFor(std::string_view language);

/// Sex of a common first name, as gender bits; 0 for an unknown word.
uint8_t GenderOfFirstName(std::string_view folded);

/// True for words of dates and amounts ("year", "Montag", "millones"): nothing refers to these.
bool IsTimeOrAmount(std::string_view folded);

}  // namespace gloss
