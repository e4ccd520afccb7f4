#pragma once

#include "types/cited_text.h"

namespace gloss {

/// The text with its citations put right, by what their verification found:
/// - a repaired id is written as it should be;
/// - a citation that names nothing, or does not support what it follows, gives way to the sentences
///   that would support it;
/// - where there are none, one that names nothing goes, and one that only fails to address a claim
///   which other citations support; a citation that does not support a claim which nothing
///   supports stays: the claim is wrong, not its citation;
/// - a claim without a citation gets one where a sentence supports it.
/// Citations are written in the form that the text has: tags, or [n] for sources; where that form
/// cannot name the sentence, and for citations that stood beside the text, as tags. Words are never
/// touched. `text` must be as CitationVerifier gives it.
CitedTextFix FixCitations(const CitedText& text);

}  // namespace gloss
