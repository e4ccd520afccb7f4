#pragma once

#include <vector>

#include "loaders/pdf_text.h"

namespace gloss {

/// Lines of one page that are read in the same direction, with their rects in that direction's
/// frame: upright, left to right (right-to-left text is mirrored), y downwards from 0.
struct OrientedLines {
  double width = 0;  ///< Of the page in this frame.
  double height = 0;
  std::vector<PdfLine> lines;
};

/// Groups a page's lines by how they are turned (upright, clockwise, counter-clockwise), the group
/// with most text first, and gives each its frame. Lines are measured (MeasureLine).
/// Text that is drawn upside down counts as upright.
std::vector<OrientedLines> SplitByOrientation(PdfPage page);

}  // namespace gloss
