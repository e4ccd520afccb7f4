#include "loaders/pdf_orientation.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "loaders/pdf_glyphs.h"

namespace gloss {
namespace {

enum Turn : size_t { kUpright, kClockwise, kCounterClockwise, kTurnCount };

/// A word of some letters that is much taller than wide is drawn along the page's height.
bool IsTall(const PdfWord& word) {
  return CountCodePoints(word.text) >= 2 && word.rect.height() > 1.5 * word.rect.width();
}

bool IsUprightLine(const PdfLine& line) {
  size_t tall = 0;
  size_t wide = 0;
  for (const PdfWord& word : line.words) {
    if (CountCodePoints(word.text) < 2) continue;
    (IsTall(word) ? tall : wide) += word.text.size();
  }
  if (tall + wide > 0) return wide >= tall;
  // Single letters only: the way from the first to the last one tells.
  const Rect& first = line.words.front().rect;
  const Rect& last = line.words.back().rect;
  return std::abs(last.y_center() - first.y_center()) <=
         std::abs(last.x_center() - first.x_center());
}

/// pdftotext gives the words of a line as they are read: downwards means turned clockwise.
int ClockwiseEvidence(const PdfLine& line) {
  const double way = line.words.back().rect.y_center() - line.words.front().rect.y_center();
  return line.words.size() < 2 || way == 0 ? 0 : (way > 0 ? 1 : -1);
}

/// Lines of a page that is turned clockwise follow each other leftwards.
int ClockwiseEvidence(const std::vector<PdfLine>& lines) {
  int evidence = 0;
  for (size_t i = 1; i < lines.size(); ++i) {
    const double way = lines[i].words.front().rect.x_center() -
                       lines[i - 1].words.front().rect.x_center();
    if (way != 0) evidence += way < 0 ? 1 : -1;
  }
  return evidence;
}

Rect Turned(const Rect& rect, Turn turn, double page_width, double page_height) {
  switch (turn) {
    case kClockwise:
      return {rect.y_min, page_width - rect.x_max, rect.y_max, page_width - rect.x_min};
    case kCounterClockwise:
      return {page_height - rect.y_max, rect.x_min, page_height - rect.y_min, rect.x_max};
    default:
      return rect;
  }
}

size_t TextBytes(const std::vector<PdfLine>& lines) {
  size_t bytes = 0;
  for (const PdfLine& line : lines) bytes += line.CountBytes();
  return bytes;
}

bool IsMirrored(const std::vector<PdfLine>& lines) {
  std::string all;
  for (const PdfLine& line : lines) all += line.Text();
  return RunsRightToLeft(all);
}

OrientedLines MakeGroup(std::vector<PdfLine> lines, Turn turn, const PdfPage& page) {
  OrientedLines group;
  const bool is_turned = turn != kUpright;
  group.width = is_turned ? page.height : page.width;
  group.height = is_turned ? page.width : page.height;
  const bool is_mirrored = IsMirrored(lines);
  for (PdfLine& line : lines) {
    for (PdfWord& word : line.words) {
      word.rect = Turned(word.rect, turn, page.width, page.height);
      if (!is_mirrored) continue;
      const double x_min = word.rect.x_min;
      word.rect.x_min = group.width - word.rect.x_max;
      word.rect.x_max = group.width - x_min;
    }
    line.is_mirrored = is_mirrored;
    MeasureLine(line);
  }
  group.lines = std::move(lines);
  return group;
}

}  // namespace

std::vector<OrientedLines> SplitByOrientation(PdfPage page) {
  std::array<std::vector<PdfLine>, kTurnCount> by_turn;
  std::vector<PdfLine> undecided;
  for (PdfLine& line : page.lines) {
    if (IsUprightLine(line)) {
      by_turn[kUpright].push_back(std::move(line));
    } else if (const int evidence = ClockwiseEvidence(line); evidence != 0) {
      by_turn[evidence > 0 ? kClockwise : kCounterClockwise].push_back(std::move(line));
    } else {
      undecided.push_back(std::move(line));
    }
  }
  // Lines of one word go with the others of the page, else by how they follow each other.
  const size_t clockwise = TextBytes(by_turn[kClockwise]);
  const size_t counter = TextBytes(by_turn[kCounterClockwise]);
  const bool is_clockwise =
      clockwise != counter ? clockwise > counter : ClockwiseEvidence(undecided) >= 0;
  for (PdfLine& line : undecided) {
    by_turn[is_clockwise ? kClockwise : kCounterClockwise].push_back(std::move(line));
  }

  std::vector<OrientedLines> groups;
  for (const Turn turn : {kUpright, kClockwise, kCounterClockwise}) {
    if (!by_turn[turn].empty()) groups.push_back(MakeGroup(std::move(by_turn[turn]), turn, page));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const OrientedLines& a, const OrientedLines& b) {
                     return TextBytes(a.lines) > TextBytes(b.lines);
                   });
  return groups;
}

}  // namespace gloss
