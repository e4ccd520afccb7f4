#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "grounding/evidence_matcher.h"
#include "grounding/grounding_options.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// One response and what it is to be grounded in.
struct GroundingInput {
  std::string id;                            ///< The caller's record id; may be empty.
  std::string question;                      ///< What the response answers; may be empty.
  Document response;                         ///< Segmented (text/segmenter.h).
  bool response_truncated = false;           ///< Its producer says that it was cut off.
  std::vector<Document> documents;           ///< The sources; segmented.
  std::vector<UnreadSource> unread_sources;  ///< Sources that were asked for and could not be read.
  /// Stretches of the response; when there are any, sentences outside of them are context only and
  /// have no claims.
  std::vector<Span> only;
  /// False: claims are taken and stay unchecked, for Grounder::Judge.
  bool match = true;
};

/// Claim-level grounding after eTracer (Chu et al., "eTracer: Towards Traceable Text Generation via
/// Claim-Level Grounding"): claim_extractor.h, evidence_matcher.h, verdict_aggregator.h, metrics.h.
///
/// Nothing fails open: a model that fails, a caller that stops, a source that was not read, a
/// response without claims all give a report that says so in its verdicts ("unchecked") and its
/// coverage. Thread-safe when the models are.
class Grounder {
 public:
  /// The models must outlive the grounder. `decomposer` may be null: every response sentence is
  /// then one claim (the paper's "no decomposition" baseline), and the report has a warning.
  Grounder(Embedder& embedder, EntailmentClassifier& classifier, Generator* decomposer)
      : embedder_(embedder), classifier_(classifier), decomposer_(decomposer) {}

  /// Errors: kInvalidArgument for options; kNotFound for a prompt that does not exist. The report's
  /// provenance lacks the product version, which the caller knows.
  Result<GroundingReport> Ground(GroundingInput input, const GroundingOptions& options,
                                 const GroundingProgress& progress, std::stop_token stop) const;

  /// Judges claims that were taken before by the report's documents: verdict, evidence and reason
  /// of report->claims[i] for each i of `claims`, and whether a model failed. What the report says
  /// of its claims as a whole stays as it was.
  void Judge(std::span<const size_t> claims, const GroundingOptions& options,
             const GroundingProgress& progress, const std::stop_token& stop,
             GroundingReport* report) const;

 private:
  MatchResult Match(std::span<const std::string_view> claims, const GroundingReport& report,
                    const GroundingOptions& options, const GroundingProgress& progress,
                    const std::stop_token& stop) const;

  Embedder& embedder_;
  EntailmentClassifier& classifier_;
  Generator* decomposer_;
};

}  // namespace gloss
