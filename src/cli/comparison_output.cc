#include "cli/comparison_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "report/display_text.h"

namespace gloss::cli {
namespace {

using nlohmann::ordered_json;

/// True when every report has an id of its own.
bool HasIds(const std::vector<GroundingReport>& reports) {
  std::set<std::string> ids;
  return std::all_of(reports.begin(), reports.end(), [&ids](const GroundingReport& report) {
    return !report.id.empty() && ids.insert(report.id).second;
  });
}

std::string NameOfRecord(const GroundingReport& report, size_t place) {
  return report.id.empty() ? fmt::format("#{}", place + 1) : report.id;
}

std::string_view NameOf(const std::optional<Verdict>& verdict) {
  return verdict ? VerdictName(*verdict) : "none";
}

/// Text lines about one record.
class TextWriter {
 public:
  explicit TextWriter(bool unicode) : unicode_(unicode), arrow_(unicode ? "→" : "->") {}

  std::string Take() && { return std::move(out_); }

  void Line(const std::string& text) { out_ += text + "\n"; }

  std::string Safe(std::string_view text) const { return SafeText(text, unicode_); }

  void Differences(const ReportComparison& comparison) {
    for (const ReportDifference& difference : comparison.differences) {
      Line(fmt::format("  {} {}: {} {} {}", DifferenceKindName(difference.kind),
                       Safe(difference.what), OrNone(difference.baseline), arrow_,
                       OrNone(difference.current)));
    }
  }

  void Record(const RecordComparison& record) {
    const ReportComparison& comparison = record.comparison;
    if (!record.record.empty()) Line("record " + Safe(record.record));
    Differences(comparison);
    for (const auto& [verdict, counts] : comparison.verdicts) {
      if (counts.first == counts.second) continue;
      Line(fmt::format("  {}: {} {} {} claims", VerdictName(verdict), counts.first, arrow_,
                       counts.second));
    }
    for (const MetricChange& metric : comparison.metrics) {
      if (metric.baseline == metric.current) continue;
      const auto delta = metric.Delta();
      Line(fmt::format("  {}: {} {} {}{}", metric.name, Figure(metric.baseline), arrow_,
                       Figure(metric.current), delta ? fmt::format(" ({:+.4f})", *delta) : ""));
    }
    for (const ClaimChange& change : comparison.changes) Claim(change);
    Line(fmt::format("  {} claim{} unchanged", comparison.unchanged_claims,
                     comparison.unchanged_claims == 1 ? "" : "s"));
  }

 private:
  static std::string Figure(const std::optional<double>& value) {
    return value ? fmt::format("{:.4f}", *value) : "none";
  }

  std::string OrNone(const std::string& text) const { return text.empty() ? "none" : Safe(text); }

  void Claim(const ClaimChange& change) {
    const std::string verdicts =
        change.verdict_changed()
            ? fmt::format("{} {} {}", NameOf(change.baseline), arrow_, NameOf(change.current))
            : fmt::format("{}, other evidence", NameOf(change.current));
    Line(fmt::format("  {}: {}", verdicts, Safe(change.claim)));
    for (const ComparedEvidence& evidence : change.evidence_gone) Evidence('-', evidence);
    for (const ComparedEvidence& evidence : change.evidence_new) Evidence('+', evidence);
  }

  void Evidence(char sign, const ComparedEvidence& evidence) {
    for (const std::string& sentence : evidence.sentences) {
      Line(fmt::format("    {} {} ({}): {}", sign, PolarityName(evidence.polarity),
                       Safe(evidence.source), Safe(sentence)));
    }
  }

  const bool unicode_;
  const std::string_view arrow_;
  std::string out_;
};

/// Text that may hold anything, as JSON takes it.
std::string JsonText(const std::string& text) {
  return ordered_json(text).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json Text(const std::string& text) { return ordered_json::parse(JsonText(text)); }

template <typename T>
ordered_json OrNull(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json VerdictJson(const std::optional<Verdict>& verdict) {
  return verdict ? ordered_json(VerdictName(*verdict)) : ordered_json(nullptr);
}

ordered_json EvidenceJson(const std::vector<ComparedEvidence>& all) {
  ordered_json list = ordered_json::array();
  for (const ComparedEvidence& evidence : all) {
    ordered_json sentences = ordered_json::array();
    for (const std::string& sentence : evidence.sentences) sentences.push_back(Text(sentence));
    list.push_back({{"polarity", PolarityName(evidence.polarity)},
                    {"source", Text(evidence.source)},
                    {"sentences", sentences}});
  }
  return list;
}

ordered_json RecordJson(const RecordComparison& record) {
  const ReportComparison& comparison = record.comparison;
  ordered_json differences = ordered_json::array();
  for (const ReportDifference& difference : comparison.differences) {
    differences.push_back({{"kind", DifferenceKindName(difference.kind)},
                           {"what", Text(difference.what)},
                           {"baseline", Text(difference.baseline)},
                           {"current", Text(difference.current)}});
  }
  ordered_json verdicts = ordered_json::object();
  for (const auto& [verdict, counts] : comparison.verdicts) {
    verdicts[std::string(VerdictName(verdict))] = {{"baseline", counts.first},
                                                   {"current", counts.second}};
  }
  ordered_json metrics = ordered_json::object();
  for (const MetricChange& metric : comparison.metrics) {
    metrics[metric.name] = {{"baseline", OrNull(metric.baseline)},
                            {"current", OrNull(metric.current)}};
  }
  ordered_json changes = ordered_json::array();
  for (const ClaimChange& change : comparison.changes) {
    changes.push_back({{"sentence", Text(change.sentence)},
                       {"claim", Text(change.claim)},
                       {"baseline", VerdictJson(change.baseline)},
                       {"current", VerdictJson(change.current)},
                       {"evidence_gone", EvidenceJson(change.evidence_gone)},
                       {"evidence_new", EvidenceJson(change.evidence_new)}});
  }
  return {{"record", Text(record.record)},
          {"comparable", comparison.comparable()},
          {"differences", differences},
          {"verdicts", verdicts},
          {"metrics", metrics},
          {"changes", changes},
          {"unchanged_claims", comparison.unchanged_claims}};
}

}  // namespace

bool RunComparison::comparable() const {
  return only_in_baseline.empty() && only_in_current.empty() &&
         std::all_of(records.begin(), records.end(),
                     [](const RecordComparison& record) { return record.comparison.comparable(); });
}

RunComparison CompareRuns(const std::vector<GroundingReport>& baseline,
                          const std::vector<GroundingReport>& current) {
  RunComparison runs;
  const bool by_id = HasIds(baseline) && HasIds(current);
  std::vector<bool> matched(baseline.size(), false);
  for (size_t i = 0; i < current.size(); ++i) {
    size_t partner = i;
    if (by_id) {
      const auto found = std::find_if(baseline.begin(), baseline.end(), [&](const auto& report) {
        return report.id == current[i].id;
      });
      partner = static_cast<size_t>(found - baseline.begin());
    }
    if (partner >= baseline.size()) {
      runs.only_in_current.push_back(NameOfRecord(current[i], i));
      continue;
    }
    matched[partner] = true;
    runs.records.push_back({current[i].id, CompareReports(baseline[partner], current[i])});
  }
  for (size_t i = 0; i < baseline.size(); ++i) {
    if (!matched[i]) runs.only_in_baseline.push_back(NameOfRecord(baseline[i], i));
  }
  return runs;
}

std::string RenderComparisonText(const RunComparison& runs, bool unicode) {
  TextWriter writer(unicode);
  writer.Line(fmt::format("run {} {} run {}: {}", runs.baseline, unicode ? "→" : "->", runs.current,
                          runs.comparable()
                              ? "comparable"
                              : "NOT comparable: what changed may come from these differences"));
  for (const std::string& record : runs.only_in_baseline) {
    writer.Line(fmt::format("  record {}: only in run {}", writer.Safe(record), runs.baseline));
  }
  for (const std::string& record : runs.only_in_current) {
    writer.Line(fmt::format("  record {}: only in run {}", writer.Safe(record), runs.current));
  }
  for (const RecordComparison& record : runs.records) writer.Record(record);
  return std::move(writer).Take();
}

std::string RenderComparisonJson(const RunComparison& runs) {
  ordered_json records = ordered_json::array();
  for (const RecordComparison& record : runs.records) records.push_back(RecordJson(record));
  const ordered_json document = {{"schema", "glossator/comparison/1"},
                                 {"baseline_run", runs.baseline},
                                 {"current_run", runs.current},
                                 {"comparable", runs.comparable()},
                                 {"only_in_baseline", runs.only_in_baseline},
                                 {"only_in_current", runs.only_in_current},
                                 {"records", records}};
  return document.dump(2) + "\n";
}

}  // namespace gloss::cli
