#pragma once

#include <stop_token>
#include <string_view>

#include "base/status.h"
#include "models/embedder.h"

namespace gloss {

/// Turns cosines of a query with sentences into relevance, 0 for sentences about anything else and
/// 1 for the query itself, so that one threshold serves embedders whose cosines lie elsewhere: the
/// mean cosine of the query with sentences on unrelated things is taken for zero.
class RelevanceScale {
 public:
  /// Embeds the unrelated sentences of the language (English for unknown ones). Errors: the
  /// embedder's.
  static Result<RelevanceScale> For(Embedder& embedder, const Embedding& query,
                                    std::string_view language, const std::stop_token& stop);

  explicit RelevanceScale(float background) : background_(background) {}

  /// -1 to 1.
  float Of(float cosine) const;

 private:
  float background_ = 0;
};

}  // namespace gloss
