#include "loaders/pdf_rows.h"

#include <array>
#include <iterator>
#include <numeric>
#include <utility>

#include "loaders/ascii.h"

namespace gloss {
namespace {

/// Gaps in multiples of the line's height. Among several pieces of a row a smaller gap parts cells.
constexpr double kCellGap = 1.5;
constexpr double kCellGapOfMany = 0.9;
constexpr double kListMarkGap = 4;
constexpr double kNumberGap = 0.4;  ///< Two numbers side by side are two cells.

/// True when the whole of `inner` lies within the width of `outer`: a mark above its line.
bool LiesWithin(const PdfLine& inner, const PdfLine& outer) {
  return inner.rect.x_min >= outer.rect.x_min - 1 && inner.rect.x_max <= outer.rect.x_max + 1;
}

bool IsNumber(std::string_view text) {
  return text.find_first_not_of("0123456789.,%-+$") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

bool BelongTogether(const PdfLine& left, const PdfLine& right, double cell_gap) {
  if (LiesWithin(right, left) || LiesWithin(left, right)) return true;
  const double gap = right.rect.x_min - left.rect.x_max;
  const double height = std::max(left.height, right.height);
  if (IsNumber(left.words.back().text) && IsNumber(right.words.front().text)) {
    return gap < kNumberGap * height;
  }
  if (gap < cell_gap * height) return true;
  return gap < kListMarkGap * height && left.words.size() == 1 &&
         IsListMark(left.words.front().text);
}

/// True when the line stands above or below one that is in the row already.
bool StandsOverMember(const std::vector<PdfLine>& lines, const RowOfLines& row,
                      const PdfLine& line) {
  constexpr size_t kLastMembers = 24;  // Enough to see, and keeps long rows linear.
  const size_t first = row.size() > kLastMembers ? row.size() - kLastMembers : 0;
  return std::any_of(row.begin() + static_cast<std::ptrdiff_t>(first), row.end(), [&](size_t i) {
    const Rect& member = lines[i].rect;
    const double overlap =
        std::min(member.x_max, line.rect.x_max) - std::max(member.x_min, line.rect.x_min);
    return overlap > 0.3 * std::min(member.width(), line.rect.width()) &&
           VerticalOverlap(member, line.rect) < 0.5;
  });
}

/// Each stretch of digits is shorter than a year's.
bool HasShortNumbers(std::string_view text) {
  size_t digits = 0;
  for (const char c : text) {
    digits = IsAsciiDigit(c) ? digits + 1 : 0;
    if (digits > 3) return false;
  }
  return true;
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
    if (!rows.empty() && VerticalOverlap(lines[main_line].rect, lines[index].rect) > 0.5 &&
        !StandsOverMember(lines, rows.back(), lines[index])) {
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
  const double cell_gap = row.size() > 2 ? kCellGapOfMany : kCellGap;
  std::vector<PdfLine> cells;
  for (PdfLine& line : row) {
    if (!cells.empty() && BelongTogether(cells.back(), line, cell_gap)) {
      PdfLine& cell = cells.back();
      std::move(line.words.begin(), line.words.end(), std::back_inserter(cell.words));
      cell.rect.Add(line.rect);
      cell.height = std::max(cell.height, line.height);
    } else {
      cells.push_back(std::move(line));
    }
  }
  for (PdfLine& cell : cells) MeasureLine(cell);
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
  const auto is_mark_sign = [](char c) { return IsAsciiDigit(c) || IsAsciiAlpha(c) || c == '.'; };
  if (!std::all_of(text.begin(), text.end(), is_mark_sign) || !HasShortNumbers(text)) return false;
  const auto digits = std::count_if(text.begin(), text.end(), IsAsciiDigit);
  if (digits > 0) {
    // 1  12.  2.1  A.1 ; but no years, amounts or words.
    const auto letters = static_cast<std::ptrdiff_t>(text.size()) - digits -
                         std::count(text.begin(), text.end(), '.');
    return letters <= 1 && text.size() <= 8 && !text.starts_with('.');
  }
  // a) iv) ; one letter or a small roman numeral needs a sign behind it.
  return ends && (text.size() == 1 || text.find_first_not_of("ivxIVX") == std::string_view::npos);
}

}  // namespace gloss
