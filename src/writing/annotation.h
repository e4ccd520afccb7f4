#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "types/cited_text.h"
#include "types/document.h"
#include "types/span.h"

namespace gloss {

/// A citation that stands beside a text, as the JSON of other systems has it. What is not told is
/// empty.
struct Annotation {
  Span span;                       ///< What it is about, in the text.
  std::string id;                  ///< Its source, in the words of the JSON: "document 0".
  int document = -1;               ///< Place of the source among those given, from 0.
  std::vector<std::string> names;  ///< Title, address, file name or id of the source.
  std::string quote;               ///< Of the source.
  std::optional<std::pair<size_t, size_t>> characters;  ///< Of the source, in code points.
  std::optional<std::pair<int, int>> pages;             ///< Of the source, first and last, from 1.
};

/// Turns annotations into citations with what they name. The quote says best what is meant; then
/// characters and pages; a source alone is cited as a whole. Where place and name of the source
/// disagree, or the quote stands in another source than the one that is named, the citation is
/// repaired; a quote that no source has makes it unknown.
std::vector<Citation> ResolveAnnotations(const std::vector<Annotation>& annotations,
                                         const std::vector<Document>& documents, size_t unread);

}  // namespace gloss
