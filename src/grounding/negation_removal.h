#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/words.h"

namespace gloss {

/// True when the sentence that is left without the negation at `at` is right and says the opposite.
/// Not so in "not only", "no longer", "noch nicht", "nicht mehr", "ya no", "pas encore", "non …
/// più": there the words around the negation say something else or nothing without it. en, de, es,
/// fr, it.
bool NegationCanGo(const std::vector<Word>& words, size_t at, std::string_view language);

/// German: the statement without its "kein…" at `at`, in right grammar: "kein Mittel" → "ein
/// Mittel", "keine Wirkungen" → "einige Wirkungen", "keine neuen Systeme" → "einige neue Systeme",
/// "kein Geld" → "Geld". Nothing where number or case cannot be told ("keine Systeme", "keinen
/// Fragen").
std::optional<std::string> WithoutKein(std::string_view text, const std::vector<Word>& words,
                                       size_t at);

}  // namespace gloss
