#include "report/gate_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/summary.h"
#include "report/text_position.h"

namespace gloss {

std::string RecordName(const GroundingReport& report, size_t index) {
  if (!report.id.empty()) return "record " + report.id;
  const std::string name = DocumentName(report.response);
  if (!name.empty() && name != "response") return name;
  return fmt::format("record {}", index + 1);
}

std::string QuotedSource(const GroundingReport& report, const SentenceRef& reference, size_t most) {
  const Document& document = report.documents[static_cast<size_t>(reference.document)];
  const auto index = static_cast<size_t>(reference.sentence);
  std::string place = DocumentName(document);
  for (const std::string& part : {PageLabel(document, document.sentences[index]),
                                  CellLabel(document, document.sentences[index])}) {
    if (!part.empty()) place += (place.empty() ? "" : ", ") + part;
  }
  return fmt::format("“{}” ({})", Clip(document.SentenceText(index), most), place);
}

std::vector<SentenceRef> EvidenceFor(const ClaimResult& claim, size_t most) {
  const bool contradicted =
      claim.verdict == Verdict::kContradicted || claim.verdict == Verdict::kConflicting;
  std::vector<SentenceRef> references;
  for (const bool first : {true, false}) {
    for (const EvidenceSet& set : claim.evidence) {
      const bool contradicts = set.polarity == Polarity::kContradicts;
      if ((contradicts == contradicted) != first) continue;
      for (const SentenceRef& reference : set.sentences) {
        const bool known =
            std::find(references.begin(), references.end(), reference) != references.end();
        if (!known && references.size() < most) references.push_back(reference);
      }
    }
  }
  return references;
}

std::string ProblemLine(const GroundingReport& report, const ClaimResult& claim, size_t most) {
  const auto quoted = [&](Polarity polarity) -> std::string {
    const EvidenceSet* set = BestEvidence(claim, polarity);
    if (set == nullptr || set->sentences.empty()) return "";
    std::string text;
    for (const SentenceRef& reference : set->sentences) {
      text += (text.empty() ? "" : " and ") + QuotedSource(report, reference, most);
    }
    return text;
  };
  const std::string reason =
      claim.reason.empty() ? std::string() : fmt::format(": {}", Clip(claim.reason, most));
  switch (claim.verdict) {
    case Verdict::kContradicted:
      return "contradicted by " + quoted(Polarity::kContradicts) + reason;
    case Verdict::kConflicting:
      return fmt::format("contradicted by {} and supported by {}{}", quoted(Polarity::kContradicts),
                         quoted(Polarity::kSupports), reason);
    case Verdict::kNotEnoughInfo:
      return "nothing in the sources supports or contradicts it" + reason;
    case Verdict::kUnchecked:
      return "not checked" + reason;
    case Verdict::kNotCheckable:
      return "not checkable" + reason;
    case Verdict::kSupported:
      return "supported by " + quoted(Polarity::kSupports) + reason;
  }
  return "not checked";
}

bool FailsGate(const ClaimResult& claim, ClaimChangeKind change, const GateResult& gate) {
  return change == ClaimChangeKind::kRegression ||
         std::find(gate.failing.begin(), gate.failing.end(), claim.verdict) != gate.failing.end();
}

std::string_view ClaimChangeLabel(ClaimChangeKind kind) {
  switch (kind) {
    case ClaimChangeKind::kNone:
      return "";
    case ClaimChangeKind::kRegression:
      return "regression";
    case ClaimChangeKind::kNewProblem:
      return "new";
    case ClaimChangeKind::kKnownProblem:
      return "known";
  }
  return "";
}

std::string_view GateState(const GateResult& gate) {
  if (gate.passed) return "passed";
  return gate.comparable() ? "failed" : "not comparable";
}

std::vector<std::string> GateReasons(std::span<const GroundingReport> reports,
                                     const GateResult& gate) {
  std::vector<std::string> lines;
  for (const std::string& reason : gate.incomparable) {
    lines.push_back("not comparable with the baseline: " + reason);
  }
  lines.insert(lines.end(), gate.reasons.begin(), gate.reasons.end());
  for (size_t i = 0; i < reports.size() && i < gate.records.size(); ++i) {
    for (const std::string& reason : gate.records[i].reasons) {
      lines.push_back(reports.size() == 1 ? reason : RecordName(reports[i], i) + ": " + reason);
    }
  }
  return lines;
}

}  // namespace gloss
