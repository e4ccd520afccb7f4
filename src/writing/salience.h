#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "models/embedder.h"
#include "types/document.h"
#include "writing/source_sentences.h"

namespace gloss {

/// Told now and then how far a stage of writing is: its name, items done and in all. Called from
/// the thread that writes; must not throw.
using WritingProgress = std::function<void(std::string_view stage, size_t done, size_t total)>;

/// What makes a sentence worth citing. The weights are tuned on the dev sets of
/// docs/design/writing.md.
struct SalienceOptions {
  float centrality = 1.0F;  ///< Of the cosine to the middle of its document and of its part.
  float position = 0.10F;   ///< Of being early in its document, at its end, or first in its block.
  float information = 0.10F;  ///< Of figures and names, references to other places aside.
  float references = 0.10F;   ///< Taken for references: "§ 433 Abs. 1", "Article 5".
  float length = 0.004F;      ///< Taken for each word over thirty.
  float focus = 2.0F;         ///< Of likeness to the focus, by embedding and by words.
  float spare = 0.25F;        ///< Taken from sentences that stand badly (Standing::kSpare).
  float refers_back = 0.10F;  ///< Taken from sentences that lean on the one before.
  /// Most sentences that are embedded; of more, those with the document's frequent terms are taken,
  /// the same number from every part, so that the time of the model is bounded.
  size_t most_embedded = 3000;
  /// "salience", or a baseline to measure it against: "centrality", "lead", "random".
  std::string method = "salience";
};

/// A sentence that was ranked.
struct RankedSentence {
  size_t index = 0;  ///< Into the sentences that were given.
  float salience = 0;
  float relevance = 0;  ///< To the focus (relevance.h); 0 without one.
  float overlap = 0;    ///< Share of the focus' terms that it has; 0 without one.
  Embedding embedding;
};

/// What is ranked. Views of what the caller keeps.
struct RankingInput {
  std::span<const Document> documents;
  std::span<const SourceSentence> sentences;  ///< Of the documents (StatingSentences).
  std::string_view focus;                     ///< May be empty.
};

/// Ranks sentences, best first; equal ones by place. Deterministic. Memory: most_embedded vectors.
/// Errors: those of the embedder; kCancelled.
Result<std::vector<RankedSentence>> RankSentences(Embedder& embedder, const RankingInput& input,
                                                  const SalienceOptions& options,
                                                  const WritingProgress& progress,
                                                  const std::stop_token& stop);

}  // namespace gloss
