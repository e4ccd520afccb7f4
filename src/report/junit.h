#pragma once

#include <span>
#include <string>

#include "types/gate_result.h"
#include "types/grounding_report.h"

namespace gloss {

/// Reports as JUnit XML, for CI systems that show test results (docs/formats/junit.md): one
/// testsuite a report, one testcase a claim. A claim that fails the gate is a failure, an unchecked
/// one an error, a not checkable one skipped. What was not checked besides, and what the gate says
/// of a run as a whole, are testcases of their own, so the file is red whenever the gate is.
/// Deterministic: no times. Any text is escaped; characters that XML has no place for are shown as
/// "[U+0007]". REQUIRES: CheckReport(report).ok().
std::string RenderJUnit(std::span<const GroundingReport> reports, const GateResult& gate);

}  // namespace gloss
