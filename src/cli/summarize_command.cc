#include "cli/command.h"
#include "cli/ground_inputs.h"
#include "cli/writing_settings.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kExamples =
    "Examples:\n"
    "  glossator summarize report.pdf\n"
    "  glossator summarize a.pdf b.docx --words 400 --style sections\n"
    "  glossator summarize law.md --tags 12 --style bullets --instruct \"Focus on the costs.\"\n"
    "  glossator summarize report.pdf -o summary.html\n";

/// `glossator summarize`: a text about documents, every statement with its citation.
class SummarizeCommand : public Command {
 public:
  explicit SummarizeCommand(CLI::App& parent)
      : Command(parent, "summarize", "Summarize documents; every statement cites its sentence") {
    app()
        .add_option("files", files_, "Documents and folders of documents; - is standard input")
        ->required();
    AddWritingSettings(app(), settings(), options_);
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override {
    auto request = ToSummarizeRequest(options_, stop);
    if (!request.ok()) return Fail(request.status());
    auto sources = SourceFiles(files_);
    if (!sources.ok()) return Fail(sources.status());
    request->sources = *std::move(sources);
    const Console console = MakeConsole();
    return WriteAndPrint(*request, options_, console, {WantsProgress(console), common().quiet},
                         stop);
  }

 private:
  std::vector<std::string> files_;
  WritingSettings options_;
};

}  // namespace

std::unique_ptr<Command> MakeSummarizeCommand(CLI::App& parent) {
  return std::make_unique<SummarizeCommand>(parent);
}

}  // namespace gloss::cli
