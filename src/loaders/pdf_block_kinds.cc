#include "loaders/pdf_block_kinds.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "loaders/ascii.h"
#include "loaders/pdf_rows.h"

namespace gloss {
namespace {

constexpr double kNoteSize = 0.92;  ///< Largest letters of a footnote against the body's.

std::string TextOf(const PdfBlock& block) {
  std::string text;
  for (const PdfLine& line : block.lines) {
    if (!text.empty()) text += ' ';
    text += line.Text();
  }
  return text;
}

bool StartsWithCapital(std::string_view text) {
  const auto first = static_cast<UChar32>(FirstCodePoint(text));
  return u_isupper(first) != 0 || u_istitle(first) != 0 || u_isdigit(first) != 0 || first == '[' ||
         first == '(' || (u_isalpha(first) != 0 && u_islower(first) == 0);
}

/// "2", "2.1", "2.1.", "A.3": the depth of a section's number; 0 when it is none.
int SectionDepth(std::string_view word) {
  if (word.ends_with('.')) word.remove_suffix(1);
  if (word.empty() || word.size() > 9) return 0;
  int depth = 1;
  char last = '.';
  for (size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    const bool is_letter = i == 0 && c >= 'A' && c <= 'Z';
    if (!IsAsciiDigit(c) && c != '.' && !is_letter) return 0;
    if (c == '.' && last == '.') return 0;
    depth += c == '.' ? 1 : 0;
    last = c;
  }
  const bool is_letter_alone = word.size() == 1 && !IsAsciiDigit(word[0]);
  return last == '.' || is_letter_alone ? 0 : depth;
}

bool IsNumberedHeading(const PdfBlock& block, const PdfBlock* next) {
  const std::vector<PdfWord>& words = block.lines.front().words;
  // The first entry of a numbered list has a gap above it too.
  if (next != nullptr && StartsListItem(next->lines.front()) && !next->has_gap_above) return false;
  return block.lines.size() <= 2 && words.size() >= 2 && block.CountWords() <= 14 &&
         block.has_gap_above && SectionDepth(words[0].text) > 0 &&
         IsLetter(FirstCodePoint(words[1].text)) && !IsLowerCase(FirstCodePoint(words[1].text));
}

/// One short line in the size of the body that stands above a paragraph.
bool IsPlainHeading(const PdfBlock& block, const PdfBlock* next, const StripStyle& style) {
  if (next == nullptr || next->is_row || block.lines.size() != 1 || !block.has_gap_above) {
    return false;
  }
  const PdfLine& line = block.lines.front();
  const PdfLine& below = next->lines.front();
  const char32_t last = LastCodePoint(line.words.back().text);
  const double indent = below.rect.x_min - line.rect.x_min;
  const bool is_short = line.rect.width() < 0.85 * (style.right - style.left);
  return block.CountWords() <= 10 && StartsWithCapital(line.words.front().text) &&
         IsLetter(FirstCodePoint(line.words.front().text)) && last != U',' && !IsHyphen(last) &&
         (is_short || indent > 0.35 * line.height) && block.height > 0.9 * style.body_height &&
         next->CountWords() >= 7 && std::abs(indent) < 3 * line.height &&
         below.base - line.base < 2.2 * below.height;
}

/// Few letters, or a relation sign.
bool LooksLikeFormula(std::string_view text) {
  size_t letters = 0;
  while (!text.empty()) {
    const auto c = static_cast<UChar32>(FirstCodePoint(text));
    if (u_isalpha(c) != 0) ++letters;
    if (u_charType(c) == U_MATH_SYMBOL && c != '+' && c != '~') return true;
    text.remove_prefix(std::min(text.size(), static_cast<size_t>(U8_LENGTH(c))));
  }
  return letters < 3;
}

bool IsHeading(const PdfBlock& block, const PdfBlock* next, const StripStyle& style) {
  const std::string& last_word = LastWord(block.lines.back()).text;
  if (EndsSentence(last_word) && !last_word.ends_with('?') && !last_word.ends_with('!')) {
    return false;
  }
  const size_t words = block.CountWords();
  if (LooksLikeFormula(TextOf(block))) return false;
  if (block.height >= kHeadingSize * style.body_height && words <= 30 && block.lines.size() <= 4) {
    return true;
  }
  return IsNumberedHeading(block, next) || IsPlainHeading(block, next, style);
}

bool StartsWithNoteMark(const PdfBlock& block) {
  const PdfWord& first = block.lines.front().words.front();
  std::string_view text = first.text;
  if (text.starts_with('*') || text.starts_with("†") || text.starts_with("‡") ||
      text.starts_with("§") || text.starts_with("¹") || text.starts_with("²")) {
    return true;
  }
  if (text.ends_with(')') || text.ends_with('.')) text.remove_suffix(1);
  return IsAllDigits(text) && text.size() <= 3;
}

/// From the strip's end upwards as long as the letters are small.
void MarkFootnotes(std::vector<PdfBlock>& blocks, double body_height) {
  size_t first = blocks.size();
  while (first > 0 && blocks[first - 1].height <= kNoteSize * body_height &&
         !blocks[first - 1].is_row && blocks[first - 1].kind != BlockKind::kCaption) {
    --first;
  }
  // A strip of small letters alone is a note only below text: else it is a table or an abstract.
  bool is_note = false;
  for (size_t i = first; i < blocks.size(); ++i) {
    is_note = is_note || StartsWithNoteMark(blocks[i]);
    if (is_note && (first > 0 || StartsWithNoteMark(blocks[i]))) {
      blocks[i].kind = BlockKind::kFootnote;
    }
  }
}

}  // namespace

bool StartsListItem(const PdfLine& line) {
  const std::string& first = line.words.front().text;
  static constexpr std::array<std::string_view, 6> kGluedBullets = {"•", "◦", "▪", "●", "■", "‣"};
  if (std::any_of(kGluedBullets.begin(), kGluedBullets.end(),
                  [&first](std::string_view bullet) { return first.starts_with(bullet); })) {
    return true;
  }
  if (line.words.size() < 2) return false;
  if (first == "o") return StartsWithCapital(line.words[1].text);  // A round bullet's stand-in.
  if (!IsListMark(first)) return false;
  if (line.words[1].text == first) return false;  // A ruled line of hyphens.
  return IsBullet(first) || first.ends_with('.') || first.ends_with(')');
}

bool IsRuledLine(const PdfLine& line) {
  size_t dots = 0;
  size_t signs = 0;
  size_t all = 0;
  for (const PdfWord& word : line.words) {
    if (word.text.find_first_not_of('.') == std::string::npos) dots += word.text.size();
    if (word.text.find(".....") != std::string::npos) return true;
    if (word.text.find_first_not_of("-_=*.") == std::string::npos) signs += word.text.size();
    all += word.text.size();
  }
  return dots >= 4 || (signs >= 8 && signs * 10 >= all * 8);
}

bool IsCaption(std::string_view text) {
  static constexpr std::array<std::string_view, 19> kNames = {
      "figure", "fig.",      "table",   "tab.",    "abbildung", "abb.",  "tabelle",
      "figura", "fig",       "tabla",   "tableau", "tabella",   "chart", "exhibit",
      "scheme", "algorithm", "listing", "gráfico", "grafik"};
  for (const std::string_view name : kNames) {
    if (!StartsWithLower(text, name) || text.size() < name.size() + 2) continue;
    std::string_view rest = text.substr(name.size());
    if (rest.front() != ' ') continue;
    rest.remove_prefix(1);
    const size_t number = std::min(rest.find_first_of(" :|"), rest.size());
    const std::string_view label = rest.substr(0, number);
    if (label.empty() || label.size() > 8) continue;
    const bool has_digit = label.find_first_of("0123456789") != std::string_view::npos;
    const bool is_roman = label.find_first_not_of("IVX.") == std::string_view::npos;
    if (!has_digit && !is_roman) continue;
    rest.remove_prefix(number);
    // "Figure 3." and "Figure 3:" caption; "Figure 3 shows" is a sentence.
    if (rest.empty() || label.ends_with('.') || rest.front() != ' ') return true;
    const std::string_view after = rest.substr(1);
    if (after.starts_with(':') || after.starts_with('-') || after.starts_with('|') ||
        after.starts_with("–") || after.starts_with("—")) {
      return true;
    }
  }
  return false;
}

void ClassifyBlocks(std::vector<PdfBlock>& blocks, const StripStyle& style) {
  for (size_t i = 0; i < blocks.size(); ++i) {
    PdfBlock& block = blocks[i];
    if (block.is_row) continue;
    const PdfBlock* next = i + 1 < blocks.size() ? &blocks[i + 1] : nullptr;
    if (IsCaption(TextOf(block))) {
      block.kind = BlockKind::kCaption;
    } else if (IsRuledLine(block.lines.front())) {
      block.kind = BlockKind::kParagraph;
    } else if (IsHeading(block, next, style)) {
      block.kind = BlockKind::kHeading;
    } else if (StartsListItem(block.lines.front())) {
      block.kind = BlockKind::kListItem;
    }
  }
  MarkFootnotes(blocks, style.body_height);
}

void SetHeadingLevels(std::vector<PdfBlock>& blocks, const PdfStyle& style) {
  // Sizes of large headings, from the largest; sizes closer than 5 % are one.
  std::vector<double> sizes;
  for (const PdfBlock& block : blocks) {
    if (block.kind == BlockKind::kHeading && block.height >= kHeadingSize * style.body_height) {
      sizes.push_back(block.height);
    }
  }
  std::sort(sizes.rbegin(), sizes.rend());
  std::vector<double> ranks;
  for (const double size : sizes) {
    if (ranks.empty() || size < 0.95 * ranks.back()) ranks.push_back(size);
  }
  for (PdfBlock& block : blocks) {
    if (block.kind != BlockKind::kHeading) continue;
    const auto rank = std::find_if(ranks.begin(), ranks.end(),
                                   [&block](double size) { return block.height >= 0.95 * size; });
    int level = static_cast<int>(rank - ranks.begin()) + 1;
    if (rank == ranks.end()) {
      level += std::max(SectionDepth(block.lines.front().words.front().text) - 1, 0);
    }
    block.heading_level = std::min(level, 6);
  }
}

}  // namespace gloss
