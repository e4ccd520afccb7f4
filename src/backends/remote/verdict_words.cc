#include "backends/remote/verdict_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gloss {
namespace {

constexpr double kFloor = 1e-6;
constexpr double kHalf = 0.5;

constexpr std::pair<std::string_view, LabelMeaning> kWords[] = {
    {"entailment", LabelMeaning::kEntailment},
    {"entails", LabelMeaning::kEntailment},
    {"entailed", LabelMeaning::kEntailment},
    {"entail", LabelMeaning::kEntailment},
    {"supported", LabelMeaning::kEntailment},
    {"supports", LabelMeaning::kEntailment},
    {"support", LabelMeaning::kEntailment},
    {"grounded", LabelMeaning::kEntailment},
    {"consistent", LabelMeaning::kEntailment},
    {"factual", LabelMeaning::kEntailment},
    {"neutral", LabelMeaning::kNeutral},
    {"notenoughinfo", LabelMeaning::kNeutral},
    {"notenoughinformation", LabelMeaning::kNeutral},
    {"nei", LabelMeaning::kNeutral},
    {"notaddressed", LabelMeaning::kNeutral},
    {"unknown", LabelMeaning::kNeutral},
    {"irrelevant", LabelMeaning::kNeutral},
    {"contradiction", LabelMeaning::kContradiction},
    {"contradicts", LabelMeaning::kContradiction},
    {"contradicted", LabelMeaning::kContradiction},
    {"contradict", LabelMeaning::kContradiction},
    {"refuted", LabelMeaning::kContradiction},
    {"refutes", LabelMeaning::kContradiction},
    {"refute", LabelMeaning::kContradiction},
    {"yes", LabelMeaning::kEntailment},
    {"true", LabelMeaning::kEntailment},
    {"no", LabelMeaning::kNotEntailment},
    {"false", LabelMeaning::kNotEntailment},
    {"notentailment", LabelMeaning::kNotEntailment},
    {"notentailed", LabelMeaning::kNotEntailment},
    {"notsupported", LabelMeaning::kNotEntailment},
    {"unsupported", LabelMeaning::kNotEntailment},
    {"hallucinated", LabelMeaning::kNotEntailment},
    {"hallucination", LabelMeaning::kNotEntailment},
    {"inconsistent", LabelMeaning::kNotEntailment},
};

LabelMeaning MeaningOf(Relation relation) {
  if (relation == Relation::kEntailment) return LabelMeaning::kEntailment;
  return relation == Relation::kNeutral ? LabelMeaning::kNeutral : LabelMeaning::kContradiction;
}

bool Has(const LabelMap& map, LabelMeaning meaning) {
  return std::count(map.meanings.begin(), map.meanings.end(), meaning) == 1;
}

/// Three-way: one output a relation. Two-way: entailment and not-entailment.
bool IsComplete(const LabelMap& map) {
  if (!Has(map, LabelMeaning::kEntailment)) return false;
  if (map.meanings.size() == 3) {
    return Has(map, LabelMeaning::kNeutral) && Has(map, LabelMeaning::kContradiction);
  }
  return map.meanings.size() == 2;
}

}  // namespace

std::optional<LabelMeaning> MeaningOfLabel(std::string_view word) {
  std::string plain;
  for (const char c : word) {
    if (c == ' ' || c == '_' || c == '-') continue;
    plain.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  for (const auto& [known, meaning] : kWords) {
    if (known == plain) return meaning;
  }
  return std::nullopt;
}

std::optional<Relation> RelationOfWord(std::string_view word) {
  const std::optional<LabelMeaning> meaning = MeaningOfLabel(word);
  if (!meaning || *meaning == LabelMeaning::kNotEntailment) return std::nullopt;
  if (*meaning == LabelMeaning::kEntailment) return Relation::kEntailment;
  return *meaning == LabelMeaning::kNeutral ? Relation::kNeutral : Relation::kContradiction;
}

bool ScoreAgrees(Relation verdict, double support_score) {
  return verdict == Relation::kEntailment ? support_score >= kHalf : support_score <= kHalf;
}

Result<LabelMap> MapLabels(const std::vector<std::string>& names,
                           std::span<const Relation> declared) {
  LabelMap map;
  map.names = names;
  for (const std::string& name : names) {
    const auto meaning = MeaningOfLabel(name);
    if (!meaning) break;
    map.meanings.push_back(*meaning);
  }
  if (map.meanings.size() != names.size() && declared.size() == names.size()) {
    map.meanings.clear();
    for (const Relation relation : declared) map.meanings.push_back(MeaningOf(relation));
  }
  if (map.meanings.size() != names.size() || !IsComplete(map)) {
    return Status(
        StatusCode::kModelUnavailable,
        fmt::format("the classifier's labels ({}) cannot be mapped to entailment, neutral and "
                    "contradiction; name a model whose labels say so, or give \"labels\" in a "
                    "model spec of its name",
                    fmt::join(names, ", ")));
  }
  map.tells_contradiction = Has(map, LabelMeaning::kContradiction);
  return map;
}

std::array<float, 3> LogitsOf(const std::array<double, 3>& probabilities) {
  std::array<float, 3> logits{};
  for (size_t i = 0; i < logits.size(); ++i) {
    logits[i] = static_cast<float>(std::log(std::max(probabilities[i], kFloor)));
  }
  return logits;
}

}  // namespace gloss
