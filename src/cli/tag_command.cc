#include <fmt/format.h>

#include <algorithm>

#include "base/file_system.h"
#include "cli/command.h"
#include "cli/ground_inputs.h"
#include "engine/documents.h"
#include "report/cited_terminal.h"
#include "report/cited_text_json.h"
#include "report/display_text.h"
#include "text/segmenter.h"
#include "text/tagged_document.h"

namespace gloss::cli {
namespace {

/// `glossator tag`: documents as a model reads them, each sentence between its tags.
class TagCommand : public Command {
 public:
  explicit TagCommand(CLI::App& parent)
      : Command(parent, "tag",
                "Print documents with a tag around each sentence, and the tag table") {
    AddDocumentSettings(settings(), document_options_);
    app().add_option("files", files_, "Documents and folders; - is standard input")->required();
    app()
        .add_option(
            "--format", format_,
            "text (tagged documents and table), tagged (the documents alone), table or json")
        ->check(CLI::IsMember({"text", "tagged", "table", "json"}))
        ->capture_default_str();
    app()
        .add_option("-o,--output", output_, "Write to this file instead of standard output")
        ->type_name("FILE");
    app().footer(
        "Examples:\n  glossator tag report.pdf\n  glossator tag --format tagged a.txt b.txt\n"
        "  glossator tag --format json report.pdf -o tags.json");
  }

  ExitCode Run(std::stop_token stop) override {
    const LoadOptions load_options = ToLoadOptions(document_options_, std::move(stop));
    auto inputs = SourceFiles(files_);
    if (!inputs.ok()) return Fail(inputs.status());
    ExitCode code = kExitOk;
    std::vector<Document> documents;
    for (size_t i = 0; i < inputs->size(); ++i) {
      auto document = ReadDocument((*inputs)[i], load_options);
      if (!document.ok()) {
        PrintError(document.status());
        code = ExitCodeFor(document.status().code());
        continue;
      }
      document->id = fmt::format("d{}", i + 1);
      for (const std::string& warning : document->warnings) {
        if (!common().quiet) PrintWarning((*inputs)[i].uri + ": " + warning);
      }
      documents.push_back(std::move(document).value());
    }
    if (documents.empty()) return code;
    AssignTags(documents);
    const std::string text = Render(documents);
    const Status written = output_.empty() ? WriteStdout(text) : WriteFileAtomically(output_, text);
    return written.ok() ? code : Fail(written);
  }

 private:
  std::string Render(const std::vector<Document>& documents) const {
    const Console console = MakeConsole();
    if (format_ == "json") return RenderTagTableJson(documents, {.word_boxes = false});
    TerminalOptions terminal = ToTerminalOptions(console);
    if (!output_.empty()) terminal = {.color = false, .unicode = true, .width = 100};
    if (format_ == "table") return RenderTagTable(documents, terminal);
    std::string tagged = TagDocuments(documents);
    // A terminal must not be moved or coloured by what a document holds.
    if (output_.empty() && console.stdout_is_terminal) tagged = SafeLines(tagged, console.unicode);
    if (format_ == "tagged") return tagged;
    return tagged + "\n" + RenderTagTable(documents, terminal);
  }

  static std::string SafeLines(std::string_view text, bool unicode) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      out += SafeText(text.substr(at, end - at), unicode) + "\n";
      at = end + 1;
    }
    return out;
  }

  DocumentOptions document_options_;
  std::vector<std::string> files_;
  std::string format_ = "text";
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> MakeTagCommand(CLI::App& parent) {
  return std::make_unique<TagCommand>(parent);
}

}  // namespace gloss::cli
