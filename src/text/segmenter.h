#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "types/document.h"

namespace gloss {

/// Fills document.sentences: every block but furniture is cut by SplitSentences (a document without
/// blocks as a whole), in document order. Detects the language first when it is empty.
/// REQUIRES: document.text is valid UTF-8, blocks are in order and do not overlap.
void Segment(Document& document);

/// Gives every sentence of all documents its tag (docs/formats/sentence_tags.md): the first 8 hex
/// digits of the MD5 of its text; same text, same tag; a different text with a taken tag is
/// re-hashed as MD5(text, NUL, counter from 1 in decimal) until the tag is free. Order: documents
/// as given, then sentences.
void AssignTags(std::span<Document> documents);

/// The same with another digest: any function from bytes to at least 8 hex digits. For tests of the
/// collision rule.
using HexDigest = std::function<std::string(std::string_view)>;
void AssignTags(std::span<Document> documents, const HexDigest& digest);

}  // namespace gloss
