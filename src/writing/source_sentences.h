#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// Parts of a document of equal length, over which citations are to be spread.
inline constexpr size_t kParts = 10;

/// The part of its document that the middle of a sentence is in, 0 to kParts - 1. By length and not
/// by number: the rows of a table are many, and short, and state nothing.
size_t PartOf(const Document& document, size_t sentence);

/// How well a sentence can stand in a summary.
enum class Standing {
  kNone,   ///< Heading, table, caption, code, furniture, question, list of references, fragment.
  kSpare,  ///< A statement, but an item of a list, very short or long, or without an end.
  kFull,   ///< A whole sentence that states something.
};

/// A sentence of a source that states something.
struct SourceSentence {
  SentenceRef ref;
  std::string_view text;  ///< In its document, which must outlive it.
  Standing standing = Standing::kFull;
  size_t part = 0;           ///< PartOf its document.
  size_t words = 0;          ///< CountWords.
  bool refers_back = false;  ///< "This fee …": it leans on the sentence before it.
};

/// How the sentence stands, by the block it is in and by rules for en, de, es, fr, it.
Standing StandingOf(const Document& document, size_t sentence);

/// The sentences of all documents that state something, in order; a text that stands in several
/// places at its first. Linear. REQUIRES: documents are segmented.
std::vector<SourceSentence> StatingSentences(std::span<const Document> documents);

}  // namespace gloss
