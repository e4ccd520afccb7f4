#include "writing/text_chunks.h"

#include <algorithm>

namespace gloss {
namespace {

/// A chunk this full may end early, where a heading or a document begins.
constexpr size_t kNearlyFull = 85;  // per cent

bool BeginsHeading(const Document& document, size_t sentence) {
  const int block = document.sentences[sentence].block;
  if (block < 0 || (sentence > 0 && document.sentences[sentence - 1].block == block)) return false;
  return document.blocks[static_cast<size_t>(block)].kind == BlockKind::kHeading;
}

void Add(int document, size_t sentence, size_t tokens, TextChunk& chunk) {
  if (chunk.ranges.empty() || chunk.ranges.back().document != document) {
    chunk.ranges.push_back({document, sentence, sentence});
  }
  chunk.ranges.back().end = sentence + 1;
  chunk.tokens += tokens;
}

}  // namespace

size_t EstimateTokens(std::string_view text) { return (text.size() + 2) / 3; }

std::vector<TextChunk> CutIntoChunks(std::span<const Document> documents, const TokenCounter& count,
                                     const ChunkOptions& options) {
  std::vector<size_t> tokens;
  size_t total = 0;
  for (const Document& document : documents) {
    for (size_t i = 0; i < document.sentences.size(); ++i) {
      tokens.push_back(count(document.SentenceText(i)) + options.tokens_per_sentence);
      total += tokens.back();
    }
  }
  std::vector<TextChunk> chunks;
  if (tokens.empty()) return chunks;
  const size_t most = std::max<size_t>(1, options.most_tokens);
  const size_t wanted = std::max<size_t>(1, (total + most - 1) / most);
  const size_t even = (total + wanted - 1) / wanted;
  chunks.emplace_back();
  size_t at = 0;
  for (size_t d = 0; d < documents.size(); ++d) {
    for (size_t i = 0; i < documents[d].sentences.size(); ++i, ++at) {
      const size_t now = chunks.back().tokens;
      const bool at_border = i == 0 || BeginsHeading(documents[d], i);
      const bool full =
          now >= even || now + tokens[at] > most || (at_border && now * 100 >= even * kNearlyFull);
      if (now > 0 && full) chunks.emplace_back();
      Add(static_cast<int>(d), i, tokens[at], chunks.back());
    }
  }
  return chunks;
}

}  // namespace gloss
