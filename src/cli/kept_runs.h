#pragma once

#include <span>
#include <string>

#include "cli/store_settings.h"
#include "engine/run_record.h"
#include "types/grounding_report.h"

namespace gloss::cli {

/// Measures a run from its construction.
class RunClock {
 public:
  RunClock();
  RunTimes Times() const;

 private:
  int64_t started_ms_;
  int64_t started_steady_ms_;
};

/// Adds a finished run to the history, unless the settings say no. A history that cannot be written
/// is a warning, never a failure of the run.
void KeepRun(const StoreSettings& store, std::span<const GroundingReport> reports,
             const std::string& command, const RunTimes& times, bool quiet);

/// Warnings of the engine's cache, unless quiet, and with `stats` one line of its counts and the
/// time; on standard error.
void PrintCacheNotes(Engine& engine, const RunTimes& times, bool stats, bool quiet);

}  // namespace gloss::cli
