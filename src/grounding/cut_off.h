#pragma once

#include <span>
#include <string_view>

namespace gloss {

/// True when the sentence ends in terminal punctuation, closing quotes and brackets passed over.
bool EndsInTerminal(std::string_view sentence);

/// True when a response looks as if it was cut off in its last sentence: that sentence has no
/// terminal punctuation, and ends in a comma, hyphen, dash or ellipsis, inside a bracket, with a
/// word that sentences do not end with ("and", "of the"), or in the middle of a word that occurs
/// elsewhere in `texts` (the other sentences and the sources). An ellipsis that ends a sentence
/// counts as cut.
bool LooksCutOff(std::string_view last_sentence, std::string_view language,
                 std::span<const std::string_view> texts);

}  // namespace gloss
