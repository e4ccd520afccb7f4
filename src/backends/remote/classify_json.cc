#include "backends/remote/classify_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "backends/remote/wire_json.h"

namespace gloss {
namespace {

using Json = nlohmann::json;
using Logits = std::array<float, 3>;

Status Bad(std::string why) { return {StatusCode::kModelFailed, std::move(why)}; }

std::optional<double> Probability(const Json* json) {
  if (json == nullptr) return std::nullopt;
  const double value = FiniteNumber(*json).value_or(-1);
  if (value < 0 || value > 1) return std::nullopt;
  return value;
}

Logits SupportOnly(double support) {
  std::array<double, 3> probabilities{};
  probabilities[static_cast<size_t>(Relation::kEntailment)] = support;
  probabilities[static_cast<size_t>(Relation::kNeutral)] = 1 - support;
  return LogitsOf(probabilities);
}

Result<Logits> ReadPrediction(const Json& prediction, const LabelMap& labels) {
  if (!prediction.is_array()) return Bad("the prediction is not a list of labels");
  std::vector<std::optional<double>> scores(labels.names.size());
  for (const Json& entry : prediction) {
    const std::string name = StringMember(entry, "label");
    const auto place = std::find(labels.names.begin(), labels.names.end(), name);
    const auto score = Probability(Member(entry, "score"));
    if (place == labels.names.end() || !score) {
      return Bad("the prediction has a label or score that the model does not have");
    }
    scores[static_cast<size_t>(place - labels.names.begin())] = score;
  }
  std::array<double, 3> probabilities{};
  for (size_t i = 0; i < scores.size(); ++i) {
    if (!scores[i]) return Bad("the prediction lacks the label " + labels.names[i]);
    if (labels.meanings[i] == LabelMeaning::kEntailment && scores.size() == 2) {
      return SupportOnly(*scores[i]);
    }
    switch (labels.meanings[i]) {
      case LabelMeaning::kEntailment:
        probabilities[static_cast<size_t>(Relation::kEntailment)] = *scores[i];
        break;
      case LabelMeaning::kContradiction:
        probabilities[static_cast<size_t>(Relation::kContradiction)] = *scores[i];
        break;
      case LabelMeaning::kNeutral:
      case LabelMeaning::kNotEntailment:
        probabilities[static_cast<size_t>(Relation::kNeutral)] = *scores[i];
        break;
    }
  }
  return LogitsOf(probabilities);
}

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

std::string BuildPredictBody(std::span<const PremiseHypothesis> pairs) {
  Json inputs = Json::array();
  for (const PremiseHypothesis& pair : pairs) {
    inputs.push_back(Json::array({pair.premise, pair.hypothesis}));
  }
  return DumpJson({{"inputs", std::move(inputs)}, {"raw_scores", false}, {"truncate", false}});
}

Result<std::vector<std::string>> PredictLabelNames(const RemoteReply& reply) {
  GLOSS_ASSIGN_OR_RETURN(const Json json, ParseWireJson(reply));
  std::vector<std::string> names;
  if (json.is_array() && !json.empty() && json.front().is_array()) {
    for (const Json& entry : json.front()) names.push_back(StringMember(entry, "label"));
  }
  if (names.empty()) {
    return Status(StatusCode::kParseError, "the prediction is not a list of labels a pair");
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::vector<Result<Logits>>> ParsePredictions(const RemoteReply& reply,
                                                     const LabelMap& labels, size_t count) {
  GLOSS_ASSIGN_OR_RETURN(const Json json, ParseWireJson(reply));
  if (!json.is_array() || json.size() != count) {
    return Status(StatusCode::kParseError, fmt::format("{} predictions for {} pairs",
                                                       json.is_array() ? json.size() : 0, count));
  }
  std::vector<Result<Logits>> results;
  for (const Json& prediction : json) results.push_back(ReadPrediction(prediction, labels));
  return results;
}

std::string RerankPath(ServerKind kind) {
  return kind == ServerKind::kTei ? "/rerank" : "/v1/rerank";
}

std::string BuildRerankBody(ServerKind kind, const std::string& model, std::string_view hypothesis,
                            std::span<const std::string_view> premises) {
  Json texts = Json::array();
  for (const std::string_view premise : premises) texts.push_back(premise);
  if (kind == ServerKind::kTei) {
    return DumpJson({{"query", hypothesis},
                     {"texts", std::move(texts)},
                     {"raw_scores", false},
                     {"truncate", false}});
  }
  return DumpJson({{"model", model},
                   {"query", hypothesis},
                   {"documents", std::move(texts)},
                   {"top_n", premises.size()}});
}

Result<std::vector<Result<Logits>>> ParseRerank(ServerKind kind, const RemoteReply& reply,
                                                size_t count) {
  GLOSS_ASSIGN_OR_RETURN(const Json json, ParseWireJson(reply));
  const Json* list = kind == ServerKind::kTei ? &json : Member(json, "results");
  if (list == nullptr || !list->is_array()) {
    return Status(StatusCode::kParseError, "the answer has no list of scores");
  }
  std::vector<Result<Logits>> results(count, Bad("the answer has no score for this text"));
  std::vector<bool> is_taken(count, false);
  for (const Json& entry : *list) {
    const Json* given = Member(entry, "index");
    const auto index = given == nullptr ? std::nullopt : WholeNumber(*given, count);
    if (!index || *index >= count) continue;  // An answer to nothing that was asked.
    const Json* score = Member(entry, kind == ServerKind::kTei ? "score" : "relevance_score");
    constexpr double kNone = -1;
    double value = kNone;
    if (score != nullptr && kind == ServerKind::kLlamaServer) {
      const std::optional<double> logit = FiniteNumber(*score);
      if (logit) value = Sigmoid(*logit);
    } else if (score != nullptr) {
      value = FiniteNumber(*score).value_or(kNone);
    }
    if (is_taken[*index]) {
      results[*index] = Bad("the answer has two scores for this text");
    } else if (value < 0 || value > 1) {
      results[*index] = Bad("the score is not a number from 0 to 1");
    } else {
      results[*index] = SupportOnly(value);
    }
    is_taken[*index] = true;
  }
  return results;
}

}  // namespace gloss
