#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/cited_text.h"
#include "writing/instructions.h"
#include "writing/statements.h"

namespace gloss {

/// A statement at its place in the text.
struct PlacedStatement {
  Statement statement;
  SentenceRef source;  ///< The one sentence that it cites.
};

/// The mark that cites a sentence (docs/formats/sentence_tags.md).
std::string CitationMarkOf(std::string_view tag);

/// Writes statements, each with its citation behind it, as prose, bullets or sections into
/// `text.text`, and describes them in its sentences, claims and citations. REQUIRES: statements are
/// in the order of their sources; `text.documents` are segmented and have tags.
///
/// Prose has a new paragraph where the source has a new heading, or after five sentences. Sections
/// have the headings of the source, where there are any, else the documents' titles, else the
/// beginning, the middle and the end. Headings are no statements and cite nothing; mark-up in them
/// is taken out.
void LayOut(std::span<const PlacedStatement> statements, WritingStyle style, CitedText& text);

}  // namespace gloss
