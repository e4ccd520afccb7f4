#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "models/token_vectors.h"
#include "retrieval/bm25.h"
#include "retrieval/static_index.h"

namespace gloss {

struct ShortlistOptions {
  size_t all_up_to = 256;   ///< With no more texts than this, every text is on every list.
  size_t per_ranking = 48;  ///< Texts that BM25, and that static vectors, put on a list.
};

/// The first stage of the retrieval cascade: which texts are worth an embedding for a query. The
/// union of the best of BM25 and of static vectors. Immutable; thread-safe.
class Shortlister {
 public:
  /// `texts` are not kept. `table`: null for BM25 alone (twice as many texts then); must outlive
  /// the shortlister.
  Shortlister(std::span<const std::string_view> texts, std::string_view language,
              const TokenVectors* table, const ShortlistOptions& options);

  /// Indices of texts, ascending. Equal scores go to the earlier text.
  std::vector<size_t> For(std::string_view query) const;

  /// True when every list holds every text: nothing can be missed.
  bool exhaustive() const { return bm25_ == nullptr; }

 private:
  ShortlistOptions options_;
  size_t texts_ = 0;
  std::unique_ptr<Bm25Index> bm25_;  ///< Null when all texts are taken.
  std::unique_ptr<StaticIndex> static_;
};

}  // namespace gloss
