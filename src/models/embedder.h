#pragma once

#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "models/batch.h"
#include "models/model_spec.h"
#include "models/token_vectors.h"

namespace gloss {

/// L2-normalised vector; the cosine of two embeddings is their dot product.
using Embedding = std::vector<float>;

/// cosine(a, b) of two normalised embeddings of one size, clamped to [-1, 1].
float Cosine(const Embedding& a, const Embedding& b);

/// Text → vector. Deterministic: the same text gives the same vector in any batch, order and thread
/// count. A text longer than the model's window is embedded in windows whose vectors are averaged,
/// never cut silently. Thread-safe.
class Embedder {
 public:
  virtual ~Embedder() = default;

  /// One embedding a text. An empty text gives the embedding of the empty string.
  virtual BatchResult<Embedding> Embed(std::span<const std::string_view> texts,
                                       std::stop_token stop) = 0;

  virtual const ModelSpec& spec() const = 0;

  /// The model's token table, where it has one at hand; owned by the embedder.
  virtual const TokenVectors* token_vectors() const { return nullptr; }
};

}  // namespace gloss
