#pragma once

#include <string>

#include "types/cited_text.h"

namespace gloss {

/// A cited text as Markdown (GitHub flavour): counts, what was not checked, the text with a
/// footnote for each cited sentence, a table of its citations and one of its claims, the
/// corrections. Ends in a newline; text stays text (markdown.h). REQUIRES:
/// CheckCitedText(text).ok() (cited_summary.h).
std::string RenderCitedMarkdown(const CitedText& text);

}  // namespace gloss
