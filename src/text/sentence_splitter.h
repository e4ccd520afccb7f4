#pragma once

#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

/// Name and version of the splitter and of the ICU rules under it; part of every report, since the
/// splitter moves scores. Changed whenever any text is split differently.
std::string_view SplitterVersion();

/// Cuts valid UTF-8 text into sentences. Lossless: spans are in order, do not overlap, begin and
/// end with a character that is not white space, and all bytes between them are white space.
/// Deterministic, offline, independent of the process locale, linear time in text.size().
/// Thread-safe.
///
/// `language` is an ISO 639-1 code; en, de, es, fr and it have rules of their own, other languages
/// (and "") use the rules of their script, and ICU's abbreviations where it has any.
///
/// Bases: Unicode Standard Annex 29 and CLDR's suppressions (ICU), then the project's rules.
/// - Blank lines always end a sentence. A single line end does so when the lines are items,
/// headings,
///   table rows or verses, and not within a hard-wrapped paragraph.
/// - Closing quotes and brackets, reference marks ("[3]", "³"), closing tags and emoji right after
/// a
///   full stop belong to the sentence that ends; opening ones to the next.
/// - Text without any sentence end is cut so that a model can read it: at white space (best after a
///   comma) once 3,000 code points are reached, without white space at 12,000.
/// - Thai and Lao have no sentence ends: two spaces, a line end, or one space after 300 bytes
/// divide.
std::vector<Span> SplitSentences(std::string_view text, std::string_view language);

}  // namespace gloss
