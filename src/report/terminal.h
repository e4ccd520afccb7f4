#pragma once

#include <cstddef>
#include <string>

#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// How text for a terminal is written.
struct TerminalOptions {
  bool color = false;          ///< Use ANSI colours; meaning never rests on colour alone.
  bool unicode = true;         ///< False writes ASCII only. Choose it only when the terminal's
                               ///< encoding is known not to be UTF-8: it loses other scripts.
  size_t width = 80;           ///< Columns; at least 40 are used, and at most 100 for running text.
  bool only_problems = false;  ///< Leave out claims that are supported or not checkable.
  bool all_evidence = false;   ///< Show every evidence set and whole quotes, not only the best.
};

/// A report for people: each response sentence with its claims, their verdicts and best evidence,
/// then counts, metrics and, last, everything that was not checked. Ends in a newline. Text from
/// documents is made safe (display_text.h): it cannot colour or move the terminal.
/// REQUIRES: CheckReport(report).ok().
std::string RenderGroundingText(const GroundingReport& report, const TerminalOptions& options = {});

/// A loaded document for people: one entry a sentence with tag, page, block kind, heading path and
/// text, after the document's own data. Ends in a newline; safe like a report.
/// REQUIRES: CheckDocumentParts(document).ok().
std::string RenderDocumentText(const Document& document, const TerminalOptions& options = {});

}  // namespace gloss
