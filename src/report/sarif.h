#pragma once

#include <span>
#include <string>

#include "types/gate_result.h"
#include "types/grounding_report.h"

namespace gloss {

struct SarifOptions {
  int exit_code = 0;  ///< That the program is about to end with.
};

/// Reports as one SARIF 2.1.0 log with one run, for code hosts and editors (docs/formats/sarif.md):
/// a rule for each kind of problem, a result for each claim that is one, at its place in the
/// response, with the evidence at its place in the source as related locations.
///
/// Columns and offsets are Unicode code points ("columnKind"); a region is given only where the
/// text is the file itself (plain text), else the result quotes and names the page. Fingerprints
/// do not depend on lines, verdicts or models, so that a problem is the same one in the next run.
/// Deterministic: no times. REQUIRES: CheckReport(report).ok().
std::string RenderSarif(std::span<const GroundingReport> reports, const GateResult& gate,
                        const SarifOptions& options = {});

}  // namespace gloss
