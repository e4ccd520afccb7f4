#include "report/terminal_writer.h"

#include <algorithm>

#include "report/display_text.h"

namespace gloss {
namespace {

constexpr size_t kMinWidth = 40;
constexpr size_t kMaxWidth = 400;

std::string_view AnsiCode(TextStyle style) {
  switch (style) {
    case TextStyle::kPlain:
      return "";
    case TextStyle::kBold:
      return "\x1b[1m";
    case TextStyle::kDim:
      return "\x1b[2m";
    case TextStyle::kGreen:
      return "\x1b[32m";
    case TextStyle::kRed:
      return "\x1b[31m";
    case TextStyle::kYellow:
      return "\x1b[33m";
    case TextStyle::kMagenta:
      return "\x1b[35m";
    case TextStyle::kCyan:
      return "\x1b[36m";
  }
  return "";
}

}  // namespace

TerminalWriter::TerminalWriter(const TerminalOptions& options)
    : options_(options), width_(std::clamp(options.width, kMinWidth, kMaxWidth)) {}

std::string TerminalWriter::Safe(std::string_view text) const {
  return SafeText(text, options_.unicode);
}

void TerminalWriter::Styled(TextStyle style, std::string_view text) {
  const std::string_view code = options_.color ? AnsiCode(style) : "";
  out_.append(code).append(text);
  if (!code.empty()) out_.append("\x1b[0m");
}

void TerminalWriter::Paragraph(const std::vector<StyledText>& texts, size_t first_indent,
                               size_t indent) {
  std::string joined;
  for (const StyledText& part : texts) joined.append(part.text);
  // Wrapping only takes away spaces, so the styles are found again by counting what is left.
  const std::vector<std::string> lines = WrapText(joined, text_width() - indent);
  size_t part = 0;
  size_t used = 0;  // Bytes of texts[part] that are written or skipped.
  const auto advance = [&] {
    while (part < texts.size() && used == texts[part].text.size()) {
      ++part;
      used = 0;
    }
  };
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    out_.append(i == 0 ? first_indent : indent, ' ');
    while (!line.empty()) {
      advance();
      if (part == texts.size()) break;
      const size_t length = std::min(line.size(), texts[part].text.size() - used);
      Styled(texts[part].style, line.substr(0, length));
      line.remove_prefix(length);
      used += length;
    }
    advance();
    while (part < texts.size() && texts[part].text[used] == ' ') {
      ++used;
      advance();
    }
    out_.push_back('\n');
  }
}

void TerminalWriter::Items(const std::vector<StyledText>& items, size_t indent) {
  constexpr size_t kGap = 3;
  std::vector<StyledText> line;
  size_t used = 0;
  for (const StyledText& item : items) {
    const size_t columns = DisplayWidth(item.text);
    if (used > 0 && used + kGap + columns > text_width() - indent) {
      Paragraph(line, indent, indent);
      line.clear();
      used = 0;
    }
    if (used > 0) {
      line.push_back({TextStyle::kPlain, std::string(kGap, ' ')});
      used += kGap;
    }
    line.push_back(item);
    used += columns;
  }
  if (!line.empty()) Paragraph(line, indent, indent);
}

void TerminalWriter::Rule() {
  std::string line;
  for (size_t i = 0; i < text_width(); ++i) line.append(Mark("─", "-"));
  Styled(TextStyle::kDim, line);
  out_.push_back('\n');
}

void TerminalWriter::Gaps(const std::vector<std::string>& gaps) {
  if (gaps.empty()) return;
  BlankLine();
  Paragraph({{TextStyle::kCyan, "! Not everything was checked"}}, 0, 2);
  for (const std::string& gap : gaps) {
    Paragraph({{TextStyle::kPlain, std::string(Mark("•", "*")) + " " + Safe(gap)}}, 2, 4);
  }
}

TextStyle VerdictStyle(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSupported:
      return TextStyle::kGreen;
    case Verdict::kContradicted:
      return TextStyle::kRed;
    case Verdict::kConflicting:
      return TextStyle::kMagenta;
    case Verdict::kNotEnoughInfo:
      return TextStyle::kYellow;
    case Verdict::kNotCheckable:
      return TextStyle::kDim;
    case Verdict::kUnchecked:
      return TextStyle::kCyan;
  }
  return TextStyle::kCyan;
}

}  // namespace gloss
