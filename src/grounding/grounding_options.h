#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

/// The paper's τ.
constexpr float kPaperTau = 0.5F;

/// Settings of one grounding run. The defaults are the paper's where it names one.
struct GroundingOptions {
  /// "cascade" (cascade_matcher.h) or "etracer" (evidence_matcher.h: the paper and nothing else).
  std::string method = "cascade";
  /// Least importance (cosine) of a candidate, 0 to 1. Not set: 0.5 for etracer, the entailment
  /// model's calibration for cascade.
  std::optional<float> tau;
  bool evidence_sets = true;       ///< cascade: groups of sentences where no single one decides.
  bool check_figures = true;       ///< cascade: figures and names must agree (figures_check.h).
  bool exhaustive = false;         ///< cascade: every pair is labelled; slow, for comparison.
  int max_attempts = 3;            ///< Decompositions of one sentence, 1 to 10.
  uint64_t seed = 42;              ///< Of the second and later decompositions; the first is greedy.
  float retry_temperature = 0.7F;  ///< Of the second and later decompositions, above 0 to 2.
  /// Who splits sentences into claims: "model" (rules where it covers a sentence badly), "rules"
  /// alone (no model call), or "none" (each sentence is one claim).
  std::string decomposition = "model";
  bool rule_fallback = true;       ///< Rules where the model's claims do not cover a sentence.
  bool resolve_references = true;  ///< "It" is replaced by what it stands for (references.h).
  /// Id of the prompt (prompts/); empty: that of the model's spec, else "decompose_v1".
  std::string decompose_prompt = {};
  int context_sentences = 3;         ///< Response sentences before a sentence that give it context.
  size_t max_context_bytes = 800;    ///< Of that context; the nearest sentences are kept.
  size_t max_sentence_bytes = 1500;  ///< A longer sentence is not decomposed: it is its own claim.
  int max_claims_per_sentence = 12;  ///< Further claims of one sentence are dropped.
  size_t max_claim_bytes = 600;      ///< Longer claims are dropped.
  double coverage_threshold = 0.8;   ///< Share of a sentence's content words that its claims must
                                     ///< hold; below it the sentence becomes a claim too.
  bool compute_pfcr = true;  ///< PFCR asks the entailment model once more for each evidence.
};

/// Errors: kInvalidArgument "tau: …, must be …".
Status ValidateOptions(const GroundingOptions& options);

/// The options as the method takes them: etracer is the paper and nothing else, so its claims come
/// from the decomposition model alone, without rules and without rules for references.
GroundingOptions EffectiveOptions(GroundingOptions options);

/// All settings that change results, as text, for the report's provenance.
std::map<std::string, std::string> SettingsOf(const GroundingOptions& options);

/// Parts of the work, in order.
enum class GroundingStage { kDecompose, kCheckClaims, kEmbed, kMatch, kMetrics };

/// "decompose", "check_claims", "embed", "match", "metrics".
std::string_view GroundingStageName(GroundingStage stage);

/// Told now and then how far a stage is: items done and in all. Called from the thread that
/// grounds; must not throw. `total` can grow while a stage runs (sentences that are decomposed
/// again).
using GroundingProgress = std::function<void(GroundingStage stage, size_t done, size_t total)>;

}  // namespace gloss
