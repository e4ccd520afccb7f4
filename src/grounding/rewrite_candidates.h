#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/grounding_report.h"

namespace gloss {

/// What is known of a response sentence that is to be rewritten.
struct FaultySentence {
  size_t index = 0;
  std::vector<const ClaimResult*> supported;
  std::vector<const ClaimResult*> faulty;  ///< Contradicted, or without evidence.
  std::vector<SentenceRef> evidence;       ///< Of all its claims, in document order.
};

/// The claims of a sentence by what is to be done; nothing when it stays as it is.
std::optional<FaultySentence> FindFault(const GroundingReport& report, size_t sentence);

/// The sentence with each figure or name that the evidence of a faulty claim contradicts replaced
/// by the source's. Nothing when there is none, when it does not stand exactly once in the claim's
/// stretch of the sentence, or when nothing changes.
std::optional<std::string> WithSourceFigures(const GroundingReport& report,
                                             const FaultySentence& fault);

/// The supported claims, and those that the source's figures mend, as sentences in their order;
/// nothing when there is none of the second kind.
std::optional<std::string> CorrectedClaims(const GroundingReport& report,
                                           const FaultySentence& fault);

/// The supported claims, as sentences; nothing when there is none.
std::optional<std::string> SupportedClaims(const FaultySentence& fault);

/// The source sentence that contradicts the sentence best, if it can stand alone and is about as
/// long; nothing when a claim of the sentence is supported.
std::optional<std::string> ContradictingSource(const GroundingReport& report,
                                               const FaultySentence& fault);

/// Why a text must not stand for the sentence, found without a model: "empty", "too long",
/// "markup", "same text", "adds the number 12", "adds the name Oslo"; nothing when no rule objects.
std::optional<std::string> ObjectionToRewrite(std::string_view text, const GroundingReport& report,
                                              const FaultySentence& fault);

/// Why a sentence is marked.
enum class MarkKind { kUnsupported, kContradicted, kConflicting };

/// The mark behind a sentence, in the response's language (English for others).
std::string_view MarkText(std::string_view language, MarkKind kind);

}  // namespace gloss
