#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/compare.h"

namespace gloss::cli {

/// Two reports of one record.
struct RecordComparison {
  std::string record;  ///< The record's id; may be empty.
  ReportComparison comparison;
};

/// Two runs, record by record.
struct RunComparison {
  int64_t baseline = 0;  ///< Id of the run.
  int64_t current = 0;
  std::vector<RecordComparison> records;
  std::vector<std::string> only_in_baseline;  ///< Records that the other run lacks.
  std::vector<std::string> only_in_current;

  bool comparable() const;
};

/// Pairs the reports of two runs by record id, or by place where ids are missing or repeat, and
/// compares them.
RunComparison CompareRuns(const std::vector<GroundingReport>& baseline,
                          const std::vector<GroundingReport>& current);

/// For people; safe for a terminal. Ends in a newline.
std::string RenderComparisonText(const RunComparison& runs, bool unicode);

/// Schema "glossator/comparison/1" (docs/formats/store.md). Ends in a newline.
std::string RenderComparisonJson(const RunComparison& runs);

}  // namespace gloss::cli
