#pragma once

#include <vector>

#include "loaders/pdf_orientation.h"

namespace gloss {

/// A stretch of one column: rows from top to bottom. A row of several cells is part of a table (or
/// a form), or cells side by side that no column explains.
struct PdfStrip {
  std::vector<std::vector<PdfLine>> rows;  ///< Each row by x, joined (JoinCells).
  double left = 0;                         ///< Edges of the strip's text.
  double right = 0;
};

/// Puts a page's lines into reading order. pdftotext's own order mixes columns when a page has
/// captions, notes or headings of several sizes, so it is not used; its lines are.
///
/// A place x parts the page into columns when lines of running text stand on both sides of it;
/// lines that cross it (titles, wide figures) part the page into bands, read one after the other,
/// in each the left side before the right. Both sides are cut further in the same way. Sides
/// without running text (numbers, labels, short cells) are no columns but a table, and stay row by
/// row.
std::vector<PdfStrip> OrderIntoStrips(OrientedLines page);

}  // namespace gloss
