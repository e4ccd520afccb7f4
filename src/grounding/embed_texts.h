#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "grounding/grounding_options.h"
#include "models/embedder.h"

namespace gloss {

/// Texts without repetition, in order of first place. Keeps views.
class UniqueTexts {
 public:
  /// Index of the text in texts().
  size_t Add(std::string_view text);
  const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  std::map<std::string_view, size_t> index_of_;
  std::vector<std::string_view> texts_;
};

/// The claims as this embedder wants queries to be (ModelSpec::query_prefix).
std::vector<std::string> QueryTexts(const Embedder& embedder,
                                    std::span<const std::string_view> claims);

/// A sentence of a source as this embedder wants it (ModelSpec::passage_prefix): itself, or its
/// text with the prefix, kept in `made`.
std::string_view AsPassage(const Embedder& embedder, std::string_view sentence,
                           std::deque<std::string>& made);

struct TextEmbeddings {
  std::vector<std::optional<Embedding>> items;  ///< One a text; empty: not computed.
  Status status;                                ///< OK exactly when every item is there.
};

/// Embeds with calls of bounded size, so that a failure part way loses little. After a failed call
/// the next one is still tried, until a call gives nothing or the caller stops.
TextEmbeddings EmbedTexts(Embedder& embedder, std::span<const std::string_view> texts,
                          const GroundingProgress& progress, const std::stop_token& stop);

}  // namespace gloss
