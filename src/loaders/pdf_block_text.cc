#include "loaders/pdf_block_text.h"

#include <algorithm>
#include <string_view>

#include "loaders/pdf_glyphs.h"

namespace gloss {
namespace {

/// Gaps between words of one line, in heights. pdftotext parts words without a space between them
/// where the font changes; words of one font are parted by narrow spaces too.
constexpr double kTouching = 0.025;
constexpr double kTouchingSigns = 0.12;
constexpr double kOverprint = -0.5;

double GapBetween(const Rect& a, const Rect& b) {
  return std::max(b.x_min - a.x_max, a.x_min - b.x_max);
}

bool IsAlnum(char32_t c) { return IsLetter(c) || IsDigit(c); }

/// Two words of letters or digits in one size; not a sign or an index beside its word.
bool ArePlainWords(const PdfWord& a, const PdfWord& b) {
  const double a_height = a.rect.height();
  const double b_height = b.rect.height();
  return IsAlnum(LastCodePoint(a.text)) && IsAlnum(FirstCodePoint(b.text)) &&
         std::min(a_height, b_height) > 0.97 * std::max(a_height, b_height);
}

bool NeedsSpace(const PdfLine& line, const PdfWord& a, const PdfWord& b) {
  if (b.is_mark) return false;
  const double gap = GapBetween(a.rect, b.rect);
  const double height = std::max(line.height, 0.1);
  const double touching = ArePlainWords(a, b) ? kTouching : kTouchingSigns;
  return gap >= touching * height || gap <= kOverprint * height;
}

/// In a line that runs to the left, words of other scripts still follow each other to the right.
std::vector<const PdfWord*> ReadingOrder(const PdfLine& line) {
  std::vector<const PdfWord*> words;
  for (const PdfWord& word : line.words) words.push_back(&word);
  if (!line.is_mirrored) return words;
  for (auto at = words.begin(); at != words.end();) {
    const auto runs_left = [](const PdfWord* word) { return RunsRightToLeft(word->text); };
    at = std::find_if_not(at, words.end(), runs_left);
    const auto end = std::find_if(at, words.end(), runs_left);
    std::reverse(at, end);
    at = end;
  }
  return words;
}

class BlockWriter {
 public:
  explicit BlockWriter(const LineJoiner& joiner) : joiner_(joiner) {}

  PdfBlockText Write(const PdfBlock& block) {
    for (const PdfLine& line : block.lines) {
      const std::vector<const PdfWord*> words = ReadingOrder(line);
      for (size_t i = 0; i < words.size(); ++i) {
        if (i > 0) {
          if (NeedsSpace(line, *words[i - 1], *words[i])) result_.text += ' ';
        } else if (!result_.text.empty()) {
          block.is_row ? static_cast<void>(result_.text += '\t') : JoinLine(words[i]->text);
        }
        Append(*words[i]);
      }
    }
    return std::move(result_);
  }

 private:
  void JoinLine(std::string_view next) {
    const size_t space = result_.text.find_last_of(" \t");
    const std::string_view token =
        std::string_view(result_.text).substr(space == std::string::npos ? 0 : space + 1);
    switch (joiner_.Decide(token, next)) {
      case LineJoin::kSpace:
        result_.text += ' ';
        break;
      case LineJoin::kTogether:
        break;
      case LineJoin::kDropHyphen:
        DropHyphen();
        break;
    }
  }

  void DropHyphen() {
    std::string& text = result_.text;
    while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) {
      text.pop_back();
    }
    text.pop_back();
    SourceBox& last = result_.boxes.back();
    last.span.end = text.size();
    if (last.span.empty()) result_.boxes.pop_back();
  }

  void Append(const PdfWord& word) {
    const size_t begin = result_.text.size();
    result_.text += word.text;
    result_.boxes.push_back({{begin, result_.text.size()}, word.box});
  }

  const LineJoiner& joiner_;
  PdfBlockText result_;
};

}  // namespace

PdfBlockText WriteBlock(const PdfBlock& block, const LineJoiner& joiner) {
  return BlockWriter(joiner).Write(block);
}

}  // namespace gloss
