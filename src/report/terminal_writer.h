#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/terminal.h"
#include "types/grounding_report.h"

namespace gloss {

/// Looks of terminal text.
enum class TextStyle { kPlain, kBold, kDim, kGreen, kRed, kYellow, kMagenta, kCyan };

/// A stretch of text in one style.
struct StyledText {
  TextStyle style = TextStyle::kPlain;
  std::string text;  ///< Safe text (display_text.h).
};

/// Builds the lines of terminal output: wraps to the width, adds colour where it is on.
/// Thread-compatible.
class TerminalWriter {
 public:
  explicit TerminalWriter(const TerminalOptions& options);

  size_t width() const { return width_; }

  /// Columns for running text: no wider than is good to read.
  size_t text_width() const { return width_ < 100 ? width_ : 100; }

  /// SafeText in the character set of the terminal.
  std::string Safe(std::string_view text) const;

  /// The Unicode form, or the ASCII one where only ASCII may be written.
  std::string_view Mark(std::string_view unicode, std::string_view ascii) const {
    return options_.unicode ? unicode : ascii;
  }

  /// The styled texts, joined and wrapped; the first line starts with `first_indent` spaces, the
  /// others with `indent`. REQUIRES: first_indent <= indent < text_width() - 10.
  void Paragraph(const std::vector<StyledText>& texts, size_t first_indent, size_t indent);

  /// The texts side by side, as many a line as fit; none is broken unless it is wider than a line.
  void Items(const std::vector<StyledText>& items, size_t indent);

  /// What was not checked, a bullet each, after a blank line; nothing without any. Raw text.
  void Gaps(const std::vector<std::string>& gaps);

  void BlankLine() { out_.push_back('\n'); }
  void Rule();

  std::string Take() && { return std::move(out_); }

 private:
  void Styled(TextStyle style, std::string_view text);

  TerminalOptions options_;
  size_t width_;
  std::string out_;
};

/// Colour of a verdict.
TextStyle VerdictStyle(Verdict verdict);

}  // namespace gloss
