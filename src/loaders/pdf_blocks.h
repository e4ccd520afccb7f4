#pragma once

#include <cstddef>
#include <vector>

#include "loaders/pdf_columns.h"
#include "loaders/pdf_text.h"
#include "types/document.h"

namespace gloss {

/// A paragraph, heading, list item, note, caption or table row, still with its lines.
struct PdfBlock {
  BlockKind kind = BlockKind::kParagraph;
  int heading_level = 0;
  std::vector<PdfLine> lines;  ///< Lines of text; for a row its cells.
  bool is_row = false;
  int page = 0;
  size_t strip = 0;            ///< Number of the strip in the document.
  double height = 0;           ///< Of most of its letters.
  double right = 0;            ///< Right edge of its strip.
  bool is_indented = false;    ///< The first line begins further in than the second.
  bool has_gap_above = false;  ///< First of its strip, or more than a line's distance above.

  size_t CountWords() const;
};

/// What is usual in the document.
struct PdfStyle {
  double body_height = 0;   ///< Height of most letters.
  double line_pitch = 1.2;  ///< Distance of lines in heights.
};

/// A strip and the page it stands on.
struct PdfPlacedStrip {
  int page = 0;
  PdfStrip strip;
};

/// The usual distance of lines in the strips, in heights; 1.2 when nothing tells.
double UsualLinePitch(const std::vector<PdfPlacedStrip>& strips);

/// Cuts a strip into blocks at wider gaps, changes of size, indents, list marks and short last
/// lines, and finds out what each is, except heading levels (SetHeadingLevels).
std::vector<PdfBlock> CutIntoBlocks(PdfStrip strip, const PdfStyle& style);

/// Levels for all headings of the document: larger letters are higher; headings in the size of the
/// body come below them, by the depth of their number.
void SetHeadingLevels(std::vector<PdfBlock>& blocks, const PdfStyle& style);

/// Joins a paragraph that a column, a page, a note or a figure interrupts with its continuation: it
/// ends without a sentence end, and what follows in the next column goes on in the same size
/// without an indent. Notes, captions and rows in between come after the joined paragraph.
void JoinContinuations(std::vector<PdfBlock>& blocks);

}  // namespace gloss
