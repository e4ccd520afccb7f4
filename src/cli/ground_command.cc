#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file_system.h"
#include "cli/command.h"
#include "cli/gate_settings.h"
#include "cli/ground_inputs.h"
#include "cli/ground_outputs.h"
#include "cli/kept_runs.h"
#include "engine/engine.h"
#include "engine/gate.h"
#include "engine/self_check.h"
#include "report/display_text.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kExamples =
    "Examples:\n"
    "  glossator ground answer.txt --source paper.pdf\n"
    "  glossator ground answer.md --source a.pdf --source folder/ --question \"Does it work?\"\n"
    "  glossator ground answer.txt --source paper.pdf -o report.html -o report.json\n"
    "  echo \"Nobody died.\" | glossator ground - --source paper.pdf --format json\n"
    "  glossator ground records.jsonl --format jsonl > reports.jsonl\n"
    "  glossator ground answer.txt --source paper.pdf --fail-on contradicted,conflicting\n"
    "  glossator ground answer.txt --source paper.pdf --reformulated-output new.txt\n";

/// `glossator ground`: a response against its sources.
class GroundCommand : public Command {
 public:
  explicit GroundCommand(CLI::App& parent)
      : Command(parent, "ground", "Check a response against its sources, claim by claim") {
    app().add_option("response", response_,
                     "The text to check: a document, a JSON or JSONL file of records, or - for "
                     "standard input");
    app()
        .add_option("-s,--source", sources_,
                    "A source: a document or a folder of documents (repeatable)")
        ->type_name("FILE");
    app().add_option("-Q,--question", question_, "The question that the response answers");
    app()
        .add_option("-o,--output", outputs_.files,
                    "Write the report here too; the extension says the format: .html .json .jsonl "
                    ".md .txt .junit.xml .sarif summary.md (repeatable)")
        ->type_name("FILE");
    app().add_flag("--self-test", self_test_,
                   "Check a planted response instead: fails when its faults are not found with "
                   "these models and settings");
    AddGroundingSettings();
    AddModelSettings(settings(), models_);
    AddStoreSettings(settings(), store_);
    settings().AddFlag("--stats", stats_,
                       "Print how much came from the cache, and the time, on standard error");
    AddDocumentSettings(settings(), documents_);
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override {
    if (response_.empty() && !self_test_) {
      return Fail({StatusCode::kInvalidArgument, "name the text to check: glossator ground FILE"});
    }
    auto policy = ToGatePolicy(settings(), gate_);
    if (!policy.ok()) return Fail(policy.status());
    const Status outputs_ok = CheckOutputs(outputs_);
    if (!outputs_ok.ok()) return Fail(outputs_ok);

    ApplyProfile(models_, settings(), grounding_);
    // The default method splits by rule: as many sentences as the shipped model, none wrongly, in a
    // thirtieth of the time (docs/design/claims.md).
    if (grounding_.method == "cascade") SplitByRulesByDefault(models_);
    GroundRequest base;
    base.question = question_;
    base.grounding = grounding_;
    if (models_.decomposer == "rules" || models_.decomposer == "none") {
      base.grounding.decomposition = models_.decomposer;
    }
    if (reformulate_ || !outputs_.reformulated.empty()) base.reformulation = reformulation_;
    base.load = ToLoadOptions(documents_, stop);
    if (self_test_) return SelfTest(base, stop);
    Work work{.policy = *policy, .inputs = {}, .baseline = {}};
    if (!gate_.baseline.empty()) {
      auto baseline = ReadReportFiles(std::vector<std::string>{gate_.baseline});
      if (!baseline.ok()) return Fail(baseline.status().WithContext("--baseline"));
      work.baseline = *std::move(baseline);
    }
    auto inputs = ReadGroundInputs({response_, sources_, input_format_}, base);
    if (!inputs.ok()) return Fail(inputs.status());
    for (const Status& failure : inputs->failures) PrintError(failure);
    work.inputs = *std::move(inputs);
    if (work.inputs.requests.empty()) return Finish(work, {}, kExitInput);

    EngineOptions options = ToEngineOptions(models_);
    options.cache = ToCacheOptions(store_);
    const RunClock clock;
    auto engine = Engine::Create(options, stop);
    if (!engine.ok()) return Fail(engine.status());
    return GroundAll(**engine, work, clock, stop);
  }

 private:
  void AddGroundingSettings() {
    settings()
        .Add("--format", outputs_.format,
             "What to print: terminal, json, jsonl, markdown, html, junit, sarif or summary")
        ->check(CLI::IsMember(OutputFormats()))
        ->type_name("FORMAT");
    settings()
        .Add("--input-format", input_format_,
             "What the response file is: auto, document, json or jsonl")
        ->check(CLI::IsMember({"auto", "document", "json", "jsonl"}))
        ->type_name("FORMAT");
    AddGateSettings(settings(), gate_);
    AddViewSettings(settings(), outputs_);
    settings()
        .Add("--method", grounding_.method,
             "Grounding method: cascade (calibrated, with evidence sets and a check of figures) or "
             "etracer (the paper's, τ = 0.5)")
        ->check(CLI::IsMember({"cascade", "etracer"}))
        ->type_name("METHOD");
    settings()
        .Add("--tau", grounding_.tau,
             "Least cosine of a claim and a sentence to be looked at (not set: the method's)")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("τ");
    settings().AddFlag("--exhaustive", grounding_.exhaustive,
                       "Label every pair of a claim and a sentence: slow, to check the cascade by");
    settings()
        .Add("--max-attempts", grounding_.max_attempts, "Decompositions tried for one sentence")
        ->check(CLI::Range(1, 10))
        ->type_name("N");
    settings().AddFlag("--reformulate", reformulate_,
                       "Correct, mark or drop what the sources do not support, and show the new "
                       "text beside the old");
    settings()
        .Add("--on-unsupported", reformulation_.on_unsupported,
             "With --reformulate, a sentence for which no supported text is found: mark or drop")
        ->check(CLI::IsMember({"mark", "drop"}))
        ->type_name("WHAT");
    app()
        .add_option("--reformulated-output", outputs_.reformulated,
                    "Write the reformulated text alone to this file (implies --reformulate)")
        ->type_name("FILE");
    settings().Add("--seed", grounding_.seed, "Seed of repeated decompositions")->type_name("N");
  }

  /// What there is to do, and what its outcome is measured by.
  struct Work {
    GatePolicy policy;
    GroundInputList inputs;
    std::vector<GroundingReport> baseline;
  };

  ExitCode GroundAll(Engine& engine, const Work& work, const RunClock& clock,
                     const std::stop_token& stop) {
    const Console console = MakeConsole();
    std::vector<GroundingReport> reports;
    ExitCode code = work.inputs.failures.empty() ? kExitOk : kExitInput;
    for (const GroundRequest& request : work.inputs.requests) {
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
      Explain(request, *report);
      reports.push_back(std::move(report).value());
    }
    code = Finish(work, reports, code);
    const RunTimes times = clock.Times();
    KeepRun(store_, reports, "ground", times, common().quiet);
    PrintCacheNotes(engine, times, stats_, common().quiet);
    return stop.stop_requested() ? kExitInterrupted : code;
  }

  /// Judges and writes what was done. `code` is that of records which gave no report.
  ExitCode Finish(const Work& work, const std::vector<GroundingReport>& reports, ExitCode code) {
    const size_t records = work.inputs.requests.size() + work.inputs.failures.size();
    const GateResult gate = EvaluateGate({.reports = reports,
                                          .failed_records = records - reports.size(),
                                          .baseline = work.baseline,
                                          .has_baseline = !gate_.baseline.empty()},
                                         work.policy);
    if (!common().quiet) ExplainGate(reports, gate);
    const ExitCode judged = ExitCodeOf(reports, gate);
    // A failure tells more than what could be judged in spite of it.
    if (code == kExitOk || judged == kExitUnavailable) code = judged;
    Status written = WriteReports({.reports = reports, .gate = gate, .exit_code = code}, outputs_,
                                  MakeConsole(), common().quiet);
    if (written.ok() && gate_.github_summary) written = AppendGithubSummary(reports, gate);
    return written.ok() ? code : Fail(written);
  }

  void Explain(const GroundRequest& request, const GroundingReport& report) const {
    const std::string prefix = request.id.empty() ? "" : "record " + request.id + ": ";
    for (const UnreadSource& source : report.unread_sources) {
      PrintError(source.status.WithContext(prefix + "source not read"));
    }
    if (common().quiet) return;
    for (const std::string& warning : report.warnings) PrintWarning(prefix + warning);
  }

  /// Are planted faults found, with these models and settings?
  ExitCode SelfTest(const GroundRequest& base, const std::stop_token& stop) {
    auto engine = Engine::Create(ToEngineOptions(models_), stop);
    if (!engine.ok()) return Fail(engine.status());
    const auto result = RunSelfTest(**engine, base, stop);
    if (!result.ok()) return Fail(result.status());
    const bool unicode = MakeConsole().unicode;
    std::string out;
    for (const SelfTestLine& line : result->lines) {
      const std::string_view mark = line.passed ? (unicode ? "✓" : "ok") : (unicode ? "✗" : "no");
      out += SafeText(fmt::format("{} {}: {} → {}", mark, line.kind, line.sentence, line.detail),
                      unicode) +
             "\n";
    }
    for (const std::string& problem : result->problems) {
      out += SafeText("problem: " + problem, unicode) + "\n";
    }
    out += result->passed
               ? "self-test passed: planted faults are found\n"
               : "self-test FAILED: do not trust verdicts of these models and settings\n";
    if (const Status written = WriteStdout(out); !written.ok()) return Fail(written);
    if (stop.stop_requested()) return kExitInterrupted;
    return result->passed ? kExitOk : kExitGateFailed;
  }

  std::string response_;
  std::vector<std::string> sources_;
  std::string question_;
  std::string input_format_ = "auto";
  GateSettings gate_;
  bool self_test_ = false;
  OutputOptions outputs_;
  GroundingOptions grounding_;
  bool reformulate_ = false;
  ReformulationOptions reformulation_;
  ModelOptions models_;
  StoreSettings store_;
  bool stats_ = false;
  DocumentOptions documents_;
};

}  // namespace

std::unique_ptr<Command> MakeGroundCommand(CLI::App& parent) {
  return std::make_unique<GroundCommand>(parent);
}

}  // namespace gloss::cli
