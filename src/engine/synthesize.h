#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "engine/documents.h"
#include "synthesis/synth_options.h"
#include "synthesis/synth_summary.h"
#include "synthesis/synth_tasks.h"
#include "synthesis/synthesizer.h"
#include "types/grounding_report.h"

namespace gloss {

/// Training data to make of documents. The teacher is the engine's writer.
struct SynthRequest {
  std::vector<TextInput> sources;
  SynthOptions options;
  std::string folder;  ///< For journal and data files; made where it is not there.
  LoadOptions load;    ///< For all sources; uri is ignored.
};

/// What is to be done, before anything is asked or paid.
struct SynthPreview {
  SynthPlan plan;
  CostEstimate estimate;
  size_t documents_read = 0;
  std::vector<UnreadSource> unread_sources;
};

/// Reads the sources and plans the work; no model is opened. `teacher`: its name, part of what the
/// tasks are. Errors: no source could be read (the first one's error); those of PlanSynthesis and
/// EstimateCost.
Result<SynthPreview> PlanSynthesis(const SynthRequest& request, const std::string& teacher);

}  // namespace gloss
