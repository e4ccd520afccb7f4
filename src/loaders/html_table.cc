#include "loaders/html_table.h"

#include <algorithm>
#include <utility>

#include "loaders/html_element.h"

namespace gloss {
namespace {

constexpr int kMaxColumns = 1000;
constexpr int kMaxRowSpan = 65534;
/// Nodes that are looked at to tell a layout table; keeps nested tables from quadratic time.
constexpr int kMaxProbe = 2000;

}  // namespace

TableCell HtmlTableGrid::AddCell(const GumboElement& cell, bool in_head) {
  if (row_ < 0) StartRow();
  const auto is_taken = [this](int column) {
    return static_cast<size_t>(column) < taken_until_.size() &&
           taken_until_[static_cast<size_t>(column)] > row_;
  };
  while (column_ < kMaxColumns && is_taken(column_)) ++column_;
  TableCell place;
  place.table = table_;
  place.row = row_;
  place.column = column_;
  place.is_header = in_head || cell.tag == GUMBO_TAG_TH;

  const int columns = std::max(1, NumberAttribute(cell, "colspan", 1, kMaxColumns));
  int rows = NumberAttribute(cell, "rowspan", 1, kMaxRowSpan);
  if (rows == 0) rows = kMaxRowSpan;
  const int end = std::min(column_ + columns, kMaxColumns);
  if (rows > 1 && static_cast<size_t>(end) > taken_until_.size()) {
    taken_until_.resize(static_cast<size_t>(end), 0);
  }
  for (int column = column_; rows > 1 && column < end; ++column) {
    taken_until_[static_cast<size_t>(column)] = row_ + rows;
  }
  column_ = end;
  return place;
}

bool IsLayoutTable(const GumboNode& table) {
  const GumboElement& element = table.v.element;
  if (HasAriaRole(element, "presentation") || HasAriaRole(element, "none")) return true;
  int cells = 0;
  bool arranges = false;
  std::vector<std::pair<const GumboVector*, unsigned>> open = {{&element.children, 0}};
  for (int probed = 0; !open.empty() && probed < kMaxProbe; ++probed) {
    auto& [children, next] = open.back();
    if (next == children->length) {
      open.pop_back();
      continue;
    }
    const auto* child = static_cast<const GumboNode*>(children->data[next++]);
    if (child->type != GUMBO_NODE_ELEMENT) continue;
    switch (RoleOf(child->v.element)) {
      case HtmlRole::kTable:
        arranges = true;
        continue;  // What is in the inner table is its own.
      case HtmlRole::kHeading:
        arranges = true;
        break;
      case HtmlRole::kCell:
        if (child->v.element.tag == GUMBO_TAG_TH) return false;
        ++cells;
        break;
      case HtmlRole::kCaption:
        if (child->v.element.tag == GUMBO_TAG_CAPTION) return false;
        break;
      default:
        break;
    }
    open.emplace_back(&child->v.element.children, 0);
  }
  return arranges || cells <= 1;
}

}  // namespace gloss
