#include "cli/writing_settings.h"

#include <optional>
#include <utility>

#include "base/file_system.h"
#include "cli/cited_outputs.h"
#include "cli/ground_inputs.h"
#include "cli/output_files.h"
#include "engine/engine.h"
#include "engine/summarize.h"
#include "report/cited_references.h"
#include "text/utf8.h"
#include "types/cited_text.h"

namespace gloss::cli {
namespace {

constexpr size_t kMostInstructionBytes = 64 * 1024;

/// Formats of standard output, and of files by extension.
const std::vector<std::string>& WritingFormats() {
  static const std::vector<std::string> kFormats = {"numbers", "tags", "footnotes", "report",
                                                    "json",    "html", "markdown"};
  return kFormats;
}

/// Format of an output file; nothing for an extension that names none.
std::optional<std::string> FormatOfFile(const std::string& path) {
  if (path.ends_with(".md") || path.ends_with(".markdown")) return "footnotes";
  if (path.ends_with(".txt")) return "tags";
  return CitedFormatOfFile(path);
}

std::string Render(const CitedText& text, const std::string& format, const WritingSettings& options,
                   const TerminalOptions& terminal) {
  if (format == "tags") return text.text;
  if (format == "numbers") {
    return RenderReferences(text, ReferenceStyle::kNumbers, terminal.unicode);
  }
  if (format == "footnotes") return RenderReferences(text, ReferenceStyle::kFootnotes);
  CitedView view;
  view.offset_unit = options.offset_unit;
  return RenderCited(text, format == "report" ? "terminal" : format, view, terminal);
}

/// Prints the text and writes the files.
Status WriteCited(const CitedText& text, const WritingSettings& options, const Console& console) {
  const TerminalOptions plain{.color = false, .unicode = true, .width = 100};
  for (const std::string& file : options.outputs) {
    GLOSS_RETURN_IF_ERROR(
        WriteFileAtomically(file, Render(text, *FormatOfFile(file), options, plain)));
  }
  return WriteStdout(Render(text, options.format, options, ToTerminalOptions(console)));
}

/// The request that the settings describe; sources are left to the caller. Errors: a file of
/// instructions that cannot be read, a file whose extension names no format.
Result<SummarizeRequest> ToSummarizeRequest(const WritingSettings& options, std::stop_token stop) {
  GLOSS_RETURN_IF_ERROR(
      CheckOutputFiles(options.outputs, FormatOfFile, ".html, .json, .txt or .md"));
  SummarizeRequest request;
  request.load = ToLoadOptions(options.documents, std::move(stop));
  WritingOptions& writing = request.writing;
  writing.words = options.words;
  writing.tags = options.tags;
  writing.language = options.language;
  if (!options.style.empty()) {
    writing.style = WritingStyleFromName(options.style).value_or(WritingStyle::kProse);
    writing.style_is_set = true;
  }
  writing.instructions = options.instructions;
  for (const std::string& file : options.instruction_files) {
    auto text = ReadFile(file, kMostInstructionBytes);
    if (!text.ok()) return text.status().WithContext("--instruct-file");
    if (const Status valid = CheckUtf8(*text); !valid.ok()) return valid.WithContext(file);
    writing.instructions.push_back(*std::move(text));
  }
  writing.state_path = options.state_path;
  writing.keep_reasoning = options.reasoning == "keep";
  writing.statements.ask_writer = options.writer != "rules";
  return request;
}

}  // namespace

void AddWritingSettings(CLI::App& app, Settings& settings, WritingSettings& options) {
  settings
      .Add("--words", options.words,
           "Length of the text in words, within a fifth; 0: by the length of the sources")
      ->check(CLI::Range(0, 20000))
      ->type_name("N");
  settings.Add("--tags", options.tags, "Sentences to cite, each once; 0: as the length needs")
      ->check(CLI::Range(0, 1000))
      ->type_name("N");
  settings
      .Add("--style", options.style,
           "prose, bullets or sections; prose unless instructed otherwise")
      ->check(CLI::IsMember({"prose", "bullets", "sections"}))
      ->type_name("STYLE");
  settings
      .Add("--language", options.language,
           "Language to write in. The small writer writes English; of other sources it quotes and "
           "shortens sentences, and says so")
      ->type_name("CODE");
  app.add_option("-i,--instruct", options.instructions,
                 "What the text is to be about or look like, in words (repeatable). The rules of "
                 "citation cannot be changed")
      ->type_name("TEXT");
  app.add_option("--instruct-file", options.instruction_files,
                 "The same from a text file (repeatable)")
      ->type_name("FILE");
  settings
      .Add("--writer", options.writer,
           "Model that writes the sentences, by name; rules: none, sentences are shortened or "
           "quoted")
      ->type_name("MODEL");
  settings.OnlyFromUser(
      settings
          .Add("--writer-server", options.writer_server,
               "Server of the writer: a URL, \"openai\" or \"ollama\"; \"local\": in "
               "this process. The sources are sent to it")
          ->type_name("URL"));
  settings
      .Add("--reasoning", options.reasoning,
           "What becomes of the notes that a reasoning writer makes before its text: keep (as a "
           "warning) or drop")
      ->check(CLI::IsMember({"keep", "drop"}))
      ->type_name("WHAT");
  settings
      .Add("--format", options.format,
           "What to print: numbers (the text with numbered references), tags (with sentence tags), "
           "footnotes (Markdown), report (each statement with what it cites), json, html, markdown")
      ->check(CLI::IsMember(WritingFormats()))
      ->type_name("FORMAT");
  settings
      .Add("--offset-unit", options.offset_unit, "Unit of JSON offsets: codepoint, utf8, utf16")
      ->check(CLI::IsMember({"codepoint", "utf8", "utf16"}))
      ->type_name("UNIT");
  app.add_option("--state", options.state_path,
                 "Keep what is done of long sources in this file, and go on from it after a stop")
      ->type_name("FILE");
  app.add_option("-o,--output", options.outputs,
                 "Write the text here too; the extension says the format: .html .json .txt (tags) "
                 ".md (footnotes) (repeatable)")
      ->type_name("FILE");
  AddDocumentSettings(settings, options.documents, "sources", "--source-language");
  AddModelSettings(settings, options.models);
  AddStoreSettings(settings, options.store);
}

ExitCode WritingCommand::WriteAbout(const std::vector<std::string>& files,
                                    const std::string& question, std::stop_token stop) {
  auto request = ToSummarizeRequest(options_, stop);
  if (!request.ok()) return Fail(request.status());
  request->writing.question = question;
  auto sources = SourceFiles(files);
  if (!sources.ok()) return Fail(sources.status());
  request->sources = *std::move(sources);
  EngineOptions engine_options = ToEngineOptions(options_.models);
  engine_options.decomposer = "rules";
  engine_options.writer = options_.writer;
  engine_options.remote.writer =
      ServerFor(options_.writer_server, options_.models.servers, ProcessEnvironment);
  engine_options.cache = ToCacheOptions(options_.store);
  auto engine = Engine::Create(engine_options, stop);
  if (!engine.ok()) return Fail(engine.status());
  const Console console = MakeConsole();
  ProgressLine progress(WantsProgress(console), console.unicode, console.width);
  const auto text = (*engine)->Summarize(
      *request,
      [&progress](std::string_view stage, size_t done, size_t total) {
        progress.Update(stage, done, total);
      },
      stop);
  progress.Clear();
  if (!text.ok()) {
    PrintError(text.status());
    return stop.stop_requested() ? kExitInterrupted : ExitCodeFor(text.status().code());
  }
  for (const UnreadSource& source : text->unread_sources) {
    PrintError(source.status.WithContext("source not read"));
  }
  if (!common().quiet) {
    for (const std::string& warning : text->warnings) PrintWarning(warning);
  }
  const Status written = WriteCited(*text, options_, console);
  if (!written.ok()) return Fail(written);
  return text->unread_sources.empty() ? kExitOk : kExitInput;
}

}  // namespace gloss::cli
