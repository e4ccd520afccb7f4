#pragma once

#include <map>
#include <optional>
#include <string>

#include "models/embedder.h"
#include "models/scripted_failure.h"

namespace gloss {

struct ScriptedEmbedderOptions {
  std::string name = "scripted-embedder";  ///< Of the spec.
  size_t dimension = 256;                  ///< Of vectors that are not from the table.
  /// Vectors by text; normalised when given. Their size must be `dimension`.
  std::map<std::string, Embedding, std::less<>> table;
  std::string query_prefix;          ///< Of the spec.
  std::string passage_prefix;        ///< Of the spec.
  std::optional<size_t> fail_after;  ///< Fails after so many items, over all calls.
};

/// Embedder for tests. A text that is not in the table gets the normalised vector of its hashed bag
/// of words (ASCII case ignored), so that texts with words in common are near. Thread-safe.
class ScriptedEmbedder : public Embedder {
 public:
  explicit ScriptedEmbedder(ScriptedEmbedderOptions options = {});

  BatchResult<Embedding> Embed(std::span<const std::string_view> texts,
                               std::stop_token stop) override;
  const ModelSpec& spec() const override { return spec_; }

 private:
  ScriptedEmbedderOptions options_;
  ModelSpec spec_;
  ScriptedFailure failure_;
};

}  // namespace gloss
