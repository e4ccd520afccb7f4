#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "grounding/grounding_options.h"
#include "models/entailment_classifier.h"
#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// FCR, ACR, HCR, UCR and unchecked over all checkable claims, CER, ECSS; pfcr stays empty. Figures
/// without anything to divide by stay empty.
///
/// CER: entailed claims over all claims that the chosen decomposition of each sentence gave, those
/// that were dropped as not said by their sentence included (otherwise dropping would make it 1).
/// The chosen decomposition is the one its claims come from, or the last when none survived. ECSS:
/// mean importance of all (claim, evidence set) pairs of checked claims.
GroundingMetrics ComputeMetrics(std::span<const ClaimResult> claims,
                                std::span<const DroppedClaim> dropped);

/// Polarity-Flip Consistency Rate.
struct FlipConsistency {
  std::optional<double> rate;  ///< Empty when no pair could be asked, or the model failed.
  int pairs = 0;               ///< (claim, evidence) pairs that were asked.
  int left_out = 0;            ///< Pairs whose claim could not be flipped by rule.
  Status status;               ///< The model's failure, if any.
};

/// Share of (claim, evidence) pairs whose label turns to the opposite polarity when the claim's
/// polarity is flipped (polarity_flip.h). Pairs of checked claims only.
FlipConsistency ComputePfcr(const GroundingReport& report, EntailmentClassifier& classifier,
                            const GroundingProgress& progress, const std::stop_token& stop);

}  // namespace gloss
