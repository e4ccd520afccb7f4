#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>

#include "base/file_system.h"
#include "cli/command.h"
#include "cli/judge_inputs.h"
#include "cli/kept_runs.h"
#include "cli/output_files.h"
#include "cli/store_settings.h"
#include "engine/engine.h"
#include "engine/judge.h"
#include "judge/judge_input_json.h"
#include "report/judge_html.h"
#include "report/judge_json.h"
#include "report/judge_terminal.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kExamples =
    "Examples:\n"
    "  glossator judge summary.txt --source report.pdf --words 200 --instruct \"Use bullets.\"\n"
    "  glossator judge before.jsonl after.jsonl -o evaluation.html\n"
    "  glossator judge texts.jsonl --judge-server http://127.0.0.1:8080 --samples 3\n"
    "  glossator judge old=a.jsonl new=b.jsonl --pairs --judge writer-smollm2-135m\n"
    "  glossator judge texts.jsonl --labels people.jsonl --format json\n";

std::optional<std::string> FormatOfFile(const std::string& path) {
  static const std::map<std::string, std::string> kFormats = {
      {".json", "json"}, {".html", "html"}, {".htm", "html"}, {".txt", "terminal"}};
  const auto found = kFormats.find(std::filesystem::path(path).extension().string());
  if (found == kFormats.end()) return std::nullopt;
  return found->second;
}

/// `glossator judge`: cited texts by five criteria, as binary checks.
class JudgeCommand : public Command {
 public:
  explicit JudgeCommand(CLI::App& parent)
      : Command(parent, "judge", "Judge cited texts by five criteria, each a list of checks") {
    app()
        .add_option("texts", inputs_.texts,
                    "Cited texts, a run each: a text, or JSON Lines with one record a text; "
                    "NAME=FILE names the run")
        ->required();
    app()
        .add_option("-s,--source", inputs_.sources,
                    "A source: a document or a folder of documents (repeatable)")
        ->type_name("FILE");
    app()
        .add_option("-i,--instruct", inputs_.task.instructions,
                    "What the writer was told, in words (repeatable)")
        ->type_name("TEXT");
    AddTaskSettings();
    AddJudgeSettings();
    AddOutputSettings();
    AddModelSettings(settings(), models_);
    AddStoreSettings(settings(), store_);
    settings().AddFlag("--stats", stats_,
                       "Print how much came from the cache, and the time, on standard error");
    AddDocumentSettings(settings(), documents_);
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override {
    const Status checked = CheckOutputFiles(outputs_, FormatOfFile, ".html, .json or .txt");
    if (!checked.ok()) return Fail(checked);
    ApplyProfile(models_, settings(), grounding_);
    SplitByRulesByDefault(models_);
    std::vector<Status> failures;
    auto request = MakeRequest(stop, &failures);
    if (!request.ok()) return Fail(request.status());
    for (const Status& failure : failures) PrintError(failure.WithContext("text not read"));
    EngineOptions options = ToEngineOptions(models_);
    options.judge = judge_;
    options.cache = ToCacheOptions(store_);
    options.remote.judge = ServerFor(judge_server_, models_.servers, ProcessEnvironment);
    const RunClock clock;
    auto engine = Engine::Create(options, stop);
    if (!engine.ok()) return Fail(engine.status());
    const Console console = MakeConsole();
    ProgressLine progress(WantsProgress(console), console.unicode, console.width);
    auto report = (*engine)->Judge(
        *request,
        [&progress](std::string_view stage, size_t done, size_t total) {
          progress.Update(stage, done, total);
        },
        stop);
    progress.Clear();
    if (!report.ok()) return Fail(report.status());
    if (!common().quiet) {
      for (const std::string& warning : report->warnings) PrintWarning(warning);
    }
    for (const Status& failure : failures) {
      report->gaps.push_back("not read: " + failure.ToString());
    }
    const Status written = Write(*report, console);
    PrintCacheNotes(**engine, clock.Times(), stats_, common().quiet);
    if (!written.ok()) return Fail(written);
    if (stop.stop_requested()) return kExitInterrupted;
    return ExitFor(*report, !failures.empty());
  }

 private:
  void AddTaskSettings() {
    settings()
        .Add("--words", inputs_.task.words, "Length that was asked for, in words; 0: none")
        ->check(CLI::Range(0, 1000000))
        ->type_name("N");
    settings()
        .Add("--style", inputs_.task.style, "Form that was asked for")
        ->check(CLI::IsMember({"prose", "bullets", "sections", "table"}))
        ->type_name("STYLE");
    settings()
        .Add("--text-language", inputs_.task.language,
             "Language that was asked for, for example de")
        ->type_name("CODE");
  }

  void AddJudgeSettings() {
    settings()
        .Add(
            "--judge", judge_,
            "Model that is asked what the program cannot decide: a writer of this process by name, "
            "or the server's; none: those questions are not asked")
        ->type_name("MODEL");
    settings().OnlyFromUser(
        settings()
            .Add(
                "--judge-server", judge_server_,
                "Server of the judge: a URL, \"openai\" or \"ollama\"; \"local\": in this process. "
                "Texts and sources are sent to it")
            ->type_name("URL"));
    settings()
        .Add("--samples", options_.samples,
             "Answers of the judge to each question; more than half must agree")
        ->check(CLI::Range(1, 101))
        ->type_name("N");
    settings()
        .Add("--temperature", options_.temperature, "Of the answers where there are several")
        ->check(CLI::Range(0.0, 2.0))
        ->type_name("T");
    settings().Add("--seed", options_.seed, "Of the answers and of the resampling")->type_name("N");
    settings().AddFlag("--pairs", pairs_,
                       "Have the judge compare the texts of two runs, in both orders");
    app()
        .add_option("--labels", labels_,
                    "What people say of the texts (JSON Lines); the report has Cohen's kappa")
        ->type_name("FILE");
    settings()
        .Add("--prompt-price", prompt_price_, "Price of a million tokens that the judge reads")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    settings()
        .Add("--answer-price", answer_price_, "Price of a million tokens that the judge writes")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
  }

  void AddOutputSettings() {
    app()
        .add_option("-o,--output", outputs_,
                    "Write the report here too; the extension says the format: .html (the "
                    "evaluation page) .json .txt (repeatable)")
        ->type_name("FILE");
    settings()
        .Add("--format", format_, "What to print: terminal, json or html")
        ->check(CLI::IsMember({"terminal", "json", "html"}))
        ->type_name("FORMAT");
    settings().Add("--title", title_, "Title of the report")->type_name("TEXT");
    settings().AddFlag("--all-checks", all_checks_,
                       "In the terminal, show the checks that passed too");
    settings()
        .Add("--fail-under", fail_under_,
             "Exit code 1 where a run's overall rate is below this share, or not everything was "
             "checked")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("SHARE");
  }

  Result<JudgeRequest> MakeRequest(const std::stop_token& stop, std::vector<Status>* failures) {
    JudgeRequest request;
    request.title = title_;
    request.options = options_;
    request.pairwise = pairs_;
    if (prompt_price_ >= 0 && answer_price_ >= 0) {
      request.prompt_price = prompt_price_;
      request.generated_price = answer_price_;
    } else if (prompt_price_ >= 0 || answer_price_ >= 0) {
      return Status(StatusCode::kInvalidArgument,
                    "prices: give both --prompt-price and --answer-price");
    }
    if (!labels_.empty()) {
      GLOSS_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(labels_));
      auto labels = ReadHumanLabels(bytes);
      if (!labels.ok()) return labels.status().WithContext("--labels " + labels_);
      request.labels = *std::move(labels);
    }
    VerifyRequest base;
    base.grounding = grounding_;
    if (models_.decomposer == "rules" || models_.decomposer == "none") {
      base.grounding.decomposition = models_.decomposer;
    }
    base.load = ToLoadOptions(documents_, stop);
    GLOSS_ASSIGN_OR_RETURN(JudgeInputList list, ReadJudgeInputs(inputs_, base));
    request.items = std::move(list.items);
    *failures = std::move(list.failures);
    if (request.items.empty()) {
      return failures->empty() ? Status(StatusCode::kInvalidArgument, "there is no text to judge")
                               : failures->front();
    }
    return request;
  }

  std::string Render(const JudgeReport& report, std::string_view format,
                     TerminalOptions terminal) const {
    if (format == "json") return RenderJudgeJson(report);
    if (format == "html") return RenderJudgeHtml(report);
    terminal.all_evidence = all_checks_;
    return RenderJudgeText(report, terminal);
  }

  Status Write(const JudgeReport& report, const Console& console) const {
    if (!common().quiet) {
      GLOSS_RETURN_IF_ERROR(WriteStdout(Render(report, format_, ToTerminalOptions(console))));
    }
    const TerminalOptions plain{.color = false, .unicode = true, .width = 100};
    for (const std::string& file : outputs_) {
      GLOSS_RETURN_IF_ERROR(WriteFileAtomically(file, Render(report, *FormatOfFile(file), plain)));
    }
    return Status::Ok();
  }

  /// A low rate is a result, not a failure, unless a limit was set.
  ExitCode ExitFor(const JudgeReport& report, bool unread) const {
    if (unread) return kExitInput;
    if (report.model_failed) return kExitUnavailable;
    if (fail_under_ < 0) return kExitOk;
    bool failed = false;
    const auto fail = [&](const std::string& why) {
      failed = true;
      if (!common().quiet) WriteStderr("glossator: failed: " + why + "\n");
    };
    for (const RunSummary& summary : report.summaries) {
      const double rate = summary.overall.rate.value_or(0);
      if (rate < fail_under_) {
        fail(fmt::format("{}overall rate {:.3f} is below {}",
                         summary.run.empty() ? "" : "run " + summary.run + ": ", rate,
                         fail_under_));
      }
    }
    if (!report.gaps.empty()) fail(fmt::format("not checked: {}", report.gaps.front()));
    return failed ? kExitGateFailed : kExitOk;
  }

  JudgeInputs inputs_;
  JudgeOptions options_;
  std::string judge_;
  std::string judge_server_;
  bool pairs_ = false;
  std::string labels_;
  double prompt_price_ = -1;
  double answer_price_ = -1;
  std::vector<std::string> outputs_;
  std::string format_ = "terminal";
  std::string title_;
  bool all_checks_ = false;
  double fail_under_ = -1;
  bool stats_ = false;
  GroundingOptions grounding_;
  ModelOptions models_;
  StoreSettings store_;
  DocumentOptions documents_;
};

}  // namespace

std::unique_ptr<Command> MakeJudgeCommand(CLI::App& parent) {
  return std::make_unique<JudgeCommand>(parent);
}

}  // namespace gloss::cli
