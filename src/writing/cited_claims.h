#pragma once

#include <string_view>
#include <vector>

#include "types/citation_mark.h"
#include "types/cited_text.h"

namespace gloss {

/// Says which claims each citation follows, and fills the citations' sentence and claims and the
/// claims' citations. Within a sentence:
/// - marks next to each other are one group;
/// - a claim belongs to the first group after its end;
/// - a group that no claim ends before ("[1] says that …", "The bridge [1] …") has the claims after
///   it, up to the next group;
/// - what a mark encloses (<a3f5e823>…</a3f5e823>), and what an annotation is about, is its own;
/// - a claim after the last group is not cited.
/// `marks`: of the text, with their sentences; REQUIRES: text, sentences and claims are set.
void AttachCitations(const std::vector<CitationMark>& marks, CitedText* text);

}  // namespace gloss
