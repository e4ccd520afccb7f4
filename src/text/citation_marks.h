#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/tag_index.h"
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

/// The same for a text that may cite by the sentence tags of known sources: damaged tags are marks
/// too (mark_tags.h), told from other mark-up by the tags there are. Of <a3f5e824> and the like the
/// id is as written: what it stands for is TagIndex::Find's to say.
std::vector<CitationMark> FindCitationMarks(std::string_view text, const TagIndex& tags);

/// Markdown in which a renderer shows the marks as they are written, instead of making links of
/// them or leaving them out: a backslash is put before their punctuation. Lines of references,
/// their heading and a model's notes get an empty line around them, so that they do not flow into
/// the text. Footnotes stay, since loaders keep them.
std::string ProtectMarksInMarkdown(std::string_view markdown);

}  // namespace gloss
