#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

/// Where a claim's words come from.
enum class ClaimOrigin {
  kModel,     ///< The decomposition model wrote it and it passed the entailment check.
  kRule,      ///< The clause rules split it off (grounding/clause_splitter.h); checked alike.
  kSentence,  ///< The response sentence itself, since its content was not covered by claims.
};

std::string_view ClaimOriginName(ClaimOrigin origin);

/// A word that refers back, and what was put in for it from the text before.
struct Substitution {
  Span span;         ///< In the response's text: "It"; empty where a subject was left out.
  std::string text;  ///< "The bridge".
};

/// A word that refers back and could not be resolved.
struct OpenReference {
  Span span;                            ///< In the response's text: "they".
  std::vector<std::string> candidates;  ///< "the trials", "the patients"; empty: none was found.
};

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
  std::vector<Substitution> substitutions;     ///< What `text` has from the sentences before.
  std::vector<OpenReference> open_references;  ///< What it still refers to, unresolved.
  std::string context;  ///< The text before, read together with `text` when a reference is open.
};

/// One line for people: `ambiguous reference: "they" (the trials / the patients)`, `unresolved
/// reference: "this"`. `text` is the response's text.
std::string DescribeOpenReference(const OpenReference& reference, std::string_view text);

/// What is compared with the sources: the claim, after its context where it has one.
std::string TextToMatch(const Claim& claim);

/// A claim that the decomposition model wrote and the entailment check refused.
struct DroppedClaim {
  std::string text;
  int sentence = 0;
  int attempt = 1;
  std::string reason;  ///< "not_entailed", "duplicate", "malformed", "over_limit", or a rule's name
                       ///< (grounding/claim_guard.h): "number_added", "negation_lost" …
};

}  // namespace gloss
