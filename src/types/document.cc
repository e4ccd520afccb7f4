#include "types/document.h"

#include <algorithm>

namespace gloss {
namespace {

/// The source boxes that overlap the span; they are ordered by span.
std::pair<size_t, size_t> OverlappingBoxes(const Document& document, const Span& span) {
  const auto first = std::partition_point(
      document.boxes.begin(), document.boxes.end(),
      [&span](const SourceBox& entry) { return entry.span.end <= span.begin; });
  auto last = first;
  while (last != document.boxes.end() && last->span.begin < span.end) ++last;
  return {static_cast<size_t>(first - document.boxes.begin()),
          static_cast<size_t>(last - document.boxes.begin())};
}

/// Two words are on one line when their vertical extents overlap by more than half of the smaller.
bool OnOneLine(const Box& a, const Box& b) {
  const double overlap = std::min(a.y_max, b.y_max) - std::max(a.y_min, b.y_min);
  const double height = std::min(a.y_max - a.y_min, b.y_max - b.y_min);
  return a.page == b.page && overlap > height / 2;
}

}  // namespace

std::string_view BlockKindName(BlockKind kind) {
  switch (kind) {
    case BlockKind::kParagraph:
      return "paragraph";
    case BlockKind::kHeading:
      return "heading";
    case BlockKind::kListItem:
      return "list_item";
    case BlockKind::kTableCell:
      return "table_cell";
    case BlockKind::kCaption:
      return "caption";
    case BlockKind::kCode:
      return "code";
    case BlockKind::kQuote:
      return "quote";
    case BlockKind::kFootnote:
      return "footnote";
    case BlockKind::kComment:
      return "comment";
    case BlockKind::kFurniture:
      return "furniture";
  }
  return "paragraph";
}

std::vector<Box> BoxesOf(const Document& document, const Span& span) {
  std::vector<Box> lines;
  const auto [first, last] = OverlappingBoxes(document, span);
  for (size_t i = first; i < last; ++i) {
    const Box& box = document.boxes[i].box;
    // A word to the left of the line so far starts a new line (or a new column).
    if (!lines.empty() && OnOneLine(lines.back(), box) && box.x_min >= lines.back().x_min) {
      Box& line = lines.back();
      line.y_min = std::min(line.y_min, box.y_min);
      line.x_max = std::max(line.x_max, box.x_max);
      line.y_max = std::max(line.y_max, box.y_max);
    } else {
      lines.push_back(box);
    }
  }
  return lines;
}

std::optional<std::pair<int, int>> PagesOf(const Document& document, const Span& span) {
  const auto [first, last] = OverlappingBoxes(document, span);
  if (first == last) return std::nullopt;
  std::pair<int, int> pages{document.boxes[first].box.page, document.boxes[first].box.page};
  for (size_t i = first; i < last; ++i) {
    pages.first = std::min(pages.first, document.boxes[i].box.page);
    pages.second = std::max(pages.second, document.boxes[i].box.page);
  }
  return pages;
}

}  // namespace gloss
