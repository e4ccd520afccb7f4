#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// Text of a source as it may stand beside sentence tags: whatever a reader of cited text could
/// take for a citation, real or faked, is escaped, so that it stays text when a writer copies it
/// (docs/formats/sentence_tags.md, "Escapes"). Everything else is left alone. Takes any bytes;
/// linear.
std::string EscapeMarks(std::string_view text);

/// The text that was escaped. UnescapeMarks(EscapeMarks(text)) == text for any text.
std::string UnescapeMarks(std::string_view text);

/// Sentences [begin, end) of a document between their tags, as a model reads them:
/// `<5d41402a>hello</5d41402a>`, the white space between them as it is in the document.
/// REQUIRES: tags are assigned (segmenter.h); begin <= end <= number of sentences.
std::string TagSentences(const Document& document, size_t begin, size_t end);

/// Whole documents. Several are parted by a line `## d1: Title` before each.
std::string TagDocuments(std::span<const Document> documents);

/// What a tag stands for.
struct TagEntry {
  std::string tag;
  std::vector<SentenceRef> places;  ///< In document order; never empty. Several: a duplicate.
  bool rehashed = false;            ///< Another text had its first tag (a collision).
};

/// All tags in the order of their first places.
std::vector<TagEntry> TagTable(std::span<const Document> documents);

}  // namespace gloss
