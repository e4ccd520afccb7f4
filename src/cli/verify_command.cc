#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file_system.h"
#include "cli/cited_outputs.h"
#include "cli/command.h"
#include "cli/ground_inputs.h"
#include "cli/kept_runs.h"
#include "cli/output_files.h"
#include "cli/store_settings.h"
#include "engine/cited_gate.h"
#include "engine/engine.h"
#include "engine/verify.h"
#include "writing/cited_json.h"

namespace gloss::cli {
namespace {

constexpr std::string_view kExamples =
    "Examples:\n"
    "  glossator verify summary.txt --source report.pdf\n"
    "  glossator verify answer.md --source a.pdf --source b.pdf -o citations.html\n"
    "  glossator verify message.json --source report.txt --format json\n"
    "  glossator verify summary.txt --source report.pdf --fix --fixed-output fixed.txt\n"
    "  glossator verify answer.txt --source report.txt --ids ids.json --numbers sentences\n";

/// `glossator verify`: the citations of a text against its sources.
class VerifyCommand : public Command {
 public:
  explicit VerifyCommand(CLI::App& parent)
      : Command(parent, "verify", "Verify every citation of a text, and correct them") {
    app()
        .add_option(
            "cited", cited_,
            "The text: with sentence tags, [1], footnotes …, or the JSON of another system; "
            "- for standard input")
        ->required();
    app()
        .add_option("-s,--source", sources_,
                    "A source: a document or a folder of documents, in the order in which the text "
                    "counts them (repeatable)")
        ->type_name("FILE");
    app().add_option("-Q,--question", question_, "The question that the text answers");
    app()
        .add_option(
            "-o,--output", outputs_,
            "Write the result here too; the extension says the format: .html .json .md .txt "
            "(repeatable)")
        ->type_name("FILE");
    app()
        .add_option("--fixed-output", fixed_output_,
                    "Write the corrected text alone to this file (implies --fix)")
        ->type_name("FILE");
    settings()
        .Add("--format", view_.format, "What to print: terminal, json, markdown or html")
        ->check(CLI::IsMember(CitedFormats()))
        ->type_name("FORMAT");
    settings().AddFlag("--fix", fix_,
                       "Repair, remove, replace and add citations, show the change, and judge the "
                       "corrected text");
    settings().AddFlag("--no-suggest", no_suggest_,
                       "Do not look in the sources for what would support a claim");
    settings()
        .Add("--input-format", input_format_, "What the file is: auto, text or json")
        ->check(CLI::IsMember({"auto", "text", "json"}))
        ->type_name("FORMAT");
    app()
        .add_option("--ids", id_table_,
                    "What ids mean: a JSON object of id → sentence tag, or → document and sentence")
        ->type_name("FILE");
    settings()
        .Add("--numbers", numbers_,
             "What [3] is: the third of the sources, or of all their sentences")
        ->check(CLI::IsMember({"sources", "sentences"}))
        ->type_name("WHAT");
    settings()
        .Add("--fail-on", fail_on_,
             "Problems that give exit code 1, or \"none\": unknown, repaired, contradicts, "
             "does_not_address, unsupported, uncited. Unchecked work always fails")
        ->delimiter(',')
        ->type_name("PROBLEM,…");
    settings()
        .Add("--offset-unit", view_.offset_unit, "Unit of JSON offsets: codepoint, utf8, utf16")
        ->check(CLI::IsMember({"codepoint", "utf8", "utf16"}))
        ->type_name("UNIT");
    settings().AddFlag("--only-problems", view_.only_problems,
                       "In the terminal, show only sentences with a problem");
    settings().AddFlag("--all-evidence", view_.all_evidence,
                       "In the terminal, show every cited sentence in full");
    settings()
        .Add("--tau", grounding_.tau,
             "Least cosine of a claim and a sentence to be looked at (not set: the method's)")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("τ");
    AddModelSettings(settings(), models_);
    AddStoreSettings(settings(), store_);
    settings().AddFlag("--stats", stats_,
                       "Print how much came from the cache, and the time, on standard error");
    AddDocumentSettings(settings(), documents_);
    app().footer(std::string(kExamples));
  }

  ExitCode Run(std::stop_token stop) override {
    auto problems = ParseCitedProblems(fail_on_);
    if (!problems.ok()) return Fail(problems.status());
    if (const Status checked = CheckOutputs(); !checked.ok()) return Fail(checked);
    fix_ = fix_ || !fixed_output_.empty();
    ApplyProfile(models_, settings(), grounding_);
    SplitByRulesByDefault(models_);
    auto request = MakeRequest(stop);
    if (!request.ok()) return Fail(request.status());
    EngineOptions options = ToEngineOptions(models_);
    options.cache = ToCacheOptions(store_);
    const RunClock clock;
    auto engine = Engine::Create(options, stop);
    if (!engine.ok()) return Fail(engine.status());
    const Console console = MakeConsole();
    ProgressLine progress(WantsProgress(console), console.unicode, console.width);
    auto text = (*engine)->Verify(
        *request,
        [&progress](GroundingStage stage, size_t done, size_t total) {
          progress.Update(GroundingStageName(stage), done, total);
        },
        stop);
    progress.Clear();
    if (!text.ok()) return Fail(text.status());
    for (const UnreadSource& source : text->unread_sources) {
      PrintError(source.status.WithContext("source not read"));
    }
    const Status written = Write(*text, console);
    PrintCacheNotes(**engine, clock.Times(), stats_, common().quiet);
    if (!written.ok()) return Fail(written);
    return stop.stop_requested() ? kExitInterrupted : Judge(*text, *problems);
  }

 private:
  Status CheckOutputs() const {
    std::set<std::string> also;
    if (!fixed_output_.empty()) also.insert(fixed_output_);
    return CheckOutputFiles(outputs_, CitedFormatOfFile, ".html, .json, .md or .txt", also);
  }

  Result<VerifyRequest> MakeRequest(const std::stop_token& stop) const {
    VerifyRequest request;
    request.question = question_;
    request.text.uri = cited_;
    request.is_json =
        input_format_ == "json" || (input_format_ == "auto" && cited_.ends_with(".json"));
    GLOSS_ASSIGN_OR_RETURN(request.sources, SourceFiles(sources_));
    if (request.sources.empty() && !request.is_json) {
      return Status(StatusCode::kInvalidArgument,
                    "no source: name what the text cites with --source FILE");
    }
    const bool twice =
        cited_ == "-" && std::any_of(request.sources.begin(), request.sources.end(),
                                     [](const TextInput& input) { return input.uri == "-"; });
    if (twice) {
      return Status(StatusCode::kInvalidArgument,
                    "standard input (-) cannot be both the text and a source");
    }
    if (!id_table_.empty()) {
      GLOSS_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(id_table_));
      auto table = ReadIdTable(bytes);
      if (!table.ok()) return table.status().WithContext("--ids " + id_table_);
      request.ids.table = *std::move(table);
    }
    request.ids.numbers_are_sentences = numbers_ == "sentences";
    request.suggest = fix_ || !no_suggest_;
    request.fix = fix_;
    request.grounding = grounding_;
    if (models_.decomposer == "rules" || models_.decomposer == "none") {
      request.grounding.decomposition = models_.decomposer;
    }
    request.load = ToLoadOptions(documents_, stop);
    return request;
  }

  Status Write(const CitedText& text, const Console& console) const {
    if (!common().quiet) {
      GLOSS_RETURN_IF_ERROR(
          WriteStdout(RenderCited(text, view_.format, view_, ToTerminalOptions(console))));
    }
    const TerminalOptions plain{.color = false, .unicode = true, .width = 100};
    for (const std::string& file : outputs_) {
      GLOSS_RETURN_IF_ERROR(
          WriteFileAtomically(file, RenderCited(text, *CitedFormatOfFile(file), view_, plain)));
    }
    if (!fixed_output_.empty() && text.fix) {
      GLOSS_RETURN_IF_ERROR(WriteFileAtomically(fixed_output_, text.fix->text));
    }
    return Status::Ok();
  }

  /// With --fix the corrected text is judged.
  ExitCode Judge(const CitedText& text, const std::vector<CitedProblem>& problems) const {
    const bool fixed = text.fix && text.fix->after;
    const std::vector<std::string> failures =
        fixed ? CitedFailures(*text.fix->after, text.fix->gaps, problems)
              : CitedFailures(CountCited(text), text.gaps, problems);
    if (!common().quiet) {
      for (const std::string& failure : failures) {
        WriteStderr(fmt::format("glossator: failed: {}{}\n", failure, fixed ? " after --fix" : ""));
      }
    }
    if (failures.empty()) return kExitOk;
    if (text.model_failed) return kExitUnavailable;
    return text.unread_sources.empty() ? kExitGateFailed : kExitInput;
  }

  std::string cited_;
  std::vector<std::string> sources_;
  std::string question_;
  std::vector<std::string> outputs_;
  CitedView view_;
  std::string fixed_output_;
  bool fix_ = false;
  bool no_suggest_ = false;
  std::string input_format_ = "auto";
  std::string id_table_;
  std::string numbers_ = "sources";
  std::vector<std::string> fail_on_ = {"unknown", "contradicts", "does_not_address", "unsupported",
                                       "uncited"};
  GroundingOptions grounding_;
  ModelOptions models_;
  StoreSettings store_;
  bool stats_ = false;
  DocumentOptions documents_;
};

}  // namespace

std::unique_ptr<Command> MakeVerifyCommand(CLI::App& parent) {
  return std::make_unique<VerifyCommand>(parent);
}

}  // namespace gloss::cli
