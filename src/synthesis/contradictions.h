#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "synthesis/random_choice.h"
#include "synthesis/replaced_names.h"
#include "types/span.h"

namespace gloss {

/// What a rule changes in a statement so that both cannot be true.
enum class ChangeKind {
  kNumber,      ///< Another number in the same place.
  kDate,        ///< Another day, month or year.
  kUnit,        ///< Another unit or scale: millions for billions.
  kNegation,    ///< Put in or taken out.
  kAntonym,     ///< A word becomes its opposite.
  kQuantifier,  ///< "All" becomes "no".
  kEntity,      ///< A name where only one can be right becomes another one of the document.
  kRoleSwap,    ///< Two names, groups or numbers change places.
};

/// "number", "date", "unit", "negation", "antonym", "quantifier", "entity", "role_swap".
std::string_view ChangeKindName(ChangeKind kind);

/// A statement that a rule has changed.
struct ChangedText {
  ChangeKind kind = ChangeKind::kNumber;
  std::string text;
  Span was;         ///< Of the statement: the words that were changed. Not empty.
  std::string now;  ///< What stands there in `text`.
};

/// All changes that rules can make to a statement, one a kind at most, in the order of ChangeKind.
/// Only where the rule is sure: grammar is kept, and what does not contradict is left alone ("at
/// least 5" → "at least 4", numbers of articles, ranges, sums of which parts are named).
/// `names`: of the document, for kEntity (replaced_names.h). English, German,
/// Spanish, French, Italian; for other languages numbers alone. Deterministic for one state of
/// `random`.
std::vector<ChangedText> Contradictions(std::string_view statement, std::string_view language,
                                        const std::vector<NameInContext>& names,
                                        RandomChoice& random);

/// The same change made to another text that has the changed words, with the word on either side,
/// exactly once; nothing where it does not. "The fee rose to 5 euros" changed at "5" is applied to
/// "In May, the fee rose to 5 euros a day".
std::optional<std::string> ApplyChange(const ChangedText& change, std::string_view statement,
                                       std::string_view text);

}  // namespace gloss
