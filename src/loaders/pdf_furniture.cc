#include "loaders/pdf_furniture.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "loaders/ascii.h"
#include "loaders/pdf_line_numbers.h"
#include "loaders/pdf_rows.h"

namespace gloss {
namespace {

constexpr double kEdgeZone = 0.18;  ///< Share of the page's height in which repeats are looked for.
constexpr double kMarginZone = 0.08;  ///< Share in which a single page's header or footer stands.
constexpr size_t kMaxEdgeRows = 4;
constexpr double kSamePlace = 6;  ///< Points.

/// A row at the top or bottom of a page.
struct EdgeRow {
  RowOfLines lines;
  Rect rect;
  double height = 0;
  double gap = 0;       ///< To the next row towards the middle of the page.
  double distance = 0;  ///< From the page's edge.
  std::string text;
  std::string key;                   ///< Text with digits set aside.
  std::optional<long> first_number;  ///< Set when it stands apart from the rest of the row.
  std::optional<long> last_number;
  size_t cells = 0;
  bool has_page_cell = false;  ///< One cell is a page's number: "Page 1/3".
};

struct PageEdges {
  std::vector<EdgeRow> top;  ///< From the edge inwards.
  std::vector<EdgeRow> bottom;
};

/// "Page 12 of 40" → "page # of #"; a roman numeral alone is a number too.
std::string KeyOf(std::string_view text) {
  if (!text.empty() && text.size() <= 6 &&
      text.find_first_not_of("ivxlcIVXLC") == std::string_view::npos) {
    return "#";
  }
  std::string key;
  for (const char c : text) {
    if (!IsAsciiDigit(c)) {
      key += AsciiLower(c);
    } else if (!key.ends_with('#')) {
      key += '#';
    }
  }
  return key;
}

/// A number of up to four digits that is the whole cell.
std::optional<long> NumberOf(const PdfLine& cell) {
  const std::string text = cell.Text();
  if (!IsAllDigits(text) || text.size() > 5) return std::nullopt;
  return std::stol(text);
}

/// "12", "- 12 -", "7-45", "Page 3 of 9", "S. 4", "3 / 9".
bool IsPageNumber(std::string_view key) {
  static constexpr std::array<std::string_view, 24> kForms = {
      "#",        "- # -",         "– # –",  "-#-",          "#-#",      "#–#",
      "# / #",    "#/#",           "page #", "page # of #",  "page #/#", "p. #",
      "seite #",  "seite # von #", "s. #",   "page # sur #", "página #", "página # de #",
      "pagina #", "pagina # di #", "pág. #", "pag. #",       "# of #",   "[#]"};
  return std::find(kForms.begin(), kForms.end(), key) != kForms.end();
}

EdgeRow MakeEdgeRow(const std::vector<PdfLine>& lines, const RowOfLines& row) {
  EdgeRow edge;
  edge.lines = row;
  edge.rect = lines[row.front()].rect;
  std::vector<PdfLine> members;
  for (const size_t index : row) {
    edge.rect.Add(lines[index].rect);
    edge.height = std::max(edge.height, lines[index].height);
    members.push_back(lines[index]);
  }
  const std::vector<PdfLine> cells = JoinCells(std::move(members));
  edge.cells = cells.size();
  for (const PdfLine& cell : cells) {
    if (!edge.text.empty()) edge.text += ' ';
    const std::string text = cell.Text();
    edge.has_page_cell = edge.has_page_cell || (cells.size() > 1 && IsPageNumber(KeyOf(text)));
    edge.text += text;
  }
  edge.key = KeyOf(edge.text);
  if (cells.size() > 1) {
    edge.first_number = NumberOf(cells.front());
    edge.last_number = NumberOf(cells.back());
  }
  return edge;
}

PageEdges EdgesOf(const OrientedLines& body) {
  PageEdges edges;
  const std::vector<RowOfLines> rows = GroupIntoRows(body.lines);
  for (size_t i = 0; i < std::min(rows.size(), kMaxEdgeRows); ++i) {
    EdgeRow row = MakeEdgeRow(body.lines, rows[i]);
    row.distance = row.rect.y_min;
    row.gap = 1e6;
    if (i + 1 < rows.size()) {
      row.gap = MakeEdgeRow(body.lines, rows[i + 1]).rect.y_min - row.rect.y_max;
    }
    if (row.rect.y_max > body.height * kEdgeZone) break;
    edges.top.push_back(std::move(row));
  }
  for (size_t i = 0; i < std::min(rows.size(), kMaxEdgeRows); ++i) {
    EdgeRow row = MakeEdgeRow(body.lines, rows[rows.size() - 1 - i]);
    row.distance = body.height - row.rect.y_max;
    row.gap = 1e6;
    if (i + 1 < rows.size()) {
      row.gap = row.rect.y_min - MakeEdgeRow(body.lines, rows[rows.size() - 2 - i]).rect.y_max;
    }
    if (body.height - row.rect.y_min > body.height * kEdgeZone) break;
    edges.bottom.push_back(std::move(row));
  }
  return edges;
}

/// Where rows with the same key, or a number that counts with the pages, have been seen.
class EdgeRegister {
 public:
  void Add(const EdgeRow& row, int page, bool is_top) {
    for (const std::string& key : KeysOf(row, page, is_top)) {
      seen_[key].push_back({page, row.distance});
    }
  }

  bool IsRepeated(const EdgeRow& row, int page, bool is_top) const {
    for (const std::string& key : KeysOf(row, page, is_top)) {
      for (const auto& [other, distance] : seen_.at(key)) {
        if (other != page && std::abs(distance - row.distance) <= kSamePlace) return true;
      }
    }
    return false;
  }

 private:
  static std::vector<std::string> KeysOf(const EdgeRow& row, int page, bool is_top) {
    const std::string side = is_top ? "top " : "bottom ";
    std::vector<std::string> keys{side + row.key};
    for (const auto& number : {row.first_number, row.last_number}) {
      if (number) keys.push_back(side + "counts " + std::to_string(*number - page));
    }
    return keys;
  }

  struct Place {
    int page;
    double distance;
  };
  std::map<std::string, std::vector<Place>> seen_;
};

bool StartsWithNoteMark(const EdgeRow& row, const std::vector<PdfLine>& lines) {
  const std::string& first = lines[row.lines.front()].words.front().text;
  return first.starts_with('*') || first.starts_with("†") || first.starts_with("‡") ||
         IsListMark(first);
}

/// What one page alone tells about its outermost row.
bool LooksLikeFurniture(const EdgeRow& row, const OrientedLines& body, double body_height,
                        bool is_short_document) {
  if (IsPageNumber(row.key) && row.gap > 0.5 * row.height) return true;
  if (row.gap < 0.9 * row.height) return false;
  // Longer documents show by repetition what is a header and what a table's row.
  if (is_short_document && row.cells <= 3 && row.has_page_cell) return true;
  if (is_short_document && row.cells == 2 && row.distance < 1.5 * kMarginZone * body.height &&
      !EndsSentence(row.text) && row.rect.width() > 0.6 * body.width) {
    return true;
  }
  if (row.distance >= kMarginZone * body.height || row.cells > 3) return false;
  const auto words = std::count(row.text.begin(), row.text.end(), ' ') + 1;
  return row.height < 0.97 * body_height && words <= 14 && !StartsWithNoteMark(row, body.lines) &&
         (!EndsSentence(row.text) || row.gap > 3 * row.height);
}

/// Moves lines to the furniture, as one row.
void MoveRow(const RowOfLines& row, PdfPageLayout& page) {
  if (row.empty()) return;
  page.furniture.emplace_back();
  for (const size_t index : row) page.furniture.back().push_back(std::move(page.body.lines[index]));
}

/// Takes away the lines whose words have been moved.
void EraseMovedLines(PdfPageLayout& page) {
  std::erase_if(page.body.lines, [](const PdfLine& line) { return line.words.empty(); });
}

void TakeOutEdges(std::vector<PdfPageLayout>& pages, double body_height) {
  std::vector<PageEdges> edges;
  EdgeRegister places;
  for (const PdfPageLayout& page : pages) {
    edges.push_back(EdgesOf(page.body));
    for (const EdgeRow& row : edges.back().top) places.Add(row, page.number, true);
    for (const EdgeRow& row : edges.back().bottom) places.Add(row, page.number, false);
  }
  for (size_t i = 0; i < pages.size(); ++i) {
    RowOfLines taken;
    for (const bool is_top : {true, false}) {
      size_t taken_here = 0;
      double outer_gap = 0;  // To the row before, nearer to the edge.
      for (const EdgeRow& row : is_top ? edges[i].top : edges[i].bottom) {
        // A page of a few rows may have them in both lists.
        if (std::find(taken.begin(), taken.end(), row.lines.front()) != taken.end()) break;
        const bool is_outermost = taken_here == 0;
        // A row nearer to the text than to the header belongs to the text.
        const bool is_apart = row.gap >= std::max(0.35 * row.height, outer_gap);
        const bool is_repeated = is_apart && places.IsRepeated(row, pages[i].number, is_top);
        const bool is_number_below =
            is_apart && IsPageNumber(row.key) && row.distance < kMarginZone * pages[i].body.height;
        if (!is_repeated &&
            !(is_outermost ? LooksLikeFurniture(row, pages[i].body, body_height, pages.size() <= 2)
                           : is_number_below)) {
          break;
        }
        ++taken_here;
        taken.insert(taken.end(), row.lines.begin(), row.lines.end());
        MoveRow(row.lines, pages[i]);
        outer_gap = row.gap;
      }
    }
    EraseMovedLines(pages[i]);
  }
}

/// Turned text outside the columns of the body is a stamp in the margin.
void TakeOutTurnedMargins(PdfPageLayout& page) {
  double x_min = 1e9;  // With nothing left of the body, all turned text is outside.
  double x_max = -1e9;
  for (const PdfLine& line : page.body.lines) {
    for (const PdfWord& word : line.words) {
      x_min = std::min(x_min, word.box.x_min);
      x_max = std::max(x_max, word.box.x_max);
    }
  }
  for (OrientedLines& group : page.others) {
    std::erase_if(group.lines, [&](PdfLine& line) {
      const bool is_outside = std::all_of(
          line.words.begin(), line.words.end(),
          [&](const PdfWord& word) { return word.box.x_max <= x_min || word.box.x_min >= x_max; });
      if (is_outside) page.furniture.push_back({std::move(line)});
      return is_outside;
    });
  }
  std::erase_if(page.others, [](const OrientedLines& group) { return group.lines.empty(); });
}

}  // namespace

double BodyHeight(const std::vector<PdfPageLayout>& pages) {
  std::vector<WeightedValue> heights;
  for (const PdfPageLayout& page : pages) {
    for (const PdfLine& line : page.body.lines) {
      heights.push_back({line.height, static_cast<double>(line.CountBytes())});
    }
  }
  return WeightedMedian(std::move(heights));
}

void TakeOutFurniture(std::vector<PdfPageLayout>& pages) {
  for (PdfPageLayout& page : pages) {
    MoveRow(FindLineNumbers(page.body), page);
    EraseMovedLines(page);
  }
  TakeOutEdges(pages, BodyHeight(pages));
  for (PdfPageLayout& page : pages) TakeOutTurnedMargins(page);
}

}  // namespace gloss
