#include "loaders/pdf_rows.h"

#include <array>
#include <iterator>
#include <numeric>
#include <utility>

namespace gloss {
namespace {

/// Gaps in multiples of the line's height.
constexpr double kCellGap = 1.5;
constexpr double kListMarkGap = 4;

/// True when the whole of `inner` lies within the width of `outer`: a mark above its line.
bool LiesWithin(const PdfLine& inner, const PdfLine& outer) {
  return inner.rect.x_min >= outer.rect.x_min - 1 && inner.rect.x_max <= outer.rect.x_max + 1;
}

bool BelongTogether(const PdfLine& left, const PdfLine& right) {
  if (LiesWithin(right, left) || LiesWithin(left, right)) return true;
  const double gap = right.rect.x_min - left.rect.x_max;
  const double height = std::max(left.height, right.height);
  if (gap < kCellGap * height) return true;
  return gap < kListMarkGap * height && left.words.size() == 1 &&
         IsListMark(left.words.front().text);
}

bool IsAsciiAlnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::vector<RowOfLines> GroupIntoRows(const std::vector<PdfLine>& lines) {
  RowOfLines order(lines.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&lines](size_t a, size_t b) {
    return lines[a].rect.y_center() < lines[b].rect.y_center();
  });
  std::vector<RowOfLines> rows;
  size_t main_line = 0;  // The row's line with the widest text speaks for the row.
  for (const size_t index : order) {
    if (!rows.empty() && VerticalOverlap(lines[main_line].rect, lines[index].rect) > 0.5) {
      rows.back().push_back(index);
      if (lines[index].rect.width() > lines[main_line].rect.width()) main_line = index;
    } else {
      rows.push_back({index});
      main_line = index;
    }
  }
  for (RowOfLines& row : rows) {
    std::stable_sort(row.begin(), row.end(), [&lines](size_t a, size_t b) {
      return lines[a].rect.x_min < lines[b].rect.x_min;
    });
  }
  return rows;
}

std::vector<PdfLine> JoinCells(std::vector<PdfLine> row) {
  std::vector<PdfLine> cells;
  for (PdfLine& line : row) {
    if (!cells.empty() && BelongTogether(cells.back(), line)) {
      PdfLine& cell = cells.back();
      std::move(line.words.begin(), line.words.end(), std::back_inserter(cell.words));
      MeasureLine(cell);
    } else {
      cells.push_back(std::move(line));
    }
  }
  return cells;
}

bool IsBullet(std::string_view text) {
  static constexpr std::array<std::string_view, 18> kBullets = {
      "•", "◦", "‣", "▪", "▫", "■", "□", "●", "○", "·", "–", "—", "-", "*", "◆", "➢", "✓", "⁃"};
  return std::find(kBullets.begin(), kBullets.end(), text) != kBullets.end();
}

bool IsListMark(std::string_view text) {
  if (IsBullet(text)) return true;
  if (text.size() > 12) return false;
  const bool opens = text.starts_with('(') || text.starts_with('[');
  const bool closes = text.ends_with(')') || text.ends_with(']');
  const bool ends = closes || text.ends_with('.') || text.ends_with(':');
  if (opens) text.remove_prefix(1);
  if (ends) text.remove_suffix(1);
  if (text.empty() || (opens && !closes)) return false;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return IsAsciiAlnum(c) || c == '.'; })) {
    return false;
  }
  const auto digits = std::count_if(text.begin(), text.end(), [](char c) {
    return c >= '0' && c <= '9';
  });
  if (digits > 0) {
    // 1  12.  2.1  A.1 ; but no years, amounts or words.
    const auto letters = static_cast<std::ptrdiff_t>(text.size()) - digits -
                         std::count(text.begin(), text.end(), '.');
    return letters <= 1 && text.size() <= 8 && !text.starts_with('.') &&
           (text.find('.') != std::string_view::npos || digits <= 3);
  }
  // a) iv) ; one letter or a small roman numeral needs a sign behind it.
  return ends && (text.size() == 1 || text.find_first_not_of("ivxIVX") == std::string_view::npos);
}

}  // namespace gloss
