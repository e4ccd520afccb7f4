#include "cli/comparison_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "report/display_text.h"
#include "report/json_writer.h"

namespace gloss::cli {
namespace {

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

void WriteVerdict(std::string_view key, const std::optional<Verdict>& verdict, JsonWriter* json) {
  json->Key(key);
  verdict ? json->String(VerdictName(*verdict)) : json->Null();
}

void WriteEvidence(std::string_view key, const std::vector<ComparedEvidence>& all,
                   JsonWriter* json) {
  json->Key(key);
  json->BeginArray();
  for (const ComparedEvidence& evidence : all) {
    json->BeginObject();
    json->Field("polarity", PolarityName(evidence.polarity));
    json->Field("source", evidence.source);
    json->Field("sentences", evidence.sentences);
    json->EndObject();
  }
  json->EndArray();
}

void WriteRecord(const RecordComparison& record, JsonWriter* json) {
  const ReportComparison& comparison = record.comparison;
  json->BeginObject();
  json->Field("record", record.record);
  json->Field("comparable", comparison.comparable());
  json->Key("differences");
  json->BeginArray();
  for (const ReportDifference& difference : comparison.differences) {
    json->BeginObject();
    json->Field("kind", DifferenceKindName(difference.kind));
    json->Field("what", difference.what);
    json->Field("baseline", difference.baseline);
    json->Field("current", difference.current);
    json->EndObject();
  }
  json->EndArray();
  json->Key("verdicts");
  json->BeginObject();
  for (const auto& [verdict, counts] : comparison.verdicts) {
    json->Key(VerdictName(verdict));
    json->BeginObject(JsonWriter::Layout::kLine);
    json->Field("baseline", counts.first);
    json->Field("current", counts.second);
    json->EndObject();
  }
  json->EndObject();
  json->Key("metrics");
  json->BeginObject();
  for (const MetricChange& metric : comparison.metrics) {
    json->Key(metric.name);
    json->BeginObject(JsonWriter::Layout::kLine);
    json->Field("baseline", metric.baseline);
    json->Field("current", metric.current);
    json->EndObject();
  }
  json->EndObject();
  json->Key("changes");
  json->BeginArray();
  for (const ClaimChange& change : comparison.changes) {
    json->BeginObject();
    json->Field("sentence", change.sentence);
    json->Field("claim", change.claim);
    WriteVerdict("baseline", change.baseline, json);
    WriteVerdict("current", change.current, json);
    WriteEvidence("evidence_gone", change.evidence_gone, json);
    WriteEvidence("evidence_new", change.evidence_new, json);
    json->EndObject();
  }
  json->EndArray();
  json->Field("unchanged_claims", comparison.unchanged_claims);
  json->EndObject();
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
  JsonWriter json({});
  json.BeginObject();
  json.Field("schema", "glossator/comparison/1");
  json.Key("baseline_run");
  json.Int(runs.baseline);
  json.Key("current_run");
  json.Int(runs.current);
  json.Field("comparable", runs.comparable());
  json.Field("only_in_baseline", runs.only_in_baseline);
  json.Field("only_in_current", runs.only_in_current);
  json.Key("records");
  json.BeginArray();
  for (const RecordComparison& record : runs.records) WriteRecord(record, &json);
  json.EndArray();
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace gloss::cli
