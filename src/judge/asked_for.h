#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "types/judge_report.h"

namespace gloss {

/// What a task asks for, as far as rules can tell it from its instructions.
struct AskedFor {
  size_t words = 0;
  bool words_at_most = false;  ///< "In at most 80 words": shorter is no fault.
  std::string style;           ///< "prose", "bullets", "sections", "table".
  size_t items = 0;            ///< Of a list.
  std::string language;
  std::string focus;
  std::string begin_with;              ///< "Begin with the price." → "the price".
  std::vector<std::string> mention;    ///< "Mention the cost." → "the cost".
  std::vector<std::string> leave_out;  ///< "Do not mention names of people." → "names of people".
  std::vector<std::string> against_rules;  ///< Would set the rules of citation aside.
  std::vector<std::string> open;           ///< Only a reader can tell.
};

/// Reads a task in en, de, es, fr, it: its own fields first, then its instructions sentence by
/// sentence (writing/instructions.h and what a writer need not know: lengths, languages, what to
/// mention and what to leave out). A sentence that no rule reads is `open`. Linear; any bytes.
AskedFor ReadAskedFor(const JudgeTask& task);

}  // namespace gloss
