#include "engine/cited_gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gloss {
namespace {

constexpr std::array<CitedProblem, 6> kAll = {
    CitedProblem::kUnknown,        CitedProblem::kRepaired,    CitedProblem::kContradicts,
    CitedProblem::kDoesNotAddress, CitedProblem::kUnsupported, CitedProblem::kUncited};

int CountOf(CitedProblem problem, const CitedCounts& counts) {
  switch (problem) {
    case CitedProblem::kUnknown:
      return counts.unknown;
    case CitedProblem::kRepaired:
      return counts.repaired;
    case CitedProblem::kContradicts:
      return counts.contradicts;
    case CitedProblem::kDoesNotAddress:
      return counts.does_not_address;
    case CitedProblem::kUnsupported:
      return counts.claims - counts.claims_supported - counts.claims_uncited -
             counts.claims_unchecked;
    case CitedProblem::kUncited:
      return counts.claims_uncited;
  }
  return 0;
}

std::string_view Words(CitedProblem problem, bool one) {
  switch (problem) {
    case CitedProblem::kUnknown:
      return one ? "citation names nothing" : "citations name nothing";
    case CitedProblem::kRepaired:
      return one ? "citation was put right" : "citations were put right";
    case CitedProblem::kContradicts:
      return one ? "citation contradicts its claim" : "citations contradict their claims";
    case CitedProblem::kDoesNotAddress:
      return one ? "citation does not address its claim" : "citations do not address their claims";
    case CitedProblem::kUnsupported:
      return one ? "claim is not supported by what it cites"
                 : "claims are not supported by what they cite";
    case CitedProblem::kUncited:
      return one ? "claim has no citation that names anything"
                 : "claims have no citation that names anything";
  }
  return "";
}

}  // namespace

std::string_view CitedProblemName(CitedProblem problem) {
  switch (problem) {
    case CitedProblem::kUnknown:
      return "unknown";
    case CitedProblem::kRepaired:
      return "repaired";
    case CitedProblem::kContradicts:
      return "contradicts";
    case CitedProblem::kDoesNotAddress:
      return "does_not_address";
    case CitedProblem::kUnsupported:
      return "unsupported";
    case CitedProblem::kUncited:
      return "uncited";
  }
  return "unknown";
}

Result<std::vector<CitedProblem>> ParseCitedProblems(std::span<const std::string> words) {
  std::vector<CitedProblem> problems;
  if (words.size() == 1 && words[0] == "none") return problems;
  for (const std::string& word : words) {
    const auto found = std::find_if(kAll.begin(), kAll.end(), [&](CitedProblem problem) {
      return CitedProblemName(problem) == word;
    });
    if (found == kAll.end()) {
      return Status(
          StatusCode::kInvalidArgument,
          fmt::format("--fail-on: unknown problem \"{}\": use unknown, repaired, "
                      "contradicts, does_not_address, unsupported, uncited, or none alone",
                      word));
    }
    problems.push_back(*found);
  }
  return problems;
}

std::vector<std::string> CitedFailures(const CitedCounts& counts,
                                       const std::vector<std::string>& gaps,
                                       std::span<const CitedProblem> fail_on) {
  std::vector<std::string> failures;
  for (const CitedProblem problem : kAll) {
    if (std::find(fail_on.begin(), fail_on.end(), problem) == fail_on.end()) continue;
    const int count = CountOf(problem, counts);
    if (count > 0) failures.push_back(fmt::format("{} {}", count, Words(problem, count == 1)));
  }
  const int unchecked = counts.unchecked + counts.claims_unchecked;
  if (unchecked > 0 || !gaps.empty()) failures.emplace_back("not everything was checked");
  return failures;
}

}  // namespace gloss
