#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <string>
#include <utility>

#include "cli/command.h"
#include "cli/ground_inputs.h"
#include "cli/synth_output.h"
#include "cli/synth_settings.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kExamples =
    "Examples:\n"
    "  glossator synth docs/ -o data --teacher-server http://127.0.0.1:8080 --dry-run\n"
    "  glossator synth docs/ -o data --teacher-server openai --teacher gpt-x --price-in 2 \\\n"
    "      --price-out 8 --max-tokens 2000000 --requests-per-minute 60\n"
    "  glossator synth docs/ -o data --make groups,pairs        # by rules, without a teacher\n"
    "  glossator synth docs/ -o data --make examples,pairs --teacher-server … --yes\n";

/// `glossator synth`: training data from documents.
class SynthCommand : public Command {
 public:
  explicit SynthCommand(CLI::App& parent)
      : Command(parent, "synth", "Make training data of documents, with a teacher on a server") {
    app()
        .add_option("files", files_, "Documents and folders of documents; - is standard input")
        ->required();
    AddSynthSettings(app(), settings(), options_);
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override {
    auto request = ToSynthRequest(options_, stop);
    if (!request.ok()) return Fail(request.status());
    auto sources = SourceFiles(files_);
    if (!sources.ok()) return Fail(sources.status());
    request->sources = *std::move(sources);
    auto engine = OpenEngine(*request, stop);
    if (!engine.ok()) return Fail(engine.status());
    auto preview = PlanSynthesis(*request, (*engine)->writer_name());
    if (!preview.ok()) return Fail(preview.status());
    for (const UnreadSource& source : preview->unread_sources) {
      PrintError(source.status.WithContext("source not read"));
    }
    if (request->options.examples && preview->plan.tasks.empty()) {
      PrintWarning("no document has enough sentences for a text (--min-sentences)");
    }
    if (!common().quiet || options_.dry_run) {
      WriteStderr(DescribeEstimate(*preview, request->options));
    }
    if (options_.dry_run) return PrintFirstPrompt(*preview);
    if (request->options.examples && preview->estimate.tasks > 0 && !MayStart()) {
      PrintError(Status(StatusCode::kInvalidArgument,
                        "nothing was sent to the teacher: say --yes to start"));
      return kExitUsage;
    }
    const Console console = MakeConsole();
    ProgressLine progress(WantsProgress(console), console.unicode, console.width);
    const auto summary = (*engine)->Synthesize(
        *request, *preview,
        [&progress](std::string_view stage, size_t done, size_t total) {
          progress.Update(stage, done, total);
        },
        stop);
    progress.Clear();
    if (!summary.ok()) return Fail(summary.status());
    return Report(*summary, preview->unread_sources.empty(), stop);
  }

 private:
  Result<std::unique_ptr<Engine>> OpenEngine(const SynthRequest& request,
                                             const std::stop_token& stop) {
    // As `verify` splits by default, so that it judges the texts alike.
    SplitByRulesByDefault(options_.models);
    EngineOptions engine = ToEngineOptions(options_.models);
    const bool asks = request.options.examples || request.options.grounding.ask_teacher;
    engine.writer = "rules";
    if (asks) {
      engine.writer = options_.teacher;
      engine.remote.writer =
          ServerFor(options_.teacher_server, options_.models.servers, ProcessEnvironment);
      if (!engine.remote.writer && options_.teacher.empty()) {
        return Status(StatusCode::kInvalidArgument,
                      "examples need a teacher: name its server with --teacher-server URL, or a "
                      "model of this machine with --teacher NAME");
      }
    }
    return Engine::Create(engine, stop);
  }

  /// Asks on a terminal; elsewhere --yes must be said.
  bool MayStart() const {
    if (options_.yes) return true;
    if (!MakeConsole().stderr_is_terminal || isatty(STDIN_FILENO) == 0) return false;
    WriteStderr("Start? [y/N] ");
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
  }

  static ExitCode PrintFirstPrompt(const SynthPreview& preview) {
    if (preview.plan.tasks.empty()) return kExitOk;
    const SynthTask& task = preview.plan.tasks.front();
    const auto prompt = TeacherPromptOf(task, preview.plan.sources[task.source]);
    if (!prompt.ok()) return Fail(prompt.status());
    std::string text;
    for (const ChatMessage& message : prompt->messages) {
      text += fmt::format("--- {}\n{}\n", message.role, message.content);
    }
    const Status written = WriteStdout(text);
    return written.ok() ? kExitOk : Fail(written);
  }

  ExitCode Report(const SynthSummary& summary, bool all_read, const std::stop_token& stop) const {
    for (const std::string& failure : summary.failures) PrintWarning(failure);
    if (!common().quiet) {
      const Status written = WriteStdout(DescribeSummary(summary));
      if (!written.ok()) return Fail(written);
    }
    if (stop.stop_requested()) return kExitInterrupted;
    if (summary.failed > 0 || !summary.stopped.empty()) return kExitUnavailable;
    return all_read ? kExitOk : kExitInput;
  }

  std::vector<std::string> files_;
  SynthSettings options_;
};

}  // namespace

std::unique_ptr<Command> MakeSynthCommand(CLI::App& parent) {
  return std::make_unique<SynthCommand>(parent);
}

}  // namespace gloss::cli
