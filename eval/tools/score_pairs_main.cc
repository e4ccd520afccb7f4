// gloss_score_pairs --models DIR… [--threads N] [--cache off] < pairs.jsonl > scores.jsonl
//
// Scores plain pairs with the product's own models; the work of eval/run.py. A pair:
// {"premise", "hypothesis", "language"}. First line of the answer: {"models": {language: […]}};
// then one line a pair, in order: logits and calibrated probabilities (entailment, neutral,
// contradiction), the label by the shipped thresholds, the cosine of the two texts, the share of
// the hypothesis' terms that the premise has; or {"error"} for a pair that could not be labelled.

#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval_models.h"
#include "retrieval/terms.h"
#include "types/relation.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

struct Pair {
  std::string premise;
  std::string hypothesis;
  std::string language;
};

/// Pairs of one language, by their places in the input.
Status Score(EvalModelSet& set, const std::vector<Pair>& pairs, const std::vector<size_t>& places,
             std::vector<Json>& answers, Json& uses) {
  const std::string& language = pairs[places.front()].language;
  GLOSS_ASSIGN_OR_RETURN(const EvalModels models, set.For(language));
  uses[language] = UsesOf(models);
  std::vector<PremiseHypothesis> asked;
  std::vector<std::string> queries;
  std::vector<std::string_view> texts;
  queries.reserve(places.size());
  for (const size_t place : places) {
    const Pair& pair = pairs[place];
    asked.push_back({pair.premise, pair.hypothesis});
    queries.push_back(QueryText(models.embedder->spec(), pair.hypothesis));
    texts.push_back(pair.premise);
    texts.push_back(queries.back());
  }
  const BatchResult<RelationScores> labels = models.classifier->Classify(asked, {});
  const BatchResult<Embedding> vectors = models.embedder->Embed(texts, {});
  for (size_t i = 0; i < places.size(); ++i) {
    const std::optional<RelationScores>& scores = labels.items[i];
    const std::optional<Embedding>& premise = vectors.items[2 * i];
    const std::optional<Embedding>& hypothesis = vectors.items[2 * i + 1];
    if (!scores || !premise || !hypothesis) {
      const Status& status = scores ? vectors.status : labels.status;
      answers[places[i]] = {{"error", status.ToString()}};
      continue;
    }
    const Pair& pair = pairs[places[i]];
    answers[places[i]] = {{"logits", scores->logits},
                          {"probabilities", scores->probabilities},
                          {"label", RelationName(scores->label)},
                          {"cosine", Cosine(*hypothesis, *premise)},
                          {"coverage", TermCoverage(TermSetOf(pair.hypothesis, language),
                                                    TermSetOf(pair.premise, language))}};
  }
  return Status::Ok();
}

Status Refuse(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

int Fail(const Status& status) {
  std::cerr << "gloss_score_pairs: " << status.ToString() << "\n";
  return 1;
}

int Run(int argc, char** argv) {
  EvalModelOptions options;
  const auto flags = ReadFlags(argc, argv, options);
  if (!flags.ok()) return Fail(flags.status());
  if (!flags->empty()) return Fail(Refuse("unknown flag " + flags->begin()->first));
  EvalModelSet set(options);
  std::vector<Pair> pairs;
  std::map<std::string, std::vector<size_t>> places;
  std::string line;
  while (std::getline(std::cin, line)) {
    const Json row = Json::parse(line, nullptr, false);
    const auto is_text = [&](const char* key) { return row.contains(key) && row[key].is_string(); };
    if (!row.is_object() || !is_text("premise") || !is_text("hypothesis")) {
      return Fail(Refuse("line " + std::to_string(pairs.size() + 1) + ": not a pair"));
    }
    pairs.push_back({row["premise"].get<std::string>(), row["hypothesis"].get<std::string>(),
                     is_text("language") ? row["language"].get<std::string>() : "en"});
    places[pairs.back().language].push_back(pairs.size() - 1);
  }
  std::vector<Json> answers(pairs.size());
  Json uses = Json::object();
  for (const auto& [language, where] : places) {
    // So many pairs at a time, for memory; results do not depend on it.
    constexpr size_t kBlock = 4096;
    for (size_t begin = 0; begin < where.size(); begin += kBlock) {
      const size_t end = std::min(where.size(), begin + kBlock);
      const std::vector<size_t> block(where.begin() + static_cast<std::ptrdiff_t>(begin),
                                      where.begin() + static_cast<std::ptrdiff_t>(end));
      if (const Status status = Score(set, pairs, block, answers, uses); !status.ok()) {
        return Fail(status);
      }
      std::cerr << language << ": " << end << " of " << where.size() << " pairs\n";
    }
  }
  std::cout << Json{{"models", uses}}.dump() << "\n";
  for (const Json& answer : answers) std::cout << answer.dump() << "\n";
  return 0;
}

}  // namespace
}  // namespace gloss

int main(int argc, char** argv) { return gloss::Run(argc, argv); }
