#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "types/judge_report.h"

namespace gloss {

/// What a person says of a text.
struct HumanLabel {
  std::string id;
  std::string run;    ///< Empty: of all runs.
  std::string check;  ///< Id of a check; empty: the criterion as a whole.
  Criterion criterion = Criterion::kFactualAccuracy;
  bool passed = false;
};

/// Cohen's kappa (1960) of a table of counts, rows the one rater, columns the other; nothing where
/// chance alone agrees fully or nothing was counted.
std::optional<double> CohensKappa(std::span<const std::vector<int>> table);

/// The judge against people. A criterion as a whole passes where all its checks pass, and fails
/// where one fails; with none that fails and one that is unchecked it is unchecked, which no person
/// says: it is a category of its own and always disagrees. Labels of texts or checks that are not
/// in the report, and of criteria without checks, are left out and told in `left_out`.
std::vector<LabelAgreement> AgreementWith(std::span<const HumanLabel> labels,
                                          const std::vector<JudgedText>& texts, uint64_t seed,
                                          std::vector<std::string>* left_out);

}  // namespace gloss
