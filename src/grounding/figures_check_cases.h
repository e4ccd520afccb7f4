#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "grounding/figures_check.h"

namespace gloss {

/// A claim, its evidence, and the fault that must be found; nothing when there must be none.
struct FigureCase {
  std::string_view claim;
  std::string_view evidence;
  std::optional<FigureFault> fault = std::nullopt;
};

inline std::string FaultsOf(const FigureReport& report) {
  std::string text;
  for (const auto& [name, list] :
       {std::pair("conflict", &report.conflicts), std::pair("missing", &report.missing)}) {
    for (const FigureMismatch& mismatch : *list) {
      text += std::string(name) + ' ' + std::string(FigureFaultName(mismatch.kind)) + ": " +
              DescribeMismatch(mismatch) + '\n';
    }
  }
  return text;
}

/// Checks one case.
inline void ExpectCase(const FigureCase& check, std::string_view language) {
  SCOPED_TRACE(std::string(check.claim) + " <- " + std::string(check.evidence));
  const FigureReport report = CheckFigures(check.claim, check.evidence, language);
  if (!check.fault) {
    EXPECT_EQ(FaultsOf(report), "");
    return;
  }
  bool found = false;
  for (const auto* list : {&report.conflicts, &report.missing}) {
    for (const FigureMismatch& mismatch : *list) found = found || mismatch.kind == *check.fault;
  }
  EXPECT_TRUE(found) << "wanted " << FigureFaultName(*check.fault) << ", got:\n"
                     << FaultsOf(report);
}

}  // namespace gloss
