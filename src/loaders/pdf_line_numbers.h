#pragma once

#include <cstddef>
#include <vector>

#include "loaders/pdf_orientation.h"

namespace gloss {

/// Indexes of the lines that are line numbers of a draft or a transcript: numbers alone, one below
/// the other in the left margin, counting up by one over most of the page, while the text beside
/// them is not a table. Numbers that pdftotext joined with their text are cut off first and become
/// lines of their own.
std::vector<size_t> FindLineNumbers(OrientedLines& page);

}  // namespace gloss
