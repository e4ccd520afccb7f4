#include "cli/ground_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/file_system.h"
#include "cli/output_files.h"
#include "report/gate_markdown.h"
#include "report/grounding_json.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/sarif.h"

namespace gloss::cli {
namespace {

/// Format of an output file; nothing for an extension that names none.
std::optional<std::string> FormatOfFile(const std::string& path) {
  if (path.ends_with(".sarif.json")) return "sarif";
  if (path.ends_with("summary.md")) return "summary";
  static const std::map<std::string, std::string> kFormats = {
      {".json", "json"},         {".jsonl", "jsonl"}, {".md", "markdown"},
      {".markdown", "markdown"}, {".html", "html"},   {".htm", "html"},
      {".txt", "terminal"},      {".xml", "junit"},   {".sarif", "sarif"}};
  const auto found = kFormats.find(std::filesystem::path(path).extension().string());
  if (found == kFormats.end()) return std::nullopt;
  return found->second;
}

std::string RenderJson(const std::vector<GroundingReport>& reports, const OutputOptions& options,
                       bool lines) {
  JsonOptions json;
  json.offset_unit = OffsetUnitFromName(options.offset_unit).value_or(OffsetUnit::kCodepoint);
  json.compact = lines;
  if (!lines && reports.size() == 1) return RenderGroundingJson(reports.front(), json);
  std::string out = lines ? "" : "[\n";
  for (size_t i = 0; i < reports.size(); ++i) {
    if (!lines && i > 0) out += ",\n";
    out += RenderGroundingJson(reports[i], json);
  }
  return lines ? out : out + "]\n";
}

std::string RenderEach(const std::vector<GroundingReport>& reports,
                       const std::function<std::string(const GroundingReport&)>& render) {
  std::string out;
  for (const GroundingReport& report : reports) {
    if (reports.size() > 1 && !report.id.empty()) out += "# " + report.id + "\n\n";
    out += render(report);
    if (reports.size() > 1) out += "\n";
  }
  return out;
}

/// True for formats that say something of a run without reports, too.
bool IsForCi(const std::string& format) {
  return format == "junit" || format == "sarif" || format == "summary";
}

Result<std::string> Render(const RunResult& run, const std::string& format,
                           const OutputOptions& options, const TerminalOptions& terminal) {
  const std::vector<GroundingReport>& reports = run.reports;
  if (format == "junit") return RenderJUnit(reports, run.gate);
  if (format == "sarif") return RenderSarif(reports, run.gate, {.exit_code = run.exit_code});
  if (format == "summary") return RenderGateMarkdown(reports, run.gate);
  if (format == "json" || format == "jsonl") return RenderJson(reports, options, format == "jsonl");
  if (format == "markdown") {
    return RenderEach(
        reports, [](const GroundingReport& report) { return RenderGroundingMarkdown(report); });
  }
  if (format == "html") {
    if (reports.size() != 1) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("an HTML page holds one report, and there are {}: use --format "
                                "jsonl, or ground one record at a time",
                                reports.size()));
    }
    return RenderGroundingHtml(reports.front());
  }
  return RenderEach(reports, [&terminal](const GroundingReport& report) {
    return RenderGroundingText(report, terminal);
  });
}

}  // namespace

Status CheckOutputs(const OutputOptions& options) {
  std::set<std::string> also;
  if (!options.reformulated.empty()) also.insert(options.reformulated);
  return CheckOutputFiles(options.files, FormatOfFile,
                          ".html, .json, .jsonl, .md, .txt, .junit.xml, .sarif or summary.md",
                          also);
}

void AddViewSettings(Settings& settings, OutputOptions& options) {
  settings
      .Add("--offset-unit", options.offset_unit, "Unit of JSON offsets: codepoint, utf8, utf16")
      ->check(CLI::IsMember({"codepoint", "utf8", "utf16"}))
      ->type_name("UNIT");
  settings.AddFlag("--only-problems", options.only_problems,
                   "In the terminal, show only claims that are not supported");
  settings.AddFlag("--all-evidence", options.all_evidence,
                   "In the terminal, show every evidence sentence in full");
}

std::vector<std::string> OutputFormats() {
  return {"terminal", "json", "jsonl", "markdown", "html", "junit", "sarif", "summary"};
}

Status WriteReports(const RunResult& run, const OutputOptions& options, const Console& console,
                    bool quiet) {
  const std::vector<GroundingReport>& reports = run.reports;
  TerminalOptions terminal = ToTerminalOptions(console);
  terminal.only_problems = options.only_problems;
  terminal.all_evidence = options.all_evidence;
  if (!quiet && (!reports.empty() || IsForCi(options.format))) {
    GLOSS_ASSIGN_OR_RETURN(const std::string text, Render(run, options.format, options, terminal));
    GLOSS_RETURN_IF_ERROR(WriteStdout(text));
  }
  terminal.color = false;
  terminal.unicode = true;
  terminal.width = 100;
  for (const std::string& file : options.files) {
    const std::string format = *FormatOfFile(file);
    if (reports.empty() && !IsForCi(format)) continue;
    GLOSS_ASSIGN_OR_RETURN(const std::string text, Render(run, format, options, terminal));
    GLOSS_RETURN_IF_ERROR(WriteFileAtomically(file, text));
  }
  if (!options.reformulated.empty() && !reports.empty()) {
    if (reports.size() != 1) {
      return {StatusCode::kInvalidArgument,
              fmt::format("--reformulated-output: one text, and there are {} reports: use --format "
                          "jsonl, which holds each text",
                          reports.size())};
    }
    const auto& reformulation = reports.front().reformulation;
    if (reformulation) {
      GLOSS_RETURN_IF_ERROR(WriteFileAtomically(options.reformulated, reformulation->text));
    }
  }
  return Status::Ok();
}

}  // namespace gloss::cli
