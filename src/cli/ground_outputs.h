#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "cli/console.h"
#include "engine/gate.h"
#include "types/grounding_report.h"

namespace gloss::cli {

/// Where reports go and how they look.
struct OutputOptions {
  std::vector<std::string> files;   ///< Written besides standard output; format by extension.
  std::string format = "terminal";  ///< Of standard output.
  std::string offset_unit = "codepoint";
  bool only_problems = false;
  bool all_evidence = false;
};

/// Errors: a file whose extension names no format, or two outputs to one file.
Status CheckOutputs(const OutputOptions& options);

/// Errors: a word that is no verdict, with the words that are.
Result<GatePolicy> ToGatePolicy(const std::vector<std::string>& fail_on);

/// Prints the reports and writes the files, each whole or not at all. Several reports in a format
/// that holds one document: json becomes an array, html is refused.
/// Errors: kInvalidArgument (several reports for an HTML page), kIoError and its kin.
Status WriteReports(const std::vector<GroundingReport>& reports, const OutputOptions& options,
                    const Console& console, bool quiet);

}  // namespace gloss::cli
