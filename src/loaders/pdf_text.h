#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "types/document.h"

namespace gloss {

/// Rectangle in the frame in which a page's text is read: upright, left to right, y downwards, in
/// PDF points. For text that is shown rotated or runs right to left this differs from its Box.
struct Rect {
  double x_min = 0;
  double y_min = 0;
  double x_max = 0;
  double y_max = 0;

  double width() const { return x_max - x_min; }
  double height() const { return y_max - y_min; }
  double x_center() const { return (x_min + x_max) / 2; }
  double y_center() const { return (y_min + y_max) / 2; }
  void Add(const Rect& other) {
    x_min = std::min(x_min, other.x_min);
    y_min = std::min(y_min, other.y_min);
    x_max = std::max(x_max, other.x_max);
    y_max = std::max(y_max, other.y_max);
  }
};

/// Share of the lower rectangle's height at which the two overlap vertically; negative when apart.
double VerticalOverlap(const Rect& a, const Rect& b);

struct PdfWord {
  Box box;    ///< As shown.
  Rect rect;  ///< As read.
  std::string text;
  bool is_mark =
      false;  ///< A raised reference mark or exponent that belongs to the word before it.
};

/// Words on one base line with no wide gap between them, in the order of their rects.
struct PdfLine {
  std::vector<PdfWord> words;
  Rect rect;                 ///< Of all words.
  double height = 0;         ///< Height of most of its letters: a measure of the font's size.
  double base = 0;           ///< Lower edge of most of its letters.
  bool is_mirrored = false;  ///< Runs right to left: rect.x grows to the left of the page.

  /// Words with single spaces between them, as a person would compare lines.
  std::string Text() const;
  size_t CountBytes() const;
};

struct PdfPage {
  int number = 0;  ///< 1-based.
  double width = 0;
  double height = 0;
  std::vector<PdfLine> lines;
};

/// What pdftotext says about a PDF.
struct PdfText {
  std::string title;  ///< From the PDF's metadata.
  std::vector<PdfPage> pages;
};

/// Sets rect, height and base from the words; sorts the words by x. REQUIRES: at least one word.
void MeasureLine(PdfLine& line);

/// The value that half of the weight lies below; 0 for no values.
struct WeightedValue {
  double value = 0;
  double weight = 0;
};
double WeightedMedian(std::vector<WeightedValue> values);

/// True for sentence ends: . ! ? … : and their kin, also behind closing quotes and brackets.
bool EndsSentence(std::string_view text);

/// The line's last word that is no raised mark.
const PdfWord& LastWord(const PdfLine& line);
inline bool EndsSentence(const PdfLine& line) { return EndsSentence(LastWord(line).text); }

/// Finds raised marks and exponents (small, with a raised lower edge, close behind a word) and
/// writes their digits as superscripts: "8,935,112³" must not become another number.
void MarkRaisedWords(PdfLine& line);

/// First and last code point; 0 when the text is empty.
char32_t FirstCodePoint(std::string_view text);
char32_t LastCodePoint(std::string_view text);

bool IsLetter(char32_t c);
bool IsLowerCase(char32_t c);
bool IsDigit(char32_t c);
bool IsAllDigits(std::string_view text);  ///< ASCII digits; false for an empty text.

/// Hyphen-minus, hyphen, soft hyphen.
bool IsHyphen(char32_t c);

/// Number of code points; words of scripts without spaces are measured by it.
size_t CountCodePoints(std::string_view text);

}  // namespace gloss
