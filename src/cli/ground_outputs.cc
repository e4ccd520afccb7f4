#include "cli/ground_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/file_system.h"
#include "report/grounding_json.h"
#include "report/html.h"
#include "report/markdown.h"

namespace gloss::cli {
namespace {

/// Format of an output file; nothing for an extension that names none.
std::optional<std::string> FormatOfFile(const std::string& path) {
  static const std::map<std::string, std::string> kFormats = {
      {".json", "json"}, {".jsonl", "jsonl"}, {".md", "markdown"}, {".markdown", "markdown"},
      {".html", "html"}, {".htm", "html"},    {".txt", "terminal"}};
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

Result<std::string> Render(const std::vector<GroundingReport>& reports, const std::string& format,
                           const OutputOptions& options, const TerminalOptions& terminal) {
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
  std::set<std::string> seen;
  for (const std::string& file : options.files) {
    if (!FormatOfFile(file)) {
      return {StatusCode::kInvalidArgument,
              file + ": the extension names no format: use .html, .json, .jsonl, .md or .txt"};
    }
    if (!seen.insert(file).second) {
      return {StatusCode::kInvalidArgument, file + ": named twice as output"};
    }
  }
  return Status::Ok();
}

Result<GatePolicy> ToGatePolicy(const std::vector<std::string>& fail_on) {
  GatePolicy policy;
  policy.fail_on.clear();
  for (const std::string& name : fail_on) {
    if (name == "none" && fail_on.size() == 1) return policy;
    const auto verdict = VerdictFromName(name);
    if (!verdict) {
      return Status(StatusCode::kInvalidArgument,
                    "--fail-on: unknown verdict \"" + name +
                        "\": use supported, contradicted, conflicting, not_enough_info, "
                        "not_checkable, unchecked, or none alone");
    }
    policy.fail_on.push_back(*verdict);
  }
  return policy;
}

Status WriteReports(const std::vector<GroundingReport>& reports, const OutputOptions& options,
                    const Console& console, bool quiet) {
  if (reports.empty()) return Status::Ok();
  TerminalOptions terminal = ToTerminalOptions(console);
  terminal.only_problems = options.only_problems;
  terminal.all_evidence = options.all_evidence;
  if (!quiet) {
    GLOSS_ASSIGN_OR_RETURN(const std::string text,
                           Render(reports, options.format, options, terminal));
    GLOSS_RETURN_IF_ERROR(WriteStdout(text));
  }
  terminal.color = false;
  terminal.unicode = true;
  terminal.width = 100;
  for (const std::string& file : options.files) {
    GLOSS_ASSIGN_OR_RETURN(const std::string text,
                           Render(reports, *FormatOfFile(file), options, terminal));
    GLOSS_RETURN_IF_ERROR(WriteFileAtomically(file, text));
  }
  return Status::Ok();
}

}  // namespace gloss::cli
