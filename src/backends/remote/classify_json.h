#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "backends/remote/remote_client.h"
#include "backends/remote/server_options.h"
#include "backends/remote/verdict_words.h"
#include "base/status.h"
#include "models/entailment_classifier.h"

namespace gloss {

/// Pairs for /predict of Text Embeddings Inference; never cut.
std::string BuildPredictBody(std::span<const PremiseHypothesis> pairs);

/// Label names of the first prediction, for servers whose /info does not list them; sorted, for the
/// answer is sorted by score. Errors: kParseError.
Result<std::vector<std::string>> PredictLabelNames(const RemoteReply& reply);

/// Logits a pair, indexed by Relation. Of a two-way head, what is not support counts as neutral. An
/// item fails alone: labels or scores missing. Errors of the whole: kParseError (shape, count).
Result<std::vector<Result<std::array<float, 3>>>> ParsePredictions(const RemoteReply& reply,
                                                                   const LabelMap& labels,
                                                                   size_t count);

/// "/rerank" of Text Embeddings Inference, "/v1/rerank" of the others.
std::string RerankPath(ServerKind kind);

/// One hypothesis as the query, its premises as the documents.
std::string BuildRerankBody(ServerKind kind, const std::string& model, std::string_view hypothesis,
                            std::span<const std::string_view> premises);

/// Logits a premise: the relevance as support, the rest as neutral. llama-server gives logits, the
/// others probabilities. An item fails alone: missing, twice, no number. Errors of the whole:
/// kParseError.
Result<std::vector<Result<std::array<float, 3>>>> ParseRerank(ServerKind kind,
                                                              const RemoteReply& reply,
                                                              size_t count);

}  // namespace gloss
