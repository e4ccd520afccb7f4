#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "synthesis/random_choice.h"
#include "synthesis/role_words.h"
#include "text/words.h"

namespace gloss {

/// A name of a document with the words before it, which tell what kind of thing it is.
struct NameInContext {
  std::string name;
  std::string before;       ///< Folded: "in", "by".
  std::string phrase = "";  ///< With the word before that: "directed by".
};

/// Runs of capitalised words of a text that do not begin its sentence, with the word before them.
std::vector<NameInContext> NamesInContext(std::string_view sentence);

/// The statement with another name where only one can be right: "born in Paris" → "born in
/// Lisbon", "founded by Smith" → "founded by Jones". A country becomes a country and a city a city
/// (of `names` first, else of PlaceNamesOf), so that neither holds the other; whoever did something
/// becomes a name of `names` that stands after the same words, else after the same word. Nothing
/// where there is no such name.
std::optional<std::string> ReplaceName(std::string_view text, std::string_view language,
                                       const std::vector<NameInContext>& names,
                                       RandomChoice& random);

}  // namespace gloss
