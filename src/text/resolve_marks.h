#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "types/citation_mark.h"
#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// Fills the targets' document, sentence and known: a number is the place of a source among all
/// that were given, "S3" the same or an id, a tag its sentence, a name a title, uri or id.
void ResolveMarks(std::span<const Document> documents, size_t unread_sources,
                  std::span<CitationMark> marks);

/// One line for each dangling mark (at most `most`, then how many more there are), and one for
/// notes and reference lists that were not checked.
std::vector<std::string> MarkWarnings(const GroundingReport& report, size_t most = 5);

}  // namespace gloss
