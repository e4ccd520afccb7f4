#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "report/word_diff.h"
#include "types/cited_text.h"

namespace gloss {

// What the renderers of cited texts (terminal, Markdown, HTML) tell alike. Nothing is escaped yet.

/// Whether every reference in a cited text points to something: what its renderers rely on.
/// Errors: kParseError; the message says which part.
Status CheckCitedText(const CitedText& text);

/// "Supports", "Contradicts", "Does not address", "Unchecked"; "Unknown" for an id that names
/// nothing.
std::string_view CitationLabel(const Citation& citation);

/// Mark of a citation: "✓" "✗" "?" "!", "∅" for an unknown one, or its ASCII form.
std::string_view CitationIcon(const Citation& citation, bool unicode);

/// The mark as it is written: "[1]", "<a3f5e823>"; of an annotation its id. REQUIRES: `citation` is
/// one of text.citations.
std::string CitationName(const CitedText& text, const Citation& citation);

/// What a reader is told of a citation beside its label: the repair, the reason, that it supports
/// together with others. Empty: nothing.
std::string CitationNote(const Citation& citation);

/// "12 citations: 9 support, 1 contradicts, 1 does not address, 1 unknown (2 repaired)".
std::string CitationsLine(const CitedCounts& counts);

/// "10 of 13 claims supported by what they cite, 2 without a citation".
std::string ClaimsLine(const CitedCounts& counts);

/// "3 citations changed: 1 repaired, 1 removed, 1 added", with what is wrong after it.
std::string FixLine(const CitedTextFix& fix);

/// What changed in the text. REQUIRES: text.fix.
std::vector<DiffPart> FixDiff(const CitedText& text);

}  // namespace gloss
