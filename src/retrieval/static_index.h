#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/token_vectors.h"

namespace gloss {

/// Ranks texts by static vectors: the sum of their tokens' vectors, each weighted by how few of the
/// texts have the token (inverse document frequency), at length 1. No run of a model is needed.
/// As a first stage it finds evidence about as often as the model's own embeddings do, and other
/// evidence than BM25 (docs/design/matching.md has the figures).
///
/// Memory: 4 × dimension bytes a text. Immutable; thread-safe when the table is.
class StaticIndex {
 public:
  /// The texts are not kept; `table` must outlive the index.
  StaticIndex(std::span<const std::string_view> texts, const TokenVectors& table);

  /// Cosine of the query's vector and each text's; 0 for texts and queries without tokens.
  std::vector<float> Scores(std::string_view query) const;

 private:
  std::vector<float> VectorOf(const std::vector<int32_t>& tokens) const;

  const TokenVectors& table_;
  size_t texts_ = 0;
  std::unordered_map<int32_t, uint32_t> texts_with_;  ///< Texts that have the token.
  std::vector<float> vectors_;                        ///< (texts, dimension)
};

}  // namespace gloss
