#pragma once

#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

/// Name and version of the splitter; part of every report, since the splitter moves scores.
/// Changed whenever any text is split differently.
std::string_view SplitterVersion();

/// Cuts valid UTF-8 text into sentences. Lossless: spans are in order, do not overlap, begin and end
/// with a byte that is not white space, and all bytes between them are white space. Deterministic,
/// offline, linear time in text.size().
///
/// `language` is an ISO 639-1 code; en, de, es, fr and it have rules of their own, other languages
/// (and "") use the rules of their script alone.
std::vector<Span> SplitSentences(std::string_view text, std::string_view language);

}  // namespace gloss
