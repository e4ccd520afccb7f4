#pragma once

#include <span>

#include "types/document.h"

namespace gloss {

/// Fills document.sentences: every block but furniture is cut by SplitSentences (a document without
/// blocks as a whole), in document order. Detects the language first when it is empty.
void Segment(Document& document);

/// Gives every sentence of all documents its tag (docs/formats/sentence_tags.md): the first 8 hex
/// digits of the MD5 of its text; same text, same tag; a different text with a taken tag is re-hashed
/// as MD5(text, NUL, counter from 1 in decimal) until the tag is free. Order: documents as given,
/// then sentences.
void AssignTags(std::span<Document> documents);

}  // namespace gloss
