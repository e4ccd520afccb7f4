#pragma once

#include <string_view>
#include <vector>

#include "loaders/pdf_blocks.h"

namespace gloss {

/// Letters this much larger than the body's make a heading.
inline constexpr double kHeadingSize = 1.12;

/// A strip's edges and the document's letter height.
struct StripStyle {
  double left = 0;
  double right = 0;
  double body_height = 0;
};

/// Begins with a bullet, or with a number or letter as lists have it: "1." "(a)" "iv)".
bool StartsListItem(const PdfLine& line);

/// A line of a table of contents, where dots lead from its text to its page number, or a rule made
/// of hyphens, underscores and the like.
bool IsRuledLine(const PdfLine& line);

/// "Figure 3.", "Tabelle 2:", "Fig. 4 –" and their kin in the product's five languages; not a
/// sentence that begins with a figure's name.
bool IsCaption(std::string_view text);

/// Sets the kind of each block of one strip, given in order with their gaps: captions, list items,
/// headings, footnotes (small letters with a mark, below all else); the rest are paragraphs.
void ClassifyBlocks(std::vector<PdfBlock>& blocks, const StripStyle& style);

}  // namespace gloss
