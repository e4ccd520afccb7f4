#pragma once

#include <string>
#include <vector>

#include "loaders/pdf_blocks.h"
#include "loaders/pdf_hyphenation.h"
#include "types/document.h"

namespace gloss {

/// A block's text and the boxes of its words, spans relative to the text.
struct PdfBlockText {
  std::string text;
  std::vector<SourceBox> boxes;
};

/// Writes a block's words one after the other: no space between words that touch or before a raised
/// reference mark, line ends as `joiner` decides, a tab between the cells of a row. A word that a
/// hyphen cut has two boxes that adjoin.
PdfBlockText WriteBlock(const PdfBlock& block, const LineJoiner& joiner);

}  // namespace gloss
