#include <utility>

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
class SummarizeCommand : public WritingCommand {
 public:
  explicit SummarizeCommand(CLI::App& parent)
      : WritingCommand(parent, "summarize",
                       "Summarize documents; every statement cites its sentence") {
    app()
        .add_option("files", files_, "Documents and folders of documents; - is standard input")
        ->required();
    AddSettings();
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override { return WriteAbout(files_, "", std::move(stop)); }

 private:
  std::vector<std::string> files_;
};

}  // namespace

std::unique_ptr<Command> MakeSummarizeCommand(CLI::App& parent) {
  return std::make_unique<SummarizeCommand>(parent);
}

}  // namespace gloss::cli
