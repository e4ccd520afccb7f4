#include "cli/gate_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "base/file_system.h"
#include "cli/console.h"
#include "report/display_text.h"
#include "report/gate_markdown.h"
#include "report/gate_text.h"
#include "report/grounding_json.h"

namespace gloss::cli {

void AddGateSettings(Settings& settings, GateSettings& gate) {
  settings
      .Add("--fail-on", gate.fail_on,
           "Verdicts that give exit code 1, or \"none\": contradicted, conflicting, "
           "not_enough_info, supported, not_checkable. Unchecked work always fails")
      ->delimiter(',')
      ->type_name("VERDICT,…");
  settings
      .Add("--fail-under", gate.fail_under,
           "Least share of checkable claims that are supported (0.9, 90%), or least value of "
           "fcr, cer, ecss or pfcr (fcr=0.9). Alone it replaces --fail-on (repeatable)")
      ->delimiter(',')
      ->type_name("SHARE");
  settings.Add("--max-unchecked", gate.max_unchecked, "Unchecked claims that are let pass")
      ->type_name("N");
  settings
      .Add("--gate-scope", gate.scope,
           "What --fail-under and --max-unchecked hold for: record (each) or batch (all together)")
      ->check(CLI::IsMember({"record", "batch"}))
      ->type_name("SCOPE");
  settings
      .Add("--baseline", gate.baseline,
           "Reports of an earlier run: a claim that was supported there and is not now fails; "
           "exit code 6 when the two cannot be compared")
      ->type_name("FILE");
  settings.AddFlag("--github-summary", gate.github_summary,
                   "Append a summary to the job page of GitHub Actions ($GITHUB_STEP_SUMMARY)");
}

Result<GatePolicy> ToGatePolicy(const Settings& settings, const GateSettings& gate) {
  GatePolicy policy;
  policy.max_unchecked = gate.max_unchecked;
  policy.each_record = gate.scope == "record";
  for (const std::string& word : gate.fail_under) {
    auto floor = ParseMetricFloor(word);
    if (!floor.ok()) return floor.status().WithContext("--fail-under");
    policy.fail_under.push_back(*std::move(floor));
  }
  policy.fail_on.clear();
  const bool by_share = !policy.fail_under.empty() && settings.origins().at("fail-on") == "default";
  if (by_share || gate.fail_on == std::vector<std::string>{"none"}) return policy;
  for (const std::string& name : gate.fail_on) {
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

Result<std::vector<GroundingReport>> ReadReportFiles(std::span<const std::string> files) {
  std::vector<GroundingReport> all;
  for (const std::string& file : files) {
    GLOSS_ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
    auto reports = ReadGroundingReports(text);
    if (!reports.ok()) return reports.status().WithContext(file);
    std::move(reports->begin(), reports->end(), std::back_inserter(all));
  }
  return all;
}

void ExplainGate(std::span<const GroundingReport> reports, const GateResult& gate) {
  for (const std::string& reason : gate.incomparable) {
    WriteStderr(SafeText("glossator: not comparable with the baseline: " + reason) + "\n");
  }
  for (size_t i = 0; i < reports.size(); ++i) {
    if (gate.records[i].passed) continue;
    const std::string prefix = reports[i].id.empty() ? "" : "record " + reports[i].id + ": ";
    WriteStderr(SafeText(fmt::format("glossator: {}gate failed: {}", prefix,
                                     fmt::join(gate.records[i].reasons, "; "))) +
                "\n");
  }
  if (!gate.reasons.empty()) {
    WriteStderr(SafeText(fmt::format("glossator: gate failed: {}", fmt::join(gate.reasons, "; "))) +
                "\n");
  }
}

ExitCode ExitCodeOf(std::span<const GroundingReport> reports, const GateResult& gate) {
  if (gate.passed) return kExitOk;
  ExitCode code = kExitGateFailed;
  for (size_t i = 0; i < reports.size(); ++i) {
    if (gate.records[i].passed) continue;
    if (reports[i].coverage.model_failed) return kExitUnavailable;
    if (!reports[i].unread_sources.empty()) code = kExitInput;
  }
  return code == kExitGateFailed && !gate.comparable() ? kExitNotComparable : code;
}

Status AppendGithubSummary(std::span<const GroundingReport> reports, const GateResult& gate) {
  const auto path = ProcessEnvironment("GITHUB_STEP_SUMMARY");
  if (!path || path->empty()) {
    return {StatusCode::kInvalidArgument,
            "--github-summary: GITHUB_STEP_SUMMARY is not set: this is no job of GitHub Actions"};
  }
  std::ofstream file(*path, std::ios::app | std::ios::binary);
  file << RenderGateMarkdown(reports, gate) << "\n";
  file.flush();
  if (!file) return {StatusCode::kIoError, *path + ": the summary could not be written"};
  return Status::Ok();
}

}  // namespace gloss::cli
