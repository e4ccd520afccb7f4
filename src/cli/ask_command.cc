#include <utility>

#include "cli/writing_settings.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kExamples =
    "Examples:\n"
    "  glossator ask \"How long did the treatment last?\" --source trial.pdf\n"
    "  glossator ask \"Wer haftet?\" --source gesetz.md --source kommentar.docx --words 150\n";

/// `glossator ask`: an answer from sources, every statement with its citation.
class AskCommand : public WritingCommand {
 public:
  explicit AskCommand(CLI::App& parent)
      : WritingCommand(parent, "ask", "Answer a question from sources, with citations") {
    app().add_option("question", question_, "The question")->required();
    app()
        .add_option("-s,--source", sources_,
                    "A source: a document or a folder of documents (repeatable)")
        ->required()
        ->type_name("FILE");
    AddSettings();
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override {
    if (question_.find_first_not_of(" \t\r\n") == std::string::npos) {
      return Fail({StatusCode::kInvalidArgument, "question: it is empty"});
    }
    return WriteAbout(sources_, question_, std::move(stop));
  }

 private:
  std::string question_;
  std::vector<std::string> sources_;
};

}  // namespace

std::unique_ptr<Command> MakeAskCommand(CLI::App& parent) {
  return std::make_unique<AskCommand>(parent);
}

}  // namespace gloss::cli
