#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "synthesis/synth_records.h"
#include "synthesis/synth_tasks.h"

namespace gloss {

/// What a run costs, before it starts.
struct CostEstimate {
  size_t tasks = 0;  ///< To be asked.
  size_t done = 0;   ///< Answered before.
  size_t prompt_tokens = 0;
  size_t completion_tokens = 0;       ///< If every answer is as long as it was asked to be.
  size_t most_completion_tokens = 0;  ///< If every answer goes to its limit.
  std::optional<double> cost;         ///< In the currency of the prices; nothing without them.
};

struct AcceptedCount {
  size_t accepted = 0;
  size_t rejected = 0;
};

/// What a synthesis made, and what became of the rest (docs/formats/synth_examples.md).
struct SynthSummary {
  size_t documents_read = 0;
  size_t documents_unread = 0;
  std::vector<NearDuplicateDocument> near_duplicates;
  size_t tasks = 0;
  size_t answered = 0;
  size_t accepted = 0;
  size_t rejected = 0;
  size_t failed = 0;
  size_t open = 0;
  std::map<std::string, size_t> rejections;        ///< By code: how many texts have it.
  std::map<std::string, size_t> first_rejections;  ///< By code: how many have it first.
  std::map<std::string, AcceptedCount> by_language;
  std::map<std::string, AcceptedCount> by_instruction;
  std::map<std::string, std::map<std::string, size_t>> splits;  ///< By file and side.
  std::map<std::string, size_t> pairs;                          ///< By label.
  std::map<std::string, ChangeCount> contradictions;            ///< By change.
  size_t prompt_tokens = 0;
  size_t completion_tokens = 0;
  std::optional<double> estimated_cost;
  std::optional<double> cost;
  std::string stopped;
  std::map<std::string, std::string> settings;
  std::vector<std::string> failures;  ///< Of the teacher and of models, the first few in words.
};

}  // namespace gloss
