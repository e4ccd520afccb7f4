#include "engine/run_record.h"

#include "engine/compare.h"
#include "report/grounding_json.h"
#include "store/sqlite/sqlite_run_history.h"

namespace gloss {
namespace {

RunInput InputOf(const std::string& role, const Document& document) {
  return {.role = role, .name = document.uri, .sha256 = document.sha256};
}

RunReport ReportOf(const GroundingReport& report) {
  RunReport kept;
  kept.record = report.id;
  kept.inputs.push_back(InputOf("response", report.response));
  for (const Document& document : report.documents) {
    kept.inputs.push_back(InputOf("source", document));
  }
  for (const UnreadSource& source : report.unread_sources) {
    kept.inputs.push_back({.role = "source", .name = source.uri, .sha256 = ""});
  }
  for (const auto& [name, value] : MetricsByName(report.metrics)) {
    if (value) kept.metrics[name] = *value;
  }
  for (const ClaimResult& claim : report.claims) {
    ++kept.verdicts[std::string(VerdictName(claim.verdict))];
  }
  kept.json = RenderGroundingJson(report, {.compact = true});
  return kept;
}

}  // namespace

RunRecord MakeRunRecord(std::span<const GroundingReport> reports, const std::string& command,
                        const RunTimes& times) {
  RunRecord run;
  run.started_ms = times.started_ms;
  run.duration_ms = times.duration_ms;
  run.command = command;
  if (!reports.empty()) {
    const Provenance& provenance = reports.front().provenance;
    run.version = provenance.product_version;
    run.method = provenance.method;
    run.models = provenance.models;
    run.prompts = provenance.prompts;
    run.settings = provenance.settings;
  }
  for (const GroundingReport& report : reports) run.reports.push_back(ReportOf(report));
  return run;
}

Result<std::unique_ptr<RunHistory>> OpenRunHistory(const std::string& folder) {
  SqliteRunHistoryOptions options;
  options.folder = folder;
  GLOSS_ASSIGN_OR_RETURN(auto history, SqliteRunHistory::Open(options));
  return std::unique_ptr<RunHistory>(std::move(history));
}

}  // namespace gloss
