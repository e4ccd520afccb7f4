#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "types/document.h"
#include "writing/salience.h"
#include "writing/source_sentences.h"

namespace gloss {

/// Parts of a document from which a text of ten or more citations cites at least.
inline constexpr size_t kLeastParts = 8;

struct SelectionOptions {
  size_t count = 10;        ///< Sentences to choose, if there are so many.
  bool spread = true;       ///< Over the parts of every document, and over the documents.
  float diversity = 0.5F;   ///< Weight of the likeness to what is chosen already (MMR).
  float same_thing = 0.9F;  ///< Sentences more alike than this are not both chosen.
};

/// Parts of a document that `count` sentences of it must be from: kLeastParts for ten and more,
/// two thirds of them for fewer; at most those that have sentences.
size_t PartsNeeded(size_t count, size_t parts_with_sentences);

/// Chooses ranked sentences: the most salient ones that say different things (maximal marginal
/// relevance; Carbonell and Goldstein, 1998), from PartsNeeded parts of every document, and from
/// the documents by their lengths. Gives indices into `ranked`, in the order of choice.
/// Deterministic. O(count × ranked) cosines.
std::vector<size_t> SelectSentences(std::span<const RankedSentence> ranked,
                                    std::span<const SourceSentence> sentences,
                                    const SelectionOptions& options);

}  // namespace gloss
