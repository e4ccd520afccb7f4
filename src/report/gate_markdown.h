#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "types/gate_result.h"
#include "types/grounding_report.h"

namespace gloss {

struct GateMarkdownOptions {
  size_t max_rows = 50;       ///< Problems that are listed; the others are counted.
  size_t max_bytes = 60'000;  ///< Of the whole text; a comment on GitHub holds 65,536 characters.
  size_t max_quote = 240;     ///< Code points of one quote.
};

/// A short summary of a run for a job's page or a comment on a change: whether the gate passed and
/// why not, counts, and a table of the problems with quotes, regressions and new ones first.
///
/// Texts of documents stay text: no markup, link, mention (@name), reference (#1, !1) or emoji name
/// can come of them on GitHub or GitLab. REQUIRES: CheckReport(report).ok().
std::string RenderGateMarkdown(std::span<const GroundingReport> reports, const GateResult& gate,
                               const GateMarkdownOptions& options = {});

/// EscapeMarkdown, and invisible breaks where hosts would make mentions and references.
std::string EscapeForHost(std::string_view text);

}  // namespace gloss
