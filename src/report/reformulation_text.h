#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/word_diff.h"
#include "types/grounding_report.h"

namespace gloss {

// Words in which the renderers speak of references and of reformulated sentences. Nothing is
// escaped yet.

/// What a claim has from the sentences before, a line each: `"It" is read as "The bridge"`,
/// `ambiguous reference: "they" (the trials / the patients); read with the sentence before it`.
std::vector<std::string> ReferenceNotes(const Claim& claim, std::string_view response_text);

/// "Rewritten", "Left out", "Marked", "Kept".
std::string_view ActionLabel(SentenceAction action);

/// "Reformulated: 1 sentence rewritten, 1 marked, 3 kept"; with why it was not finished.
std::string ReformulationLine(const Reformulation& reformulation);

/// What changed in a response sentence. REQUIRES: the report has a reformulation.
std::vector<DiffPart> SentenceDiff(const GroundingReport& report, size_t sentence);

}  // namespace gloss
