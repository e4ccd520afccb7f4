#include "judge/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "judge/resampling.h"

namespace gloss {
namespace {

/// Judge's outcome by the person's, 0 passed, 1 failed, 2 unchecked.
using Table = std::vector<std::vector<int>>;

Table EmptyTable() { return Table(3, std::vector<int>(3, 0)); }

/// Nothing when the text has no such check.
std::optional<CheckOutcome> OutcomeOf(const JudgedText& text, const HumanLabel& label) {
  std::optional<CheckOutcome> outcome;
  for (const JudgeCheck& check : text.checks) {
    if (label.check.empty() ? check.criterion != label.criterion : check.id != label.check) {
      continue;
    }
    if (check.outcome == CheckOutcome::kFailed) return CheckOutcome::kFailed;
    if (!outcome || check.outcome == CheckOutcome::kUnchecked) outcome = check.outcome;
  }
  return outcome;
}

}  // namespace

std::optional<double> CohensKappa(std::span<const std::vector<int>> table) {
  double all = 0;
  double same = 0;
  const size_t size = table.size();
  std::vector<double> rows(size, 0);
  std::vector<double> columns(size, 0);
  for (size_t r = 0; r < size; ++r) {
    for (size_t c = 0; c < size; ++c) {
      all += table[r][c];
      rows[r] += table[r][c];
      columns[c] += table[r][c];
      if (r == c) same += table[r][c];
    }
  }
  if (all == 0) return std::nullopt;
  double chance = 0;
  for (size_t k = 0; k < size; ++k) chance += rows[k] / all * columns[k] / all;
  if (chance >= 1) return std::nullopt;
  return (same / all - chance) / (1 - chance);
}

std::vector<LabelAgreement> AgreementWith(std::span<const HumanLabel> labels,
                                          const std::vector<JudgedText>& texts, uint64_t seed,
                                          std::vector<std::string>* left_out) {
  // By criterion: of each text with labels, its table.
  std::array<std::map<size_t, Table>, 5> tables;
  for (const HumanLabel& label : labels) {
    bool found = false;
    for (size_t i = 0; i < texts.size(); ++i) {
      const JudgedText& text = texts[i];
      if (text.id != label.id || (!label.run.empty() && text.run != label.run)) continue;
      const auto outcome = OutcomeOf(text, label);
      if (!outcome) continue;
      found = true;
      Table& table =
          tables[static_cast<size_t>(label.criterion)].try_emplace(i, EmptyTable()).first->second;
      ++table[static_cast<size_t>(*outcome)][label.passed ? 0 : 1];
    }
    if (!found) {
      left_out->push_back(fmt::format(
          "label of \"{}\"{}: no text of the report has {}", label.id,
          label.run.empty() ? "" : ", run \"" + label.run + "\"",
          label.check.empty() ? "checks of " + std::string(CriterionName(label.criterion))
                              : "the check \"" + label.check + "\""));
    }
  }
  std::vector<LabelAgreement> agreements;
  for (const Criterion criterion : kAllCriteria) {
    std::vector<Table> of_texts;
    for (const auto& [text, table] : tables[static_cast<size_t>(criterion)]) {
      of_texts.push_back(table);
    }
    if (of_texts.empty()) continue;
    const auto sum = [&](std::span<const size_t> drawn) {
      Table all = EmptyTable();
      for (const size_t index : drawn) {
        for (size_t r = 0; r < 3; ++r) {
          for (size_t c = 0; c < 3; ++c) all[r][c] += of_texts[index][r][c];
        }
      }
      return all;
    };
    std::vector<size_t> every(of_texts.size());
    for (size_t i = 0; i < every.size(); ++i) every[i] = i;
    const Table table = sum(every);
    LabelAgreement agreement;
    agreement.criterion = criterion;
    for (size_t r = 0; r < 3; ++r) {
      for (size_t c = 0; c < 3; ++c) {
        agreement.labels += table[r][c];
        if (r == c) agreement.agreed += table[r][c];
        if (r == 2) agreement.unchecked += table[r][c];
      }
    }
    agreement.kappa = CohensKappa(table);
    const auto interval =
        BootstrapInterval(of_texts.size(), seed,
                          [&](std::span<const size_t> drawn) { return CohensKappa(sum(drawn)); });
    if (agreement.kappa && interval) {
      agreement.low = interval->low;
      agreement.high = interval->high;
    }
    agreements.push_back(agreement);
  }
  return agreements;
}

}  // namespace gloss
