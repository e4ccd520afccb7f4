#pragma once

#include <vector>

#include "loaders/pdf_orientation.h"
#include "loaders/pdf_text.h"

namespace gloss {

/// One page on its way from lines to blocks.
struct PdfPageLayout {
  int number = 0;
  OrientedLines body;                 ///< Most of the page's text.
  std::vector<OrientedLines> others;  ///< Text that is turned against the body.
  std::vector<std::vector<PdfLine>>
      furniture;  ///< Rows that TakeOutFurniture took out of the text.
};

/// Height of most of the document's letters.
double BodyHeight(const std::vector<PdfPageLayout>& pages);

/// Moves what belongs to the page and not to the text into `furniture`:
/// - rows at the top or bottom edge that stand at the same place on other pages, digits set aside;
/// - rows at an edge with a number that counts with the pages, and page numbers alone;
/// - on any page, a small line of few words at the very edge, well apart from the text;
/// - line numbers in the margin;
/// - turned text beside the body (a stamp or a watermark in the margin).
/// Rows are looked at from the edge inwards; the first one that is text ends it.
void TakeOutFurniture(std::vector<PdfPageLayout>& pages);

}  // namespace gloss
