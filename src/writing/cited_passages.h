#pragma once

#include <vector>

#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// Some sentences of sources as documents of their own, for a grounder that is to see no others.
/// Around each sentence, and from the document's beginning, a few neighbours are in the text, where
/// names and dates are looked up, but they are no sentences of it and so no evidence.
struct CitedPassages {
  std::vector<Document> documents;
  /// Where each sentence of these documents stands in the sources.
  std::vector<std::vector<SentenceRef>> origins;

  /// A sentence of these documents as one of the sources.
  SentenceRef OriginOf(const SentenceRef& reference) const {
    return origins[static_cast<size_t>(reference.document)]
                  [static_cast<size_t>(reference.sentence)];
  }
};

/// REQUIRES: `sentences` in order, without duplicates.
CitedPassages MakeCitedPassages(const std::vector<Document>& documents,
                                const std::vector<SentenceRef>& sentences);

}  // namespace gloss
