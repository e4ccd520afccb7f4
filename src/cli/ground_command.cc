#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file_system.h"
#include "cli/command.h"
#include "cli/ground_inputs.h"
#include "cli/ground_outputs.h"
#include "engine/engine.h"
#include "engine/gate.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kExamples =
    "Examples:\n"
    "  glossator ground answer.txt --source paper.pdf\n"
    "  glossator ground answer.md --source a.pdf --source folder/ --question \"Does it work?\"\n"
    "  glossator ground answer.txt --source paper.pdf -o report.html -o report.json\n"
    "  echo \"Nobody died.\" | glossator ground - --source paper.pdf --format json\n"
    "  glossator ground records.jsonl --format jsonl > reports.jsonl\n"
    "  glossator ground answer.txt --source paper.pdf --fail-on contradicted,conflicting\n";

/// `glossator ground`: a response against its sources.
class GroundCommand : public Command {
 public:
  explicit GroundCommand(CLI::App& parent)
      : Command(parent, "ground", "Check a response against its sources, claim by claim") {
    app()
        .add_option("response", response_,
                    "The text to check: a document, a JSON or JSONL file of records, or - for "
                    "standard input")
        ->required();
    app()
        .add_option("-s,--source", sources_,
                    "A source: a document or a folder of documents (repeatable)")
        ->type_name("FILE");
    app().add_option("-Q,--question", question_, "The question that the response answers");
    app()
        .add_option("-o,--output", outputs_.files,
                    "Write the report here too; the extension says the format: .html .json .jsonl "
                    ".md .txt (repeatable)")
        ->type_name("FILE");
    AddGroundingSettings();
    AddModelSettings(settings(), models_);
    AddDocumentSettings(settings(), documents_);
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override {
    auto policy = ToGatePolicy(fail_on_);
    if (!policy.ok()) return Fail(policy.status());
    const Status outputs_ok = CheckOutputs(outputs_);
    if (!outputs_ok.ok()) return Fail(outputs_ok);

    GroundRequest base;
    base.question = question_;
    base.grounding = grounding_;
    base.load = ToLoadOptions(documents_, stop);
    auto inputs = ReadGroundInputs({response_, sources_, input_format_}, base);
    if (!inputs.ok()) return Fail(inputs.status());
    for (const Status& failure : inputs->failures) PrintError(failure);
    if (inputs->requests.empty()) return kExitInput;

    auto engine = Engine::Create(ToEngineOptions(models_), stop);
    if (!engine.ok()) return Fail(engine.status());
    const ExitCode code = GroundAll(**engine, inputs->requests, *policy, stop);
    return inputs->failures.empty() ? code : std::max(code, kExitInput);
  }

 private:
  void AddGroundingSettings() {
    settings()
        .Add("--format", outputs_.format,
             "What to print: terminal, json, jsonl, markdown or html (default: terminal)")
        ->check(CLI::IsMember({"terminal", "json", "jsonl", "markdown", "html"}))
        ->type_name("FORMAT");
    settings()
        .Add("--input-format", input_format_,
             "What the response file is: auto, document, json or jsonl")
        ->check(CLI::IsMember({"auto", "document", "json", "jsonl"}))
        ->type_name("FORMAT");
    settings()
        .Add("--fail-on", fail_on_,
             "Verdicts that give exit code 1, or \"none\": contradicted, conflicting, "
             "not_enough_info, supported, not_checkable. Unchecked work always fails")
        ->delimiter(',')
        ->type_name("VERDICT,…");
    settings()
        .Add("--offset-unit", outputs_.offset_unit, "Unit of JSON offsets: codepoint, utf8, utf16")
        ->check(CLI::IsMember({"codepoint", "utf8", "utf16"}))
        ->type_name("UNIT");
    settings().AddFlag("--only-problems", outputs_.only_problems,
                       "In the terminal, show only claims that are not supported");
    settings().AddFlag("--all-evidence", outputs_.all_evidence,
                       "In the terminal, show every evidence sentence in full");
    settings()
        .Add("--method", grounding_.method, "Grounding method: etracer (the paper's, τ = 0.5)")
        ->check(CLI::IsMember({"etracer"}))
        ->type_name("METHOD");
    settings()
        .Add("--tau", grounding_.tau, "Least cosine of a claim and a sentence to be looked at")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("τ");
    settings()
        .Add("--max-attempts", grounding_.max_attempts, "Decompositions tried for one sentence")
        ->check(CLI::Range(1, 10))
        ->type_name("N");
    settings().Add("--seed", grounding_.seed, "Seed of repeated decompositions")->type_name("N");
  }

  static ExitCode Fail(const Status& status) {
    PrintError(status);
    return ExitCodeFor(status.code());
  }

  ExitCode GroundAll(Engine& engine, const std::vector<GroundRequest>& requests,
                     const GatePolicy& policy, const std::stop_token& stop) {
    const Console console = MakeConsole();
    std::vector<GroundingReport> reports;
    ExitCode code = kExitOk;
    for (const GroundRequest& request : requests) {
      ProgressLine progress(WantsProgress(console), console.unicode, console.width);
      auto report = engine.Ground(
          request,
          [&progress](GroundingStage stage, size_t done, size_t total) {
            progress.Update(GroundingStageName(stage), done, total);
          },
          stop);
      progress.Clear();
      if (!report.ok()) {
        PrintError(request.id.empty() ? report.status()
                                      : report.status().WithContext("record " + request.id));
        code = std::max(code, ExitCodeFor(report.status().code()));
        continue;
      }
      const GateOutcome outcome = EvaluateGate(*report, policy);
      Explain(request, *report, outcome);
      code = std::max(code, ExitCodeOf(*report, outcome));
      reports.push_back(std::move(report).value());
    }
    const Status written = WriteReports(reports, outputs_, console, common().quiet);
    if (!written.ok()) return Fail(written);
    return stop.stop_requested() ? kExitInterrupted : code;
  }

  /// What went wrong decides the code: a model before an input before the gate.
  static ExitCode ExitCodeOf(const GroundingReport& report, const GateOutcome& outcome) {
    if (outcome.passed) return kExitOk;
    if (report.coverage.model_failed) return kExitUnavailable;
    return report.unread_sources.empty() ? kExitGateFailed : kExitInput;
  }

  void Explain(const GroundRequest& request, const GroundingReport& report,
               const GateOutcome& outcome) const {
    const std::string prefix = request.id.empty() ? "" : "record " + request.id + ": ";
    for (const UnreadSource& source : report.unread_sources) {
      PrintError(source.status.WithContext(prefix + "source not read"));
    }
    if (common().quiet) return;
    for (const std::string& warning : report.warnings) PrintWarning(prefix + warning);
    if (outcome.passed) return;
    WriteStderr(
        fmt::format("glossator: {}gate failed: {}\n", prefix, fmt::join(outcome.reasons, "; ")));
  }

  std::string response_;
  std::vector<std::string> sources_;
  std::string question_;
  std::string input_format_ = "auto";
  std::vector<std::string> fail_on_ = {"contradicted", "conflicting", "not_enough_info"};
  OutputOptions outputs_;
  GroundingOptions grounding_;
  ModelOptions models_;
  DocumentOptions documents_;
};

}  // namespace

std::unique_ptr<Command> MakeGroundCommand(CLI::App& parent) {
  return std::make_unique<GroundCommand>(parent);
}

}  // namespace gloss::cli
