#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// Sentences [begin, end) of one document.
struct SentenceRange {
  int document = 0;
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
  friend bool operator==(const SentenceRange&, const SentenceRange&) = default;
};

/// Tags of the sentences of ranges.
std::set<std::string> TagsOf(std::span<const Document> documents,
                             std::span<const SentenceRange> ranges);

/// Documents that hold some sentences of others and nothing else.
struct Excerpt {
  std::vector<Document> documents;  ///< With the tags, titles and ids of the originals.
  std::vector<std::vector<SentenceRef>> places;  ///< Of each sentence, in the originals.

  SentenceRef Original(const SentenceRef& ref) const {
    return places[static_cast<size_t>(ref.document)][static_cast<size_t>(ref.sentence)];
  }
};

/// Ranges as documents of their own: their stretch of text with its blocks. REQUIRES: documents are
/// segmented, with tags; ranges lie within them, in order.
Excerpt ExcerptOfRanges(std::span<const Document> documents, std::span<const SentenceRange> ranges);

/// Single sentences, each in a paragraph of its own, in the order of the documents.
Excerpt ExcerptOfSentences(std::span<const Document> documents, std::vector<SentenceRef> sentences);

}  // namespace gloss
