#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/tag_index.h"
#include "types/citation_mark.h"
#include "types/cited_text.h"
#include "types/document.h"

namespace gloss {

/// What one id means, as the caller says.
struct IdMeaning {
  std::string tag;       ///< A sentence tag; empty: a document.
  std::string document;  ///< Id, title, uri or file name.
  int sentence = -1;     ///< Of the document, from 0; -1: the document as a whole.
};

/// How ids are to be read that are no sentence tags.
struct CitationIds {
  bool numbers_are_sentences = false;  ///< [3] is the third sentence of all, not the third source.
  std::map<std::string, IdMeaning> table;  ///< By id as written; goes before all else.
};

/// Sources that ids are looked up in.
struct CitationSources {
  std::span<const Document> documents;  ///< With tags.
  size_t unread = 0;                    ///< Sources that were given and could not be read.
  const TagIndex& tags;                 ///< Of the documents.
};

/// Turns the marks of a text (citation_marks.h) into citations with what they name. One a target,
/// by span; definitions and a model's notes are none. An id is looked up, in this order, in the
/// caller's table, in the text's own definitions ("[^1]: …"), among sentence tags, and among places
/// and names of sources. What comes near one tag or one name is repaired; what comes near several
/// is unknown. Sentence and claims of a citation are left open.
std::vector<Citation> ResolveCitations(std::string_view text, std::span<const CitationMark> marks,
                                       const CitationSources& sources, const CitationIds& ids);

/// Marks of footnotes whose note names a source or quotes a sentence of one become definitions,
/// line and all: "[^1]: "The budget was approved." (City Budget)".
void PromoteDefinitions(std::string_view text, const CitationSources& sources,
                        std::vector<CitationMark>& marks);

}  // namespace gloss
