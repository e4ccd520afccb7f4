#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "types/cited_text.h"

namespace gloss {

/// What can be wrong with a cited text.
enum class CitedProblem {
  kUnknown,         ///< A citation names nothing.
  kRepaired,        ///< The id of a citation was put right.
  kContradicts,     ///< A citation contradicts what it follows.
  kDoesNotAddress,  ///< A citation has nothing to do with what it follows.
  kUnsupported,     ///< A claim is not supported by what it cites.
  kUncited,         ///< A claim needed a citation and has none.
};

/// "unknown", "repaired", "contradicts", "does_not_address", "unsupported", "uncited".
std::string_view CitedProblemName(CitedProblem problem);

/// Errors: kInvalidArgument: a word that names no problem, with those that do.
Result<std::vector<CitedProblem>> ParseCitedProblems(std::span<const std::string> words);

/// Why a text fails: one line a problem that counts. What was not checked always fails.
std::vector<std::string> CitedFailures(const CitedCounts& counts,
                                       const std::vector<std::string>& gaps,
                                       std::span<const CitedProblem> fail_on);

}  // namespace gloss
