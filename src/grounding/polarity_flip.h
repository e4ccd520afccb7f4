#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gloss {

/// A sentence that denies what `claim` says, by rule: its negation taken out, or one put in.
/// English: after the first auxiliary ("is not", "cannot"), else "does not" / "did not" and the
/// base form of a known verb. German, Spanish, French, Italian: at a known auxiliary or copula.
///
/// Nothing when no rule fits surely: other languages, two negations, a negation that holds with the
/// words around it ("not only", "ni … ni", "nicht mehr", negation_removal.h), a subordinate clause
/// before the verb, or no known verb. The text may be stiff ("did reduce") but its polarity is the
/// opposite.
std::optional<std::string> FlipPolarity(std::string_view claim, std::string_view language);

}  // namespace gloss
