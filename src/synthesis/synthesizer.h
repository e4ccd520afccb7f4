#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/status.h"
#include "models/generator.h"
#include "synthesis/example_filter.h"
#include "synthesis/spend_limits.h"
#include "synthesis/synth_options.h"
#include "synthesis/synth_summary.h"
#include "synthesis/synth_tasks.h"

namespace gloss {

/// Told now and then how far a stage is: "teacher", "filter", "pairs". Called from any thread, one
/// call at a time.
using SynthProgress = std::function<void(std::string_view stage, size_t done, size_t total)>;

struct SynthModels {
  Generator* teacher = nullptr;  ///< Null: only what needs none.
  JudgeModelsFor judges;
  /// Names judging models and program, so that what they said is not taken for the word of others.
  std::string judges_identity;
};

/// What the plan's open tasks will cost, and how many are done. Reads the journal of the folder,
/// where there is one. Errors: those of SynthJournal::Open.
Result<CostEstimate> EstimateCost(const SynthPlan& plan, const SynthOptions& options,
                                  const std::string& folder);

/// Makes training data after sui-1 and eTracer, in five stages: tag, prompt (PlanSynthesis), a
/// teacher writes with reasoning (teacher.h), citations are verified, quality is filtered
/// (example_filter.h); then groups and pairs (claim_data.h).
///
/// Everything that is done goes into the folder's journal at once, and a run that was stopped or
/// killed is taken up again by the same call: nothing is lost but what the server was still
/// writing, and nothing is there twice. The data files are written whole at the end of every run,
/// from the journal. Deterministic when the models are; what a teacher says is asked for once.
class Synthesizer {
 public:
  /// `models` must outlive the object.
  Synthesizer(const SynthModels& models, const SynthOptions& options,
              WaitingClock clock = WaitingClock::System())
      : models_(models), options_(options), clock_(std::move(clock)) {}

  /// A failing teacher, a spent budget and a stop request end a run early, and are in the summary.
  /// Errors: those of the journal and of writing files; of judging models.
  Result<SynthSummary> Run(const SynthPlan& plan, const std::string& folder,
                           const SynthProgress& progress, const std::stop_token& stop);

 private:
  class Running;

  const SynthModels& models_;
  SynthOptions options_;
  WaitingClock clock_;
};

}  // namespace gloss
