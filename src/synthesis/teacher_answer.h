#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/tag_index.h"

namespace gloss {

/// A teacher's answer, taken apart.
struct ReadAnswer {
  std::string reasoning;  ///< Between <reasoning> (or <think>) and its end; empty: there is none.
  std::string text;       ///< Behind it, without <text> and </text>.
  bool stray = false;     ///< Marks of the prompt, or closing tags, are left in the text.
};

/// Takes an answer apart. Tolerant of what surrounds the two blocks (code fences, a missing
/// <text>), not of a missing end of the reasoning: without it nothing says where the text begins.
/// Linear; any bytes.
ReadAnswer ReadTeacherAnswer(std::string_view answer);

/// Eight hexadecimal digits that stand alone in a text, in any brackets or none, in order, each
/// once, lower case. Those without a letter count only where they are a tag of `index`: other
/// numbers have eight digits too.
std::vector<std::string> TagsNamedIn(std::string_view text, const TagIndex& index);

}  // namespace gloss
