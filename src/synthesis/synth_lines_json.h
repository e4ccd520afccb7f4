#pragma once

#include <string>

#include "synthesis/synth_records.h"
#include "synthesis/synth_summary.h"
#include "synthesis/synth_tasks.h"

namespace gloss {

/// What all lines of a document have in common.
struct LinePlace {
  std::string split;
  std::string document;
  std::string language;
};

/// A text of the teacher with everything that belongs to it.
struct ExampleLine {
  const SynthTask& task;
  const SynthSource& source;
  const TeacherAnswer& answer;
  const ExampleVerdict& verdict;
  const ExamplePrompt& prompt;
  const TeacherPrompt& asked;
  std::string teacher;
  float temperature = 0;
};

// Lines of docs/formats/synth_examples.md, each without its line end.
std::string ExampleLineJson(const ExampleLine& line, const LinePlace& place);
std::string GroupLineJson(const ClaimGroup& group, const LinePlace& place);
std::string PairLineJson(const ClaimPair& pair, const LinePlace& place);
std::string SummaryJson(const SynthSummary& summary);

}  // namespace gloss
