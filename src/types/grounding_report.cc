#include "types/grounding_report.h"

#include <algorithm>

namespace gloss {

std::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSupported:
      return "supported";
    case Verdict::kContradicted:
      return "contradicted";
    case Verdict::kConflicting:
      return "conflicting";
    case Verdict::kNotEnoughInfo:
      return "not_enough_info";
    case Verdict::kNotCheckable:
      return "not_checkable";
    case Verdict::kUnchecked:
      return "unchecked";
  }
  return "unchecked";
}

std::optional<Verdict> VerdictFromName(std::string_view name) {
  for (Verdict verdict : {Verdict::kSupported, Verdict::kContradicted, Verdict::kConflicting,
                          Verdict::kNotEnoughInfo, Verdict::kNotCheckable, Verdict::kUnchecked}) {
    if (VerdictName(verdict) == name) return verdict;
  }
  return std::nullopt;
}

std::string_view PolarityName(Polarity polarity) {
  return polarity == Polarity::kSupports ? "supports" : "contradicts";
}

bool HasEvidence(std::span<const EvidenceSet> evidence, Polarity polarity) {
  return std::any_of(evidence.begin(), evidence.end(),
                     [polarity](const EvidenceSet& set) { return set.polarity == polarity; });
}

std::string JoinedText(std::span<const Document> documents, const EvidenceSet& set) {
  std::string text;
  for (const SentenceRef& reference : set.sentences) {
    const Document& document = documents[static_cast<size_t>(reference.document)];
    if (!text.empty()) text += ' ';
    text += document.SentenceText(static_cast<size_t>(reference.sentence));
  }
  return text;
}

std::string_view SentenceActionName(SentenceAction action) {
  switch (action) {
    case SentenceAction::kKept:
      return "kept";
    case SentenceAction::kRewritten:
      return "rewritten";
    case SentenceAction::kDropped:
      return "dropped";
    case SentenceAction::kMarked:
      return "marked";
  }
  return "kept";
}

}  // namespace gloss
