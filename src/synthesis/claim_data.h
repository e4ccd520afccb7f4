#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "synthesis/example_filter.h"
#include "synthesis/synth_options.h"
#include "synthesis/synth_records.h"
#include "synthesis/synth_tasks.h"
#include "synthesis/teacher.h"

namespace gloss {

/// Makes grounding data, after eTracer: sentences with their claims (for decomposers), and claims
/// with evidence that entails them, contradicts them, and says nothing of them (for entailment
/// models).
///
/// True pairs are claims with the sentences they were taken from or that they cite. Contradictions
/// are made of them by rule (contradictions.h) and, where asked for, by the teacher: in the
/// evidence where the changed words stand there, else in the claim. A contradiction counts only
/// when the true pair is called supported (writing/statement_check.h: entailment model, figures
/// check) and the changed one is not; another name or a role swap by its rule alone, since
/// small models do not see them; one of the teacher only when the figures check or the
/// entailment model calls it contradicted as well. Neutral sentences are others of the same
/// document, the most alike first, that the entailment model calls neutral.
///
/// Deterministic when the models are.
class ClaimDataMaker {
 public:
  /// `teacher` may be null. All must outlive the object.
  ClaimDataMaker(const JudgeModels& models, const PairOptions& options, Teacher* teacher)
      : models_(models), options_(options), teacher_(teacher) {}

  /// Groups of the part's sentences and, with `pairs`, the pairs of their claims. Errors: those of
  /// the models.
  Result<GroundingRecords> OfSource(const SynthSource& source, bool pairs,
                                    const std::stop_token& stop);

  /// Pairs of the claims of an accepted text with what they cite.
  Result<GroundingRecords> OfClaims(const SynthSource& source,
                                    std::span<const CitedClaimRecord> claims,
                                    const std::stop_token& stop);

 private:
  class Making;

  JudgeModels models_;
  PairOptions options_;
  Teacher* teacher_;
};

}  // namespace gloss
