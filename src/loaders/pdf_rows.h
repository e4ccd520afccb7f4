#pragma once

#include <cstddef>
#include <vector>

#include "loaders/pdf_text.h"

namespace gloss {

/// Lines side by side at one height, by x, as indexes into the lines they were made from.
using RowOfLines = std::vector<size_t>;

/// Rows from top to bottom. Lines that overlap vertically by more than half of the lower one's
/// height share a row, so raised reference marks are in the row of their word.
std::vector<RowOfLines> GroupIntoRows(const std::vector<PdfLine>& lines);

/// One row with its lines joined where they belong together (a gap of less than two letters, a
/// bullet or number before its text, a mark inside a line); what is left apart are table cells.
std::vector<PdfLine> JoinCells(std::vector<PdfLine> row);

/// True when the text is a list's bullet, or a list's or section's number: • – * 3. (a) iv) 2.1
bool IsListMark(std::string_view text);

/// True for a bullet alone: • – * and their kin.
bool IsBullet(std::string_view text);

}  // namespace gloss
