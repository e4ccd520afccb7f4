#include "grounding/grounding_options.h"

#include <fmt/format.h>

namespace gloss {
namespace {

Status Bad(std::string_view what, const std::string& given, std::string_view must) {
  return {StatusCode::kInvalidArgument, fmt::format("{}: {} given, must be {}", what, given, must)};
}

}  // namespace

Status ValidateOptions(const GroundingOptions& options) {
  if (options.method != "cascade" && options.method != "etracer") {
    return Bad("method", '"' + options.method + '"', "cascade or etracer");
  }
  // Written so that NaN fails too.
  if (options.tau && !(*options.tau >= 0 && *options.tau <= 1)) {
    return Bad("tau", fmt::format("{}", *options.tau), "0 to 1");
  }
  if (options.max_attempts < 1 || options.max_attempts > 10) {
    return Bad("max_attempts", fmt::format("{}", options.max_attempts), "1 to 10");
  }
  if (!(options.retry_temperature > 0 && options.retry_temperature <= 2)) {
    return Bad("retry_temperature", fmt::format("{}", options.retry_temperature),
               "above 0 and at most 2");
  }
  if (options.decomposition != "model" && options.decomposition != "rules" &&
      options.decomposition != "none") {
    return Bad("decomposition", '"' + options.decomposition + '"', "model, rules or none");
  }
  if (options.context_sentences < 0 || options.context_sentences > 20) {
    return Bad("context_sentences", fmt::format("{}", options.context_sentences), "0 to 20");
  }
  if (options.max_claims_per_sentence < 1 || options.max_claims_per_sentence > 100) {
    return Bad("max_claims_per_sentence", fmt::format("{}", options.max_claims_per_sentence),
               "1 to 100");
  }
  if (options.max_claim_bytes < 20 || options.max_claim_bytes > 10'000) {
    return Bad("max_claim_bytes", fmt::format("{}", options.max_claim_bytes), "20 to 10000");
  }
  if (options.max_sentence_bytes < 20 || options.max_sentence_bytes > 100'000) {
    return Bad("max_sentence_bytes", fmt::format("{}", options.max_sentence_bytes), "20 to 100000");
  }
  if (options.max_context_bytes > 100'000) {
    return Bad("max_context_bytes", fmt::format("{}", options.max_context_bytes), "0 to 100000");
  }
  if (!(options.coverage_threshold >= 0 && options.coverage_threshold <= 1)) {
    return Bad("coverage_threshold", fmt::format("{}", options.coverage_threshold), "0 to 1");
  }
  return Status::Ok();
}

GroundingOptions EffectiveOptions(GroundingOptions options) {
  if (options.method == "etracer") {
    options.rule_fallback = false;
    options.resolve_references = false;
  }
  return options;
}

std::map<std::string, std::string> SettingsOf(const GroundingOptions& options) {
  const auto yes_or_no = [](bool value) { return value ? "true" : "false"; };
  const bool cascade = options.method == "cascade";
  const std::string tau = options.tau ? fmt::format("{}", *options.tau)
                          : cascade   ? "calibrated"
                                      : fmt::format("{}", kPaperTau);
  return {
      {"tau", tau},
      {"evidence_sets", yes_or_no(cascade && options.evidence_sets)},
      {"check_figures", yes_or_no(cascade && options.check_figures)},
      {"exhaustive", yes_or_no(cascade && options.exhaustive)},
      {"max_attempts", fmt::format("{}", options.max_attempts)},
      {"seed", fmt::format("{}", options.seed)},
      {"retry_temperature", fmt::format("{}", options.retry_temperature)},
      {"decomposition", options.decomposition},
      {"rule_fallback", options.rule_fallback ? "true" : "false"},
      {"resolve_references", options.resolve_references ? "true" : "false"},
      {"context_sentences", fmt::format("{}", options.context_sentences)},
      {"max_context_bytes", fmt::format("{}", options.max_context_bytes)},
      {"max_sentence_bytes", fmt::format("{}", options.max_sentence_bytes)},
      {"max_claims_per_sentence", fmt::format("{}", options.max_claims_per_sentence)},
      {"max_claim_bytes", fmt::format("{}", options.max_claim_bytes)},
      {"coverage_threshold", fmt::format("{}", options.coverage_threshold)},
      {"compute_pfcr", options.compute_pfcr ? "true" : "false"},
  };
}

std::string_view GroundingStageName(GroundingStage stage) {
  switch (stage) {
    case GroundingStage::kDecompose:
      return "decompose";
    case GroundingStage::kCheckClaims:
      return "check_claims";
    case GroundingStage::kEmbed:
      return "embed";
    case GroundingStage::kMatch:
      return "match";
    case GroundingStage::kMetrics:
      return "metrics";
  }
  return "metrics";
}

}  // namespace gloss
