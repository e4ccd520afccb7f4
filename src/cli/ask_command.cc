#include "cli/command.h"
#include "cli/ground_inputs.h"
#include "cli/writing_settings.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kExamples =
    "Examples:\n"
    "  glossator ask \"How long did the treatment last?\" --source trial.pdf\n"
    "  glossator ask \"Wer haftet?\" --source gesetz.md --source kommentar.docx --words 150\n";

/// `glossator ask`: an answer from sources, every statement with its citation.
class AskCommand : public Command {
 public:
  explicit AskCommand(CLI::App& parent)
      : Command(parent, "ask", "Answer a question from sources, with citations") {
    app().add_option("question", question_, "The question")->required();
    app()
        .add_option("-s,--source", sources_,
                    "A source: a document or a folder of documents (repeatable)")
        ->required()
        ->type_name("FILE");
    AddWritingSettings(app(), settings(), options_);
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override {
    if (question_.find_first_not_of(" \t\r\n") == std::string::npos) {
      return Fail({StatusCode::kInvalidArgument, "question: it is empty"});
    }
    auto request = ToSummarizeRequest(options_, stop);
    if (!request.ok()) return Fail(request.status());
    request->writing.question = question_;
    auto sources = SourceFiles(sources_);
    if (!sources.ok()) return Fail(sources.status());
    request->sources = *std::move(sources);
    const Console console = MakeConsole();
    return WriteAndPrint(*request, options_, console, {WantsProgress(console), common().quiet},
                         stop);
  }

 private:
  std::string question_;
  std::vector<std::string> sources_;
  WritingSettings options_;
};

}  // namespace

std::unique_ptr<Command> MakeAskCommand(CLI::App& parent) {
  return std::make_unique<AskCommand>(parent);
}

}  // namespace gloss::cli
