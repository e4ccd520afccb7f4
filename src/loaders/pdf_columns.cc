#include "loaders/pdf_columns.h"

#include <unicode/uchar.h>

#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "loaders/pdf_rows.h"

namespace gloss {
namespace {

using Lines = std::vector<PdfLine>;

constexpr int kMaxDepth = 8;
constexpr size_t kMaxLines = 20'000;  ///< More on one page than anybody reads: no columns.
constexpr size_t kMaxCandidates = 48;
constexpr double kMinGutter = 3;       ///< Points between two columns.
constexpr size_t kMinColumnLines = 2;  ///< Of running text on each side.
constexpr double kMinFill = 0.5;       ///< Share of a column's area that its text covers.
constexpr double kMinWords = 3.0;      ///< Mean words of a line of running text.
constexpr size_t kFewLines = 2;        ///< So few lines must be fuller to be running text.
constexpr double kMinFillOfFew = 0.75;
constexpr double kMinWordsOfFew = 4.5;
constexpr size_t kMaxSetOff = 80;   ///< Lines of a table's part beside the lines across.
constexpr double kHeadShare = 0.3;  ///< A page's head is at most this share of its text's height.
constexpr double kHeadGap = 1.6;    ///< Gap below it, in line heights.

enum class Side { kLeft, kRight, kAcross };

Rect Bounds(const Lines& lines) {
  Rect bounds = lines.front().rect;
  for (const PdfLine& line : lines) bounds.Add(line.rect);
  return bounds;
}

double MedianHeight(const Lines& lines) {
  std::vector<WeightedValue> heights;
  for (const PdfLine& line : lines) {
    heights.push_back({line.height, static_cast<double>(line.CountBytes())});
  }
  return WeightedMedian(std::move(heights));
}

/// Words in the sense of "how much running text": scripts without spaces count three letters a
/// word.
double CountWords(const PdfLine& line) {
  double words = 0;
  for (const PdfWord& word : line.words) {
    const char32_t first = FirstCodePoint(word.text);
    const bool is_spaced = u_hasBinaryProperty(static_cast<UChar32>(first), UCHAR_IDEOGRAPHIC) == 0;
    words += is_spaced ? 1 : std::max(1.0, static_cast<double>(CountCodePoints(word.text)) / 3);
  }
  return words;
}

/// True when the lines are running text that fills its column.
bool IsRunningText(const Lines& lines, const std::vector<size_t>& members) {
  if (members.size() < kMinColumnLines) return false;
  double words = 0;
  double width = 0;
  double height = 0;
  Rect bounds = lines[members.front()].rect;
  double last_center = -1e9;
  double rows = 0;
  for (const size_t index : members) {  // In order of height on the page.
    const PdfLine& line = lines[index];
    words += CountWords(line);
    width += line.rect.width();
    height += line.height;
    bounds.Add(line.rect);
    if (line.rect.y_center() - last_center > line.height / 2) {
      last_center = line.rect.y_center();
      ++rows;
    }
  }
  const auto count = static_cast<double>(members.size());
  const bool are_few = rows <= kFewLines;
  return words / count >= (are_few ? kMinWordsOfFew : kMinWords) &&
         width >= (are_few ? kMinFillOfFew : kMinFill) * rows * bounds.width() &&
         width / count >= 5 * height / count;
}

/// A stretch from top to bottom: lines on both sides of the gutter, or lines across it.
struct Band {
  std::vector<size_t> left;
  std::vector<size_t> right;
  std::vector<size_t> across;
  bool has_columns = false;
};

struct Parting {
  std::vector<Band> bands;
  double score = 0;
};

Side SideOf(const PdfLine& line, double x) {
  if (line.rect.x_min >= x - 1) return Side::kRight;
  return line.rect.x_max <= x - kMinGutter ? Side::kLeft : Side::kAcross;
}

/// Parts the lines (sorted by y) at x. The score counts the lines that stand in columns; every line
/// that interrupts columns costs.
Parting PartAt(const Lines& lines, double x) {
  Parting parting;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Side side = SideOf(lines[i], x);
    const bool was_across = !parting.bands.empty() && !parting.bands.back().across.empty();
    if (parting.bands.empty() || was_across != (side == Side::kAcross))
      parting.bands.emplace_back();
    Band& band = parting.bands.back();
    (side == Side::kLeft    ? band.left
     : side == Side::kRight ? band.right
                            : band.across)
        .push_back(i);
  }
  size_t column_bands = 0;
  for (Band& band : parting.bands) {
    band.has_columns = IsRunningText(lines, band.left) && IsRunningText(lines, band.right);
    if (!band.has_columns) continue;
    ++column_bands;
    parting.score += static_cast<double>(band.left.size() + band.right.size());
  }
  if (column_bands > 1) parting.score -= 4.0 * static_cast<double>(column_bands - 1);
  return parting;
}

/// Number of lines at the band's end (or at its start) that a gap through the whole band sets off
/// and that are no columns: the part of a table beside the lines across.
size_t CountSetOff(const Lines& lines, const Band& band, bool at_end) {
  std::vector<size_t> members = band.left;
  members.insert(members.end(), band.right.begin(), band.right.end());
  std::sort(members.begin(), members.end());
  size_t set_off = 0;
  double bottom = -1e9;
  for (size_t k = 0; k < members.size(); ++k) {
    const PdfLine& line = lines[members[k]];
    const bool is_gap = k > 0 && line.rect.y_min - bottom >= 0.8 * line.height;
    bottom = std::max(bottom, line.rect.y_max);
    if (!is_gap || (at_end ? members.size() - k : k) > kMaxSetOff) continue;
    const auto cut = members[k];
    const auto is_set_off = [&](const std::vector<size_t>& side) {
      std::vector<size_t> part;
      std::copy_if(side.begin(), side.end(), std::back_inserter(part),
                   [&](size_t i) { return at_end ? i >= cut : i < cut; });
      return !IsRunningText(lines, part);
    };
    if (!is_set_off(band.left) || !is_set_off(band.right)) continue;
    if (at_end) return members.size() - k;
    set_off = k;
  }
  return set_off;
}

/// The band without what belongs to the lines across above and below it, which become bands.
std::vector<Band> TrimBand(const Lines& lines, const Band& band, bool is_below_across,
                           bool is_above_across) {
  std::vector<size_t> members = band.left;
  members.insert(members.end(), band.right.begin(), band.right.end());
  std::sort(members.begin(), members.end());
  const size_t head = is_below_across ? CountSetOff(lines, band, false) : 0;
  const size_t tail = is_above_across ? CountSetOff(lines, band, true) : 0;
  if (head + tail == 0 || head + tail >= members.size()) return {band};
  const size_t first = members[head];
  const size_t end = tail == 0 ? lines.size() : members[members.size() - tail];
  std::vector<Band> parts(3);
  for (const size_t i : members) {
    if (i < first) parts[0].across.push_back(i);
    if (i >= end) parts[2].across.push_back(i);
  }
  const auto is_inside = [&](size_t i) { return i >= first && i < end; };
  std::copy_if(band.left.begin(), band.left.end(), std::back_inserter(parts[1].left), is_inside);
  std::copy_if(band.right.begin(), band.right.end(), std::back_inserter(parts[1].right), is_inside);
  parts[1].has_columns =
      IsRunningText(lines, parts[1].left) && IsRunningText(lines, parts[1].right);
  return parts[1].has_columns ? parts : std::vector<Band>{band};
}

/// Left edges that several lines share: where a right column may begin.
std::vector<double> CandidateEdges(const Lines& lines) {
  std::vector<double> edges;
  for (const PdfLine& line : lines) edges.push_back(line.rect.x_min);
  std::sort(edges.begin(), edges.end());
  std::vector<std::pair<size_t, double>> clusters;  // (lines, edge)
  for (size_t begin = 0; begin < edges.size();) {
    size_t end = begin;
    while (end < edges.size() && edges[end] - edges[begin] <= 3) ++end;
    if (end - begin >= kMinColumnLines) clusters.emplace_back(end - begin, edges[begin]);
    begin = end;
  }
  std::stable_sort(clusters.begin(), clusters.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (clusters.size() > kMaxCandidates) clusters.resize(kMaxCandidates);
  std::vector<double> candidates;
  for (const auto& [count, edge] : clusters) candidates.push_back(edge);
  return candidates;
}

std::optional<Parting> BestParting(const Lines& lines) {
  std::optional<Parting> best;
  for (const double x : CandidateEdges(lines)) {
    Parting parting = PartAt(lines, x);
    if (parting.score <= 0) continue;
    if (!best || parting.score > best->score) best = std::move(parting);
  }
  return best;
}

class StripMaker {
 public:
  std::vector<PdfStrip> Make(OrientedLines page) {
    Lines lines = std::move(page.lines);
    if (lines.empty()) return {};
    std::stable_sort(lines.begin(), lines.end(), [](const PdfLine& a, const PdfLine& b) {
      return a.rect.y_center() < b.rect.y_center();
    });
    if (const size_t head = HeadLines(lines); head > 0) {
      Part(Lines(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(head)), 0);
      lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(head));
    }
    Part(std::move(lines), 0);
    return std::move(strips_);
  }

 private:
  /// Number of lines above the first wide gap through the whole page, when they are its head: a few
  /// lines before columns begin. They are read before all columns, also where they stand over one.
  static size_t HeadLines(const Lines& lines) {
    const Rect bounds = Bounds(lines);
    const double gap = kHeadGap * MedianHeight(lines);
    double bottom = lines.front().rect.y_max;
    size_t head = 0;
    for (size_t i = 1; i < lines.size(); ++i) {
      if (bottom - bounds.y_min > kHeadShare * bounds.height()) break;
      if (lines[i].rect.y_min - bottom >= gap) head = i;
      bottom = std::max(bottom, lines[i].rect.y_max);
    }
    // Running text in columns above a gap is no head but the upper part of the columns.
    const Lines above(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(head));
    return head > 0 && !BestParting(above) ? head : 0;
  }

  void Part(Lines lines, int depth) {
    if (lines.empty()) return;
    const bool is_parted = depth < kMaxDepth && lines.size() <= kMaxLines;
    const auto parting = is_parted ? BestParting(lines) : std::nullopt;
    if (!parting) {
      AddStrip(std::move(lines));
      return;
    }
    std::vector<Band> bands;
    for (size_t i = 0; i < parting->bands.size(); ++i) {
      const Band& band = parting->bands[i];
      const bool is_inner = i + 1 < parting->bands.size();
      const auto parts =
          band.has_columns ? TrimBand(lines, band, i > 0, is_inner) : std::vector<Band>{band};
      bands.insert(bands.end(), parts.begin(), parts.end());
    }
    Lines pending;  // Bands without columns, in order.
    for (const Band& band : bands) {
      if (!band.has_columns) {
        std::vector<size_t> members = band.left;
        members.insert(members.end(), band.right.begin(), band.right.end());
        members.insert(members.end(), band.across.begin(), band.across.end());
        std::sort(members.begin(), members.end());
        for (const size_t index : members) pending.push_back(std::move(lines[index]));
        continue;
      }
      Part(std::exchange(pending, {}), depth + 1);
      for (const auto* side : {&band.left, &band.right}) {
        Lines column;
        for (const size_t index : *side) column.push_back(std::move(lines[index]));
        Part(std::move(column), depth + 1);
      }
    }
    Part(std::move(pending), depth + 1);
  }

  void AddStrip(Lines lines) {
    PdfStrip strip;
    const Rect bounds = Bounds(lines);
    strip.left = bounds.x_min;
    strip.right = bounds.x_max;
    for (const RowOfLines& row : GroupIntoRows(lines)) {
      Lines members;
      for (const size_t index : row) members.push_back(std::move(lines[index]));
      strip.rows.push_back(JoinCells(std::move(members)));
      for (PdfLine& line : strip.rows.back()) MarkRaisedWords(line);
    }
    strips_.push_back(std::move(strip));
  }

  std::vector<PdfStrip> strips_;
};

}  // namespace

std::vector<PdfStrip> OrderIntoStrips(OrientedLines page) {
  return StripMaker().Make(std::move(page));
}

}  // namespace gloss
