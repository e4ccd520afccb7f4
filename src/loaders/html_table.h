#pragma once

#include <gumbo.h>

#include <vector>

#include "types/document.h"

namespace gloss {

/// Gives each cell of one HTML table its row and column, with colspan and rowspan as browsers read
/// them (at most 1,000 columns). Cells are told in source order.
class HtmlTableGrid {
 public:
  explicit HtmlTableGrid(int table) : table_(table) {}

  void StartRow() {
    ++row_;
    column_ = 0;
  }
  TableCell AddCell(const GumboElement& cell, bool in_head);

 private:
  int table_;
  int row_ = -1;
  int column_ = 0;
  std::vector<int> taken_until_;  // A column: the first row that is free again.
};

/// True for a table that only arranges a page: role="presentation", one cell, or a table with
/// headings or other tables in it and no th of its own.
bool IsLayoutTable(const GumboNode& table);

}  // namespace gloss
