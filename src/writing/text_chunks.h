#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "types/document.h"
#include "writing/sentence_range.h"

namespace gloss {

/// Tokens of a text for some model.
using TokenCounter = std::function<size_t(std::string_view)>;

/// Tokens of a text when no tokeniser is at hand, for the five languages and common vocabularies;
/// rather too many: one for three bytes.
size_t EstimateTokens(std::string_view text);

struct ChunkOptions {
  size_t most_tokens = 30000;       ///< Of one chunk.
  size_t tokens_per_sentence = 24;  ///< What a sentence's two tags add; 0: it stands alone.
};

/// A part of the documents that is read at once.
struct TextChunk {
  std::vector<SentenceRange> ranges;  ///< One a document that it touches, in order; not empty.
  size_t tokens = 0;
};

/// Cuts documents at sentence boundaries into chunks of like size, of at most `most_tokens` (a
/// single sentence that has more is one by itself). Where a document or a heading begins near the
/// end of a chunk, the chunk ends there. Every sentence is in exactly one chunk. Linear.
/// REQUIRES: documents are segmented.
std::vector<TextChunk> CutIntoChunks(std::span<const Document> documents, const TokenCounter& count,
                                     const ChunkOptions& options);

}  // namespace gloss
