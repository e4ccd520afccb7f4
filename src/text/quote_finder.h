#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/document.h"
#include "types/grounding_report.h"
#include "types/span.h"

namespace gloss {

/// Finds where stretches quoted from sources stand; white space counts for nothing. Keeps a view of
/// the documents. Reads a document when it is first asked for. Not thread-safe.
class QuoteFinder {
 public:
  explicit QuoteFinder(std::span<const Document> documents)
      : documents_(documents), packed_(documents.size()) {}

  /// The sentences that the quote touches, at its first place in the first document that has it.
  /// Empty: nowhere, the quote is too short to tell (twelve bytes), or a text asks for too many
  /// (a thousand). `document`: where to look; -1: everywhere.
  std::vector<SentenceRef> Find(std::string_view quote, int document = -1);

 private:
  /// A text without white space, and where each byte of it came from.
  struct Packed {
    bool done = false;
    std::string text;
    std::vector<uint32_t> places;
  };

  const Packed& PackedAt(size_t document);

  std::span<const Document> documents_;
  std::vector<Packed> packed_;
  int asked_ = 0;
};

/// The sentences of a document that a span touches.
std::vector<SentenceRef> SentencesAt(const Document& document, int index, const Span& span);

}  // namespace gloss
