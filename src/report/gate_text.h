#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "types/gate_result.h"
#include "types/grounding_report.h"

namespace gloss {

/// What the renderers for CI systems (JUnit, SARIF, Markdown summary) tell alike. Texts come back
/// as they are: each renderer makes them safe for its own medium.

/// "record q1", or the response's name when the record has no id, or "record 3".
std::string RecordName(const GroundingReport& report, size_t index);

/// A source sentence with its place: "“…” (budget.pdf, p. 3, table 1, row 2, column 3)".
std::string QuotedSource(const GroundingReport& report, const SentenceRef& reference, size_t most);

/// The evidence that speaks for the verdict: contradicting first for a contradicted claim, else
/// supporting; at most `most` sentences, each once.
std::vector<SentenceRef> EvidenceFor(const ClaimResult& claim, size_t most);

/// One line: why a claim is a problem, with the sentence that decides: `contradicted by "…" (…)`.
std::string ProblemLine(const GroundingReport& report, const ClaimResult& claim, size_t most);

/// True when the claim itself fails the gate.
bool FailsGate(const ClaimResult& claim, ClaimChangeKind change, const GateResult& gate);

/// "regression", "new", "known"; empty for kNone.
std::string_view ClaimChangeLabel(ClaimChangeKind kind);

/// Name of the gate's state for people: "passed", "failed", "not comparable".
std::string_view GateState(const GateResult& gate);

/// All reasons, those of records with their names before them.
std::vector<std::string> GateReasons(std::span<const GroundingReport> reports,
                                     const GateResult& gate);

}  // namespace gloss
