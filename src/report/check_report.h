#pragma once

#include "base/status.h"
#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// Whether the parts of a document fit together: valid UTF-8 text; blocks, words and sentences in
/// order, without overlap, within the text and on code point boundaries; sentences within their
/// blocks' index range; heading paths that point to earlier blocks; pages from 1.
/// Errors: kParseError; the message says which part.
Status CheckDocumentParts(const Document& document);

/// Whether every reference in a report points to something: what the renderers rely on. Checks the
/// documents too. Errors: kParseError; the message says which part.
Status CheckReport(const GroundingReport& report);

}  // namespace gloss
