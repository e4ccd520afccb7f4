#pragma once

#include <string>

#include "types/cited_text.h"

namespace gloss {

/// How a written text shows its citations.
enum class ReferenceStyle {
  kNumbers,    ///< "… in March. [1]" and a list of references; plain text.
  kFootnotes,  ///< "… in March.[^1]" and footnotes; Markdown.
};

/// A cited text to read: its words, with a number for each cited sentence in the order of use, and
/// under it the sentences with document, page and tag. Citations that name nothing are left out.
/// For kFootnotes the text's own Markdown (bullets, headings) stays; what comes from sources is
/// escaped in notes. Every line is made safe for a terminal (display_text.h). Ends in a newline
/// unless empty. REQUIRES: CheckCitedText(text).ok() (cited_summary.h).
std::string RenderReferences(const CitedText& text, ReferenceStyle style, bool unicode = true);

}  // namespace gloss
