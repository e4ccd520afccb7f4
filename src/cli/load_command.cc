#include <fmt/format.h>

#include "cli/command.h"
#include "engine/documents.h"
#include "report/document_json.h"
#include "report/terminal.h"
#include "text/segmenter.h"

namespace gloss::cli {
namespace {

/// `glossator load`: what the loaders and the splitter make of a document.
class LoadCommand : public Command {
 public:
  explicit LoadCommand(CLI::App& parent)
      : Command(parent, "load", "Show a document's sentences with tags and provenance") {
    AddDocumentSettings(settings(), document_options_);
    app().add_option("files", files_, "Documents; - is standard input")->required();
    app()
        .add_option("--format", format_, "text or json")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    app().footer(
        "Examples:\n  glossator load report.pdf\n  glossator load --format json page.html\n"
        "  GLOSSATOR_PASSWORD=secret glossator load locked.pdf");
  }

  ExitCode Run(std::stop_token stop) override {
    const LoadOptions load_options = ToLoadOptions(document_options_, std::move(stop));
    ExitCode code = kExitOk;
    std::vector<Document> documents;
    for (const std::string& file : files_) {
      TextInput input;
      input.uri = file;
      auto document = ReadDocument(input, load_options);
      if (!document.ok()) {
        PrintError(document.status());
        code = ExitCodeFor(document.status().code());
        continue;
      }
      document->id = fmt::format("d{}", documents.size() + 1);
      for (const std::string& warning : document->warnings) {
        if (!common().quiet) PrintWarning(file + ": " + warning);
      }
      documents.push_back(std::move(document).value());
    }
    AssignTags(documents);
    const Console console = MakeConsole();
    for (const Document& document : documents) {
      const Status written = WriteStdout(Render(document, console));
      if (!written.ok()) {
        PrintError(written);
        return kExitInput;
      }
    }
    return code;
  }

 private:
  std::string Render(const Document& document, const Console& console) const {
    if (format_ == "json") return RenderDocumentJson(document, {});
    return RenderDocumentText(document, ToTerminalOptions(console));
  }

  DocumentOptions document_options_;
  std::vector<std::string> files_;
  std::string format_ = "text";
};

}  // namespace

std::unique_ptr<Command> MakeLoadCommand(CLI::App& parent) {
  return std::make_unique<LoadCommand>(parent);
}

}  // namespace gloss::cli
