#include "types/grounding_report.h"

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
