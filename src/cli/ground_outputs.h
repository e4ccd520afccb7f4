#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "cli/console.h"
#include "cli/settings.h"
#include "types/gate_result.h"
#include "types/grounding_report.h"

namespace gloss::cli {

/// Where reports go and how they look.
struct OutputOptions {
  std::vector<std::string> files;   ///< Written besides standard output; format by extension.
  std::string reformulated;         ///< File for the reformulated text alone; empty: none.
  std::string format = "terminal";  ///< Of standard output.
  std::string offset_unit = "codepoint";
  bool only_problems = false;
  bool all_evidence = false;
};

/// Settings of how a report looks: --offset-unit, --only-problems, --all-evidence.
void AddViewSettings(Settings& settings, OutputOptions& options);

/// Names of all formats that --format takes.
std::vector<std::string> OutputFormats();

/// Reports, what the gate says of them, and the code that the program is to end with.
struct RunResult {
  const std::vector<GroundingReport>& reports;
  const GateResult& gate;
  int exit_code = 0;
};

/// Errors: a file whose extension names no format, or two outputs to one file.
Status CheckOutputs(const OutputOptions& options);

/// Prints the reports and writes the files, each whole or not at all. Several reports in a format
/// that holds one document: json becomes an array, html is refused. A run without reports is
/// written too where a CI system reads it (junit, sarif, summary).
/// Errors: kInvalidArgument (several reports for an HTML page), kIoError and its kin.
Status WriteReports(const RunResult& run, const OutputOptions& options, const Console& console,
                    bool quiet);

}  // namespace gloss::cli
