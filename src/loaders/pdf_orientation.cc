#include "loaders/pdf_orientation.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "loaders/pdf_glyphs.h"

namespace gloss {
namespace {

enum Turn : size_t { kUpright, kClockwise, kCounterClockwise, kTurnCount };

enum class Lie { kAcross, kAlong, kUnknown };

/// Words of letters that are much taller than wide are drawn along the page's height. A single
/// letter or a short number does not tell, but several of them do, one beside or below the other.
Lie LieOf(const PdfLine& line) {
  size_t tall = 0;
  size_t wide = 0;
  for (const PdfWord& word : line.words) {
    const char32_t first = FirstCodePoint(word.text);
    if (CountCodePoints(word.text) < 2 || !(IsLetter(first) || IsDigit(first))) continue;
    if (word.rect.height() > 1.5 * word.rect.width()) tall += word.text.size();
    if (word.rect.width() > 1.2 * word.rect.height()) wide += word.text.size();
  }
  if (tall != wide) return tall > wide ? Lie::kAlong : Lie::kAcross;
  const Rect& first = line.words.front().rect;
  const Rect& last = line.words.back().rect;
  const double along = std::abs(last.y_center() - first.y_center());
  const double across = std::abs(last.x_center() - first.x_center());
  if (line.words.size() < 2 || along == across) return Lie::kUnknown;
  return along > across ? Lie::kAlong : Lie::kAcross;
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
    const double way =
        lines[i].words.front().rect.x_center() - lines[i - 1].words.front().rect.x_center();
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

void MoveAll(std::vector<PdfLine>& from, std::vector<PdfLine>& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
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
  std::vector<PdfLine> turned;  // One word along the page's height.
  std::vector<PdfLine> unknown;
  for (PdfLine& line : page.lines) {
    const Lie lie = LieOf(line);
    const int evidence = lie == Lie::kAlong ? ClockwiseEvidence(line) : 0;
    if (lie == Lie::kAcross) {
      by_turn[kUpright].push_back(std::move(line));
    } else if (evidence != 0) {
      by_turn[evidence > 0 ? kClockwise : kCounterClockwise].push_back(std::move(line));
    } else {
      (lie == Lie::kAlong ? turned : unknown).push_back(std::move(line));
    }
  }
  // Single words go with the others of the page, else by how they follow each other.
  const size_t clockwise = TextBytes(by_turn[kClockwise]);
  const size_t counter = TextBytes(by_turn[kCounterClockwise]);
  const bool is_clockwise =
      clockwise != counter ? clockwise > counter : ClockwiseEvidence(turned) >= 0;
  const Turn usual_turn = is_clockwise ? kClockwise : kCounterClockwise;
  MoveAll(turned, by_turn[usual_turn]);
  const bool is_turned = TextBytes(by_turn[usual_turn]) > TextBytes(by_turn[kUpright]);
  MoveAll(unknown, by_turn[is_turned ? usual_turn : kUpright]);

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
