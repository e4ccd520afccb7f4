#include "engine/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <set>

#include "base/hash.h"

namespace gloss {
namespace {

using Values = std::map<std::string, std::string>;

/// The name a reader knows a document by.
std::string NameOf(const Document& document) {
  if (!document.title.empty()) return document.title;
  return document.uri.empty() ? document.id : document.uri;
}

/// Identity of what a document says: its text and how that is cut into sentences.
std::string Fingerprint(const Document& document) {
  return Sha256Hex(document.language + '\n' + document.text).substr(0, 16);
}

/// Adds each entry that is not the same in both.
void AddDifferences(DifferenceKind kind, const Values& baseline, const Values& current,
                    std::vector<ReportDifference>& differences) {
  std::set<std::string> names;
  for (const auto& [name, value] : baseline) names.insert(name);
  for (const auto& [name, value] : current) names.insert(name);
  for (const std::string& name : names) {
    const auto before = baseline.find(name);
    const auto after = current.find(name);
    const bool in_both = before != baseline.end() && after != current.end();
    if (in_both && before->second == after->second) continue;
    differences.push_back({kind, name, before == baseline.end() ? "" : before->second,
                           after == current.end() ? "" : after->second});
  }
}

Values VersionsOf(const Provenance& provenance) {
  return {{"glossator", provenance.product_version}, {"splitter", provenance.splitter_version}};
}

Values ModelsOf(const Provenance& provenance) {
  Values models;
  for (const ModelUse& model : provenance.models) {
    models[model.role] =
        fmt::format("{} ({:.12})", model.name, model.sha256.empty() ? "no hash" : model.sha256);
  }
  return models;
}

Values PromptsOf(const Provenance& provenance) {
  Values prompts;
  for (const PromptUse& prompt : provenance.prompts) prompts[prompt.id] = prompt.sha256;
  return prompts;
}

/// Sources by content: the same text in another place or under another name is the same source.
void AddSourceDifferences(const GroundingReport& baseline, const GroundingReport& current,
                          std::vector<ReportDifference>& differences) {
  // Name and fingerprint of each source of one report that the other does not have as often.
  using Sources = std::vector<std::pair<std::string, std::string>>;
  const auto sources_of = [](const GroundingReport& report) {
    Sources sources;
    for (const Document& document : report.documents) {
      sources.emplace_back(NameOf(document), Fingerprint(document));
    }
    for (const UnreadSource& source : report.unread_sources) {
      sources.emplace_back(source.uri, "not read");
    }
    return sources;
  };
  Sources before = sources_of(baseline);
  Sources after = sources_of(current);
  for (auto it = before.begin(); it != before.end();) {
    const auto same = std::find_if(after.begin(), after.end(), [&](const auto& source) {
      const bool unread = it->second == "not read";
      return source.second == it->second && (!unread || source.first == it->first);
    });
    if (same == after.end()) {
      ++it;
      continue;
    }
    after.erase(same);
    it = before.erase(it);
  }
  for (const auto& [name, fingerprint] : before) {
    const auto altered = std::find_if(after.begin(), after.end(),
                                      [&](const auto& source) { return source.first == name; });
    ReportDifference difference{DifferenceKind::kSource, name, fingerprint, ""};
    if (altered != after.end()) {
      difference.current = altered->second;
      after.erase(altered);
    }
    differences.push_back(std::move(difference));
  }
  for (const auto& [name, fingerprint] : after) {
    differences.push_back({DifferenceKind::kSource, name, "", fingerprint});
  }
}

std::vector<ReportDifference> DifferencesOf(const GroundingReport& baseline,
                                            const GroundingReport& current,
                                            const CompareOptions& options) {
  std::vector<ReportDifference> differences;
  const Provenance& before = baseline.provenance;
  const Provenance& after = current.provenance;
  AddDifferences(DifferenceKind::kVersion, VersionsOf(before), VersionsOf(after), differences);
  AddDifferences(DifferenceKind::kMethod, {{"method", before.method}}, {{"method", after.method}},
                 differences);
  AddDifferences(DifferenceKind::kModel, ModelsOf(before), ModelsOf(after), differences);
  AddDifferences(DifferenceKind::kPrompt, PromptsOf(before), PromptsOf(after), differences);
  AddDifferences(DifferenceKind::kSetting, before.settings, after.settings, differences);
  AddDifferences(DifferenceKind::kQuestion, {{"question", baseline.question}},
                 {{"question", current.question}}, differences);
  AddSourceDifferences(baseline, current, differences);
  if (!options.response_may_differ) {
    AddDifferences(DifferenceKind::kResponse, {{"response", Fingerprint(baseline.response)}},
                   {{"response", Fingerprint(current.response)}}, differences);
  }
  return differences;
}

std::string SentenceOf(const GroundingReport& report, const ClaimResult& result) {
  return std::string(report.response.SentenceText(static_cast<size_t>(result.claim.sentence)));
}

/// Sorted, without repetition: a sentence that stands twice in a source is one piece of evidence.
std::vector<ComparedEvidence> EvidenceOf(const GroundingReport& report, const ClaimResult& result) {
  std::vector<ComparedEvidence> all;
  for (const EvidenceSet& set : result.evidence) {
    ComparedEvidence evidence{set.polarity, "", {}};
    for (const SentenceRef& reference : set.sentences) {
      const Document& document = report.documents[static_cast<size_t>(reference.document)];
      if (evidence.source.empty()) evidence.source = NameOf(document);
      evidence.sentences.emplace_back(
          document.SentenceText(static_cast<size_t>(reference.sentence)));
    }
    all.push_back(std::move(evidence));
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Evidence of `one` that `other` lacks; the name of a source does not matter, since sources are
/// compared by their content.
std::vector<ComparedEvidence> Without(const std::vector<ComparedEvidence>& one,
                                      const std::vector<ComparedEvidence>& other) {
  std::vector<ComparedEvidence> rest;
  std::copy_if(
      one.begin(), one.end(), std::back_inserter(rest), [&other](const ComparedEvidence& evidence) {
        return std::none_of(other.begin(), other.end(), [&evidence](const ComparedEvidence& each) {
          return each.polarity == evidence.polarity && each.sentences == evidence.sentences;
        });
      });
  return rest;
}

std::optional<double> Written(const std::optional<double>& value) {
  if (!value) return std::nullopt;
  return std::round(*value * 1e4) / 1e4;
}

std::vector<MetricChange> MetricsOf(const GroundingMetrics& baseline,
                                    const GroundingMetrics& current) {
  const auto before = MetricsByName(baseline);
  const auto after = MetricsByName(current);
  std::vector<MetricChange> metrics;
  for (size_t i = 0; i < before.size(); ++i) {
    metrics.push_back({before[i].first, Written(before[i].second), Written(after[i].second)});
  }
  return metrics;
}

/// Claims of a report by (sentence, claim), each list in report order.
using ClaimsByText = std::map<std::pair<std::string, std::string>, std::deque<const ClaimResult*>>;

ClaimsByText ClaimsByTextOf(const GroundingReport& report) {
  ClaimsByText claims;
  for (const ClaimResult& result : report.claims) {
    claims[{SentenceOf(report, result), result.claim.text}].push_back(&result);
  }
  return claims;
}

}  // namespace

std::string_view DifferenceKindName(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kVersion:
      return "version";
    case DifferenceKind::kMethod:
      return "method";
    case DifferenceKind::kModel:
      return "model";
    case DifferenceKind::kPrompt:
      return "prompt";
    case DifferenceKind::kSetting:
      return "setting";
    case DifferenceKind::kQuestion:
      return "question";
    case DifferenceKind::kSource:
      return "source";
    case DifferenceKind::kResponse:
      return "response";
  }
  return "response";
}

std::vector<std::pair<std::string, std::optional<double>>> MetricsByName(
    const GroundingMetrics& metrics) {
  return {{"fcr", metrics.fcr},
          {"acr", metrics.acr},
          {"hcr", metrics.hcr},
          {"ucr", metrics.ucr},
          {"unchecked", metrics.unchecked},
          {"cer", metrics.cer},
          {"ecss", metrics.ecss},
          {"pfcr", metrics.pfcr}};
}

std::optional<double> MetricChange::Delta() const {
  if (!baseline || !current) return std::nullopt;
  return *current - *baseline;
}

ReportComparison CompareReports(const GroundingReport& baseline, const GroundingReport& current,
                                const CompareOptions& options) {
  ReportComparison comparison;
  comparison.differences = DifferencesOf(baseline, current, options);
  comparison.metrics = MetricsOf(baseline.metrics, current.metrics);
  for (const ClaimResult& result : baseline.claims) ++comparison.verdicts[result.verdict].first;
  for (const ClaimResult& result : current.claims) ++comparison.verdicts[result.verdict].second;

  ClaimsByText before = ClaimsByTextOf(baseline);
  for (const ClaimResult& result : current.claims) {
    ClaimChange change;
    change.sentence = SentenceOf(current, result);
    change.claim = result.claim.text;
    change.current = result.verdict;
    const std::vector<ComparedEvidence> evidence = EvidenceOf(current, result);
    std::deque<const ClaimResult*>& matches = before[{change.sentence, change.claim}];
    if (matches.empty()) {
      change.evidence_new = evidence;
    } else {
      const ClaimResult& old = *matches.front();
      matches.pop_front();
      const std::vector<ComparedEvidence> old_evidence = EvidenceOf(baseline, old);
      change.baseline = old.verdict;
      change.evidence_gone = Without(old_evidence, evidence);
      change.evidence_new = Without(evidence, old_evidence);
      if (!change.verdict_changed() && change.evidence_gone.empty() &&
          change.evidence_new.empty()) {
        ++comparison.unchanged_claims;
        continue;
      }
    }
    comparison.changes.push_back(std::move(change));
  }
  for (const ClaimResult& result : baseline.claims) {
    std::deque<const ClaimResult*>& matches =
        before[{SentenceOf(baseline, result), result.claim.text}];
    // What is left of a text are its last claims, in order.
    if (matches.empty() || matches.front() != &result) continue;
    matches.pop_front();
    ClaimChange change;
    change.sentence = SentenceOf(baseline, result);
    change.claim = result.claim.text;
    change.baseline = result.verdict;
    change.evidence_gone = EvidenceOf(baseline, result);
    comparison.changes.push_back(std::move(change));
  }
  return comparison;
}

}  // namespace gloss
