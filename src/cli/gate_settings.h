#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/exit_codes.h"
#include "cli/settings.h"
#include "engine/gate.h"
#include "types/grounding_report.h"

namespace gloss::cli {

/// Settings of commands that judge reports.
struct GateSettings {
  std::vector<std::string> fail_on = {"contradicted", "conflicting", "not_enough_info"};
  std::vector<std::string> fail_under;
  size_t max_unchecked = 0;
  std::string scope = "record";
  std::string baseline;
  bool github_summary = false;
};

void AddGateSettings(Settings& settings, GateSettings& gate);

/// With --fail-under and no --fail-on of its own, the share alone decides. REQUIRES: settings are
/// final. Errors: kInvalidArgument: a word that is no verdict or floor, with those that are.
Result<GatePolicy> ToGatePolicy(const Settings& settings, const GateSettings& gate);

/// Reports of one or more files that `ground` wrote: .json (one report, or an array) and .jsonl.
/// Errors: as ReadFile and ReadGroundingReports, with the file's name; the first bad report fails
/// all, since a report that is left out would not be missed.
Result<std::vector<GroundingReport>> ReadReportFiles(std::span<const std::string> files);

/// Prints why the gate failed, on standard error: one line a record and one for the run.
void ExplainGate(std::span<const GroundingReport> reports, const GateResult& gate);

/// kExitOk, kExitNotComparable, or what the worst record says: a model that failed, an input that
/// could not be read, the gate.
ExitCode ExitCodeOf(std::span<const GroundingReport> reports, const GateResult& gate);

/// Appends the summary to the file that GITHUB_STEP_SUMMARY names.
/// Errors: kInvalidArgument: the variable is not set; kIoError.
Status AppendGithubSummary(std::span<const GroundingReport> reports, const GateResult& gate);

}  // namespace gloss::cli
