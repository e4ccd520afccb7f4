#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/gate_settings.h"
#include "cli/ground_outputs.h"
#include "engine/gate.h"

namespace gloss::cli {
namespace {

/// `glossator gate`: judges reports that `ground` wrote, without models.
class GateCommand : public Command {
 public:
  explicit GateCommand(CLI::App& parent)
      : Command(parent, "gate", "Judge stored reports: pass or fail, against a baseline if given") {
    outputs_.format = "summary";
    app()
        .add_option("report", reports_, "Reports that ground wrote: .json or .jsonl (repeatable)")
        ->required()
        ->type_name("FILE");
    app()
        .add_option("-o,--output", outputs_.files,
                    "Write the result here too; the extension says the format: .junit.xml .sarif "
                    "summary.md .html .json .jsonl .md .txt (repeatable)")
        ->type_name("FILE");
    settings()
        .Add("--format", outputs_.format,
             "What to print: summary, terminal, junit, sarif, json, jsonl, markdown or html")
        ->check(CLI::IsMember(OutputFormats()))
        ->type_name("FORMAT");
    settings().AddFlag("--only-problems", outputs_.only_problems,
                       "In the terminal, show only claims that are not supported");
    AddGateSettings(settings(), gate_);
    app().footer(
        "Examples:\n"
        "  glossator gate report.json\n"
        "  glossator gate reports.jsonl --fail-under 0.95 -o report.junit.xml -o report.sarif\n"
        "  glossator gate reports.jsonl --baseline main.jsonl --fail-on none\n\n"
        "Whether the models find faults at all: glossator ground --self-test");
  }

  ExitCode Run(std::stop_token /*stop*/) override {
    auto policy = ToGatePolicy(settings(), gate_);
    if (!policy.ok()) return Fail(policy.status());
    if (const Status status = CheckOutputs(outputs_); !status.ok()) return Fail(status);
    auto reports = ReadReportFiles(reports_);
    if (!reports.ok()) return Fail(reports.status());
    std::vector<GroundingReport> baseline;
    if (!gate_.baseline.empty()) {
      auto read = ReadReportFiles(std::vector<std::string>{gate_.baseline});
      if (!read.ok()) return Fail(read.status().WithContext("--baseline"));
      baseline = *std::move(read);
    }
    const GateResult result = EvaluateGate(
        {.reports = *reports, .baseline = baseline, .has_baseline = !gate_.baseline.empty()},
        *policy);
    const ExitCode code = ExitCodeOf(*reports, result);
    if (!common().quiet) ExplainGate(*reports, result);
    Status written = WriteReports({.reports = *reports, .gate = result, .exit_code = code},
                                  outputs_, MakeConsole(), common().quiet);
    if (written.ok() && gate_.github_summary) written = AppendGithubSummary(*reports, result);
    return written.ok() ? code : Fail(written);
  }

 private:
  std::vector<std::string> reports_;
  OutputOptions outputs_;
  GateSettings gate_;
};

}  // namespace

std::unique_ptr<Command> MakeGateCommand(CLI::App& parent) {
  return std::make_unique<GateCommand>(parent);
}

}  // namespace gloss::cli
