#include "loaders/pdf_blocks.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "loaders/pdf_block_kinds.h"
#include "loaders/pdf_rows.h"

namespace gloss {
namespace {

constexpr double kWideGap = 1.3;      ///< Of the usual line distance: a new block.
constexpr double kSlightGap = 1.12;   ///< A new block when a sentence ended.
constexpr double kSizeChange = 0.95;  ///< Letters of the smaller line against the larger.
constexpr double kOtherText = 1.4;    ///< Cells that differ more in size are no row.
constexpr double kIndent = 0.35;      ///< In heights.
constexpr double kSpace = 0.3;        ///< Width of a space in heights.

/// Smallest and largest height of the words with letters, so that reference marks don't count.
std::pair<double, double> HeightRange(const PdfLine& line) {
  double low = 1e9;
  double high = 0;
  for (const PdfWord& word : line.words) {
    if (!IsLetter(FirstCodePoint(word.text)) || CountCodePoints(word.text) < 2) continue;
    low = std::min(low, word.rect.height());
    high = std::max(high, word.rect.height());
  }
  return high > 0 ? std::pair{low, high} : std::pair{line.height, line.height};
}

bool DiffersInSize(const PdfLine& a, const PdfLine& b) {
  const auto [a_low, a_high] = HeightRange(a);
  const auto [b_low, b_high] = HeightRange(b);
  return a_high < kSizeChange * b_low || b_high < kSizeChange * a_low;
}

bool AreCentred(const PdfLine& a, const PdfLine& b) {
  return std::abs(a.rect.x_center() - b.rect.x_center()) < 2 &&
         std::abs(a.rect.x_min - b.rect.x_min) > 2;
}

/// Ends a line and not a word: no hyphen, comma or the like.
bool EndsOpenly(const PdfLine& line) {
  const char32_t last = LastCodePoint(line.words.back().text);
  return IsHyphen(last) || last == U',' || last == U';' || last == U'–' || last == U'/' ||
         last == U'(';
}

bool StartsLowerCase(const PdfLine& line) {
  return IsLowerCase(FirstCodePoint(line.words.front().text));
}

double UsualPitchOf(const PdfStrip& strip, double fallback) {
  std::vector<WeightedValue> pitches;
  for (size_t i = 1; i < strip.rows.size(); ++i) {
    if (strip.rows[i - 1].size() != 1 || strip.rows[i].size() != 1) continue;
    const PdfLine& above = strip.rows[i - 1].front();
    const PdfLine& below = strip.rows[i].front();
    const double pitch = (below.base - above.base) / std::max(below.height, 0.1);
    if (DiffersInSize(above, below) || pitch <= 0 || pitch > 3) continue;
    pitches.push_back({pitch, 1});
  }
  return pitches.size() >= 4 ? WeightedMedian(std::move(pitches)) : fallback;
}

/// The first word of the next line would not have fitted behind the line.
bool IsLineFull(const PdfLine& line, const PdfLine& next, double right) {
  const double needed = kSpace * line.height + next.words.front().rect.width();
  return line.rect.x_max + needed > right - 0.5 * line.height;
}

class BlockCutter {
 public:
  BlockCutter(PdfStrip strip, const PdfStyle& style)
      : strip_(std::move(strip)), style_(style), pitch_(UsualPitchOf(strip_, style.line_pitch)) {}

  std::vector<PdfBlock> Cut() {
    std::vector<PdfLine> run;
    for (std::vector<PdfLine>& row : strip_.rows) {
      if (row.size() == 1) {
        run.push_back(std::move(row.front()));
        continue;
      }
      CutRun(std::exchange(run, {}));
      AddRow(std::move(row));
    }
    CutRun(std::move(run));
    SetGaps();
    return std::move(blocks_);
  }

 private:
  void AddRow(std::vector<PdfLine> cells) {
    const auto [smallest, largest] =
        std::minmax_element(cells.begin(), cells.end(),
                            [](const PdfLine& a, const PdfLine& b) { return a.height < b.height; });
    if (largest->height > kOtherText * smallest->height) {
      // A title beside small print: no table.
      for (PdfLine& cell : cells) {
        PdfBlock block;
        block.lines.push_back(std::move(cell));
        Finish(std::move(block));
      }
      return;
    }
    PdfBlock block;
    block.is_row = true;
    block.lines = std::move(cells);
    Finish(std::move(block));
  }

  void CutRun(std::vector<PdfLine> lines) {
    PdfBlock block;
    for (size_t i = 0; i < lines.size(); ++i) {
      const PdfLine* next = i + 1 < lines.size() ? &lines[i + 1] : nullptr;
      if (!block.lines.empty() && StartsBlock(block, lines[i], next)) {
        Finish(std::exchange(block, {}));
      }
      // `next` is looked at before it is moved away.
      block.lines.push_back(std::move(lines[i]));
    }
    if (!block.lines.empty()) Finish(std::move(block));
  }

  bool StartsBlock(const PdfBlock& block, const PdfLine& line, const PdfLine* next) const {
    const PdfLine& last = block.lines.back();
    const double pitch =
        (line.base - last.base) / std::max(std::max(line.height, last.height), 0.1);
    const bool ended = EndsSentence(last);
    if (pitch <= 0 || pitch > kWideGap * pitch_) return true;
    if (pitch > kSlightGap * pitch_ && ended && !StartsLowerCase(line)) return true;
    if (DiffersInSize(last, line)) return true;
    if (IsRuledLine(last) || IsRuledLine(line)) return true;
    const bool is_indent_kept =
        std::abs(line.rect.x_min - last.rect.x_min) <= kIndent * line.height;
    if (StartsListItem(line) && (ended || !IsFull(last, line) || !is_indent_kept)) return true;
    if (StartsListItem(line) && StartsListItem(block.lines.front())) return true;
    if (AreCentred(last, line)) return false;
    if (!is_indent_kept) return StartsBlockByIndent(block, line, next);
    return StartsBlockAfterShortLine(last, line, ended);
  }

  bool StartsBlockByIndent(const PdfBlock& block, const PdfLine& line, const PdfLine* next) const {
    const PdfLine& last = block.lines.back();
    const double indent = line.rect.x_min - last.rect.x_min;
    const double tolerance = kIndent * line.height;
    const bool ended = EndsSentence(last);
    if (indent < 0) {
      // Back from the indent of a first line; or from a hanging one, to the next entry.
      if (block.lines.size() == 1) return ended && !IsFull(last, line);
      return line.rect.x_min < block.lines.front().rect.x_min + tolerance &&
             (last.rect.x_min > block.lines.front().rect.x_min + tolerance || ended) &&
             !(StartsLowerCase(line) && !ended);
    }
    if (!ended && (StartsLowerCase(line) || (IsFull(last, line) && EndsOpenly(last)))) return false;
    if (ended && !IsFull(last, line)) return true;
    const bool goes_back = next != nullptr && next->rect.x_min <= last.rect.x_min + tolerance;
    if (goes_back && !ended && IsFull(last, line)) {
      // A short line is the last one of a hanging entry, a full one the first of a paragraph.
      return block.lines.size() > 1 || IsFull(line, *next);
    }
    if (goes_back || ended) return block.lines.size() > 1 || !IsHanging(block, line, next);
    return block.lines.size() > 1 || !IsFull(last, line);
  }

  /// The second line of an entry whose mark or first word stands out to the left.
  bool IsHanging(const PdfBlock& block, const PdfLine& line, const PdfLine* next) const {
    if (StartsListItem(block.lines.front())) return IsFull(block.lines.back(), line);
    return next != nullptr && std::abs(next->rect.x_min - line.rect.x_min) <= kIndent * line.height;
  }

  bool StartsBlockAfterShortLine(const PdfLine& last, const PdfLine& line, bool ended) const {
    if (IsFull(last, line)) return false;
    if (ended) return true;
    const bool is_large = last.height > kHeadingSize * style_.body_height;
    const bool is_very_short = last.rect.x_max < strip_.left + 0.7 * (strip_.right - strip_.left);
    return is_very_short && !is_large && !StartsLowerCase(line) && !EndsOpenly(last);
  }

  bool IsFull(const PdfLine& line, const PdfLine& next) const {
    return IsLineFull(line, next, strip_.right);
  }

  void Finish(PdfBlock block) {
    std::vector<WeightedValue> heights;
    for (const PdfLine& line : block.lines) {
      heights.push_back({line.height, static_cast<double>(line.CountBytes())});
    }
    block.height = WeightedMedian(std::move(heights));
    block.right = strip_.right;
    block.is_indented =
        block.lines.size() > 1 && !block.is_row &&
        block.lines[0].rect.x_min - block.lines[1].rect.x_min > kIndent * block.height;
    blocks_.push_back(std::move(block));
  }

  void SetGaps() {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      const PdfLine& first = blocks_[i].lines.front();
      bool has_gap = i == 0;
      if (i > 0) {
        const PdfLine& above = blocks_[i - 1].lines.back();
        has_gap =
            first.base - above.base > kSlightGap * pitch_ * std::max(first.height, above.height);
      }
      blocks_[i].has_gap_above = has_gap;
    }
    ClassifyBlocks(blocks_, {strip_.left, strip_.right, style_.body_height});
  }

  PdfStrip strip_;
  const PdfStyle& style_;
  double pitch_;
  std::vector<PdfBlock> blocks_;
};

bool IsProse(const PdfBlock& block) {
  return !block.is_row &&
         (block.kind == BlockKind::kParagraph || block.kind == BlockKind::kListItem ||
          block.kind == BlockKind::kFootnote);
}

bool HaveSameSize(const PdfBlock& a, const PdfBlock& b) {
  return std::min(a.height, b.height) > kSizeChange * std::max(a.height, b.height);
}

/// True when `next`, the first prose in its size after a break, goes on where `block` stopped.
bool Continues(const PdfBlock& block, const PdfBlock& next) {
  const PdfWord& last = LastWord(block.lines.back());
  const PdfLine& line = next.lines.front();
  const bool is_cut_word = IsHyphen(LastCodePoint(last.text)) && CountCodePoints(last.text) > 1;
  if (EndsSentence(last.text) || StartsListItem(line)) return false;
  if (is_cut_word) return true;
  if (StartsLowerCase(line)) return block.CountWords() >= 4;  // Not a figure's label.
  if (block.kind == BlockKind::kFootnote) return false;
  if (EndsOpenly(block.lines.back())) return !next.is_indented;
  return IsLineFull(block.lines.back(), line, block.right) && !next.is_indented &&
         block.lines.size() > 1 && (next.lines.size() > 1 || EndsSentence(next.lines.back()));
}

}  // namespace

size_t PdfBlock::CountWords() const {
  size_t words = 0;
  for (const PdfLine& line : lines) words += line.words.size();
  return words;
}

double UsualLinePitch(const std::vector<PdfPlacedStrip>& strips) {
  std::vector<WeightedValue> pitches;
  for (const auto& [page, strip] : strips) {
    const double pitch = UsualPitchOf(strip, 0);
    if (pitch > 0) pitches.push_back({pitch, static_cast<double>(strip.rows.size())});
  }
  return pitches.empty() ? 1.2 : WeightedMedian(std::move(pitches));
}

std::vector<PdfBlock> CutIntoBlocks(PdfStrip strip, const PdfStyle& style) {
  return BlockCutter(std::move(strip), style).Cut();
}

void JoinContinuations(std::vector<PdfBlock>& blocks) {
  constexpr size_t kMaxLookAhead = 40;
  std::vector<bool> is_gone(blocks.size(), false);
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (is_gone[i] || !IsProse(blocks[i])) continue;
    size_t strip = blocks[i].strip;
    for (size_t j = i + 1; j < std::min(blocks.size(), i + kMaxLookAhead); ++j) {
      const PdfBlock& next = blocks[j];
      if (next.kind == BlockKind::kHeading) break;
      if (is_gone[j] || !IsProse(next) || !HaveSameSize(blocks[i], next)) continue;
      if (next.kind != blocks[i].kind && next.kind != BlockKind::kParagraph) continue;
      const bool is_new_strip = next.strip != strip;
      // Labels of a figure are no continuation, and don't end the search.
      if (next.CountWords() < 4 && !EndsSentence(next.lines.back()) && next.lines.size() == 1) {
        continue;
      }
      if (!is_new_strip || !Continues(blocks[i], next)) break;
      strip = next.strip;
      blocks[i].right = next.right;
      std::move(blocks[j].lines.begin(), blocks[j].lines.end(),
                std::back_inserter(blocks[i].lines));
      is_gone[j] = true;
    }
  }
  size_t index = 0;
  std::erase_if(blocks, [&](const PdfBlock&) { return is_gone[index++]; });
}

}  // namespace gloss
