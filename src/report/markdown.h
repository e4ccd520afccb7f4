#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/grounding_report.h"

namespace gloss {

/// How a report is written as Markdown.
struct MarkdownOptions {
  bool only_problems = false;  ///< Leave supported and not checkable claims out of the table.
};

/// A report as Markdown (GitHub flavour: tables and footnotes): counts, what was not checked, the
/// response with a footnote for each source sentence, and a table of claims. Ends in a newline.
/// Text from documents stays text: every character that could start markup is escaped, and there
/// is no raw HTML. REQUIRES: CheckReport(report).ok().
std::string RenderGroundingMarkdown(const GroundingReport& report,
                                    const MarkdownOptions& options = {});

/// One line of text that Markdown shows as it is, wherever in a line, table cell or link it stands.
std::string EscapeMarkdown(std::string_view text);

/// Appends what was not checked: a paragraph and a list; nothing without any. Raw text.
void AppendMarkdownGaps(const std::vector<std::string>& gaps, std::string* out);

}  // namespace gloss
