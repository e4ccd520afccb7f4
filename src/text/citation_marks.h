#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/citation_mark.h"

namespace gloss {

/// Finds the citation marks of a response in any of the forms of MarkForm, by begin; a mark may lie
/// within the content of another. Targets have their ids only, and sentence is -1.
///
/// Not marks: years and other long numbers ([2024]), [sic], indices in code (a[1], args[0]),
/// intervals (CI [3, 9], "54 [45-63]"), chemical names ([2H], bicyclo[2.2.1]heptane), Markdown task
/// boxes, images and links whose text is prose, ordinary HTML, exponents (m², 10⁻³), and everything
/// within code spans and fences.
///
/// Takes any bytes and never fails. Linear in text.size(). Thread-safe.
std::vector<CitationMark> FindCitationMarks(std::string_view text);

/// Markdown in which a renderer shows the marks as they are written, instead of making links of
/// them or leaving them out: a backslash is put before their punctuation. Lines of references,
/// their heading and a model's notes get an empty line around them, so that they do not flow into
/// the text. Footnotes stay, since loaders keep them.
std::string ProtectMarksInMarkdown(std::string_view markdown);

}  // namespace gloss
