#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/judge_report.h"

namespace gloss {

/// What a check is, the same for every text.
struct CheckKind {
  std::string_view id;
  Criterion criterion;
  DecidedBy decided_by;
  std::string_view question;  ///< "Yes" passes.
};

/// Every check there is, by criterion.
std::span<const CheckKind> AllChecks();

/// REQUIRES: the id is one of AllChecks.
const CheckKind& CheckKindOf(std::string_view id);

/// What a check found.
struct Finding {
  CheckOutcome outcome = CheckOutcome::kUnchecked;
  std::string explanation;
  std::vector<int> sentences = {};  ///< Of the text.
};

/// The check with what it found. REQUIRES: the id is one of AllChecks.
JudgeCheck MakeCheck(std::string_view id, Finding finding);

/// Sorts checks by criterion, and within one by the order of AllChecks.
void SortChecks(std::vector<JudgeCheck>* checks);

inline CheckOutcome PassedIf(bool passed) {
  return passed ? CheckOutcome::kPassed : CheckOutcome::kFailed;
}

}  // namespace gloss
