#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "text/words.h"

namespace gloss {

enum class VerbTense {
  kNone,       ///< No finite verb.
  kBase,       ///< English "reduce", "have": the present of a plural subject.
  kPresent,    ///< "reduces", "ist", "emplea".
  kPast,       ///< "reduced", "senkte", "redujo".
  kAuxiliary,  ///< English "is", "was", "may", "does": what follows completes it.
};

/// Reads a word of a text as a finite verb of English, German, Spanish, French or Italian: closed
/// lists of auxiliaries and common verbs, endings for the Spanish and Italian past. Nouns with the
/// form of a verb ("results") are read as verbs only where the words around them allow no noun.
VerbTense FiniteVerbAt(const std::vector<Word>& words, size_t at, std::string_view language);

/// True for a finite verb whose subject is plural ("son", "hanno", "sind", English "are"), by its
/// form alone.
bool IsPluralVerb(std::string_view folded, std::string_view language);

/// English forms of be, have, do and the modals.
bool IsEnglishAuxiliary(std::string_view folded);

}  // namespace gloss
