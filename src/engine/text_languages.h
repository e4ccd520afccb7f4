#pragma once

#include <span>
#include <string>
#include <vector>

#include "types/document.h"

namespace gloss {

/// The languages of a response and its sources, sorted, without repetition. "" stands for one that
/// was not recognised in a text long enough to tell; short texts without a language say nothing.
/// Nothing: no text has a language. REQUIRES: the documents are segmented (Document::language).
std::vector<std::string> LanguagesOf(const Document& response, std::span<const Document> sources);

}  // namespace gloss
