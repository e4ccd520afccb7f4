#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/status.h"
#include "store/run_history.h"
#include "types/grounding_report.h"

namespace gloss {

/// When a run was, in milliseconds.
struct RunTimes {
  int64_t started_ms = 0;  ///< Unix time.
  int64_t duration_ms = 0;
};

/// What the history keeps of a run: its reports as JSON, and what they were made from.
/// REQUIRES: CheckReport(report).ok() for each.
RunRecord MakeRunRecord(std::span<const GroundingReport> reports, const std::string& command,
                        const RunTimes& times);

/// The history in a folder. Errors: as SqliteRunHistory::Open.
Result<std::unique_ptr<RunHistory>> OpenRunHistory(const std::string& folder);

}  // namespace gloss
