#pragma once

#include <span>
#include <string>

#include "report/terminal.h"
#include "types/cited_text.h"

namespace gloss {

/// A cited text for people: each sentence with its claims, what each citation does for them, and
/// what would support them; then the corrections, counts, and everything that was not checked. Ends
/// in a newline; safe like a report (display_text.h). only_problems leaves out sentences that
/// stand. REQUIRES: CheckCitedText(text).ok() (cited_summary.h).
std::string RenderCitedText(const CitedText& text, const TerminalOptions& options = {});

/// Tagged documents and their tag table for people. REQUIRES: tags are assigned.
std::string RenderTagTable(std::span<const Document> documents,
                           const TerminalOptions& options = {});

}  // namespace gloss
