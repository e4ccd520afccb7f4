#include "loaders/pdf_line_numbers.h"

#include <cmath>
#include <string>
#include <utility>

#include "loaders/pdf_rows.h"

namespace gloss {
namespace {

constexpr size_t kMinNumbers = 8;
constexpr double kMinExtent = 0.5;  ///< Share of the page's height that the numbers span.
constexpr double kSameEdge = 4;     ///< Points.

/// A number that begins a row: the index of its line and what it says.
struct MarginNumber {
  size_t line = 0;
  long value = 0;
  Rect rect;
  size_t cells_beside = 0;
};

bool IsSmallNumber(const PdfWord& word) { return IsAllDigits(word.text) && word.text.size() <= 4; }

/// The longest run that counts up by one with a common right or left edge.
std::vector<MarginNumber> LongestCount(const std::vector<MarginNumber>& numbers) {
  std::vector<MarginNumber> best;
  std::vector<MarginNumber> run;
  for (const MarginNumber& number : numbers) {
    const bool continues = !run.empty() && number.value == run.back().value + 1 &&
                           (std::abs(number.rect.x_max - run.back().rect.x_max) <= kSameEdge ||
                            std::abs(number.rect.x_min - run.back().rect.x_min) <= kSameEdge);
    if (!continues) run.clear();
    run.push_back(number);
    if (run.size() > best.size()) best = run;
  }
  return best;
}

std::vector<MarginNumber> NumbersThatBeginRows(const std::vector<PdfLine>& lines) {
  std::vector<MarginNumber> numbers;
  for (const RowOfLines& row : GroupIntoRows(lines)) {
    const PdfWord& first = lines[row.front()].words.front();
    if (!IsSmallNumber(first)) continue;
    std::vector<PdfLine> beside;
    for (size_t i = 1; i < row.size(); ++i) beside.push_back(lines[row[i]]);
    numbers.push_back(
        {row.front(), std::stol(first.text), first.rect, JoinCells(std::move(beside)).size()});
  }
  return numbers;
}

/// Cuts the first word off lines that begin with a number and a gap wider than a space.
void CutNumbersOff(std::vector<PdfLine>& lines) {
  const size_t count = lines.size();
  for (size_t i = 0; i < count; ++i) {
    std::vector<PdfWord>& words = lines[i].words;
    if (words.size() < 2 || !IsSmallNumber(words[0])) continue;
    if (words[1].rect.x_min - words[0].rect.x_max < 0.8 * lines[i].height) continue;
    PdfLine rest = lines[i];
    rest.words.erase(rest.words.begin());
    words.resize(1);
    MeasureLine(lines[i]);
    MeasureLine(rest);
    lines.push_back(std::move(rest));
  }
}

bool AreLineNumbers(const std::vector<MarginNumber>& run, const OrientedLines& page) {
  if (run.size() < kMinNumbers) return false;
  if (run.back().rect.y_max - run.front().rect.y_min < kMinExtent * page.height) return false;
  const auto tabular = static_cast<size_t>(std::count_if(
      run.begin(), run.end(), [](const MarginNumber& n) { return n.cells_beside > 2; }));
  double right = run.front().rect.x_max;
  for (const MarginNumber& number : run) right = std::max(right, number.rect.x_max);
  const auto rows_left_of_text =
      std::count_if(page.lines.begin(), page.lines.end(),
                    [right](const PdfLine& line) { return line.rect.x_min > right; });
  return tabular * 4 < run.size() && static_cast<size_t>(rows_left_of_text) * 2 >= run.size();
}

}  // namespace

std::vector<size_t> FindLineNumbers(OrientedLines& page) {
  if (NumbersThatBeginRows(page.lines).size() < kMinNumbers) return {};
  std::vector<PdfLine> cut = page.lines;
  CutNumbersOff(cut);
  const std::vector<MarginNumber> run = LongestCount(NumbersThatBeginRows(cut));
  OrientedLines candidate{page.width, page.height, std::move(cut)};
  if (!AreLineNumbers(run, candidate)) return {};
  page.lines = std::move(candidate.lines);
  std::vector<size_t> indexes;
  for (const MarginNumber& number : run) indexes.push_back(number.line);
  return indexes;
}

}  // namespace gloss
