#pragma once

#include <string>
#include <string_view>

#include "types/span.h"

namespace gloss {

/// Where a claim's words come from.
enum class ClaimOrigin {
  kModel,     ///< The decomposition model wrote it and it passed the entailment check.
  kSentence,  ///< The response sentence itself, since its content was not covered by claims.
};

std::string_view ClaimOriginName(ClaimOrigin origin);

/// One atomic, self-contained statement taken from one response sentence.
struct Claim {
  std::string id;  ///< "c1", "c2" … in response order.
  std::string text;
  int sentence = 0;  ///< Index into the response's sentences.
  Span span;         ///< In the response's text: the stretch it came from, at most its sentence.
  ClaimOrigin origin = ClaimOrigin::kModel;
  int attempts = 1;  ///< Decompositions of its sentence until it appeared; 1 to max_attempts.
  float entailment_by_sentence = 0;  ///< Calibrated probability that its sentence entails it.
  bool entailed_by_sentence = true;  ///< The check's decision (feeds CER).
};

/// A claim that the decomposition model wrote and the entailment check refused.
struct DroppedClaim {
  std::string text;
  int sentence = 0;
  int attempt = 1;
  std::string reason;  ///< "not_entailed", "duplicate", "malformed", "over_limit", or a rule's name
                       ///< (grounding/claim_guard.h): "number_added", "negation_lost" …
};

}  // namespace gloss
