#include <fmt/format.h>

#include <sstream>

#include "loaders/pdf_test_util.h"
#include "loaders/pdf_text.h"

namespace gloss {
namespace {

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace

BboxWriter::BboxWriter(std::string_view title) {
  xhtml_ = fmt::format(
      "<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<title>{}</title>\n"
      "</head>\n<body>\n<doc>\n",
      Escaped(title));
}

BboxWriter& BboxWriter::Page(double width, double height) {
  if (is_in_page_) xhtml_ += "  </page>\n";
  is_in_page_ = true;
  xhtml_ += fmt::format("  <page width=\"{:.6f}\" height=\"{:.6f}\">\n", width, height);
  return *this;
}

BboxWriter& BboxWriter::Line(double x, double y, std::string_view text, double height) {
  StartLine();
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    const double width = 0.5 * height * static_cast<double>(CountCodePoints(word));
    Word(x, y, x + width, y + height, word);
    x += width + 0.25 * height;
  }
  return EndLine();
}

BboxWriter& BboxWriter::Lines(double x, double y, std::initializer_list<std::string_view> texts,
                              double height) {
  for (const std::string_view text : texts) {
    Line(x, y, text, height);
    y += 1.2 * height;
  }
  return *this;
}

BboxWriter& BboxWriter::StartLine() {
  // Flows, blocks and the boxes of lines are not read.
  xhtml_ +=
      "    <flow>\n      <block xMin=\"0\" yMin=\"0\" xMax=\"0\" yMax=\"0\">\n"
      "        <line xMin=\"0\" yMin=\"0\" xMax=\"0\" yMax=\"0\">\n";
  return *this;
}

BboxWriter& BboxWriter::Word(double x_min, double y_min, double x_max, double y_max,
                             std::string_view text) {
  xhtml_ += fmt::format(
      "          <word xMin=\"{:.6f}\" yMin=\"{:.6f}\" xMax=\"{:.6f}\" yMax=\"{:.6f}\">{}</word>\n",
      x_min, y_min, x_max, y_max, Escaped(text));
  return *this;
}

BboxWriter& BboxWriter::EndLine() {
  xhtml_ += "        </line>\n      </block>\n    </flow>\n";
  return *this;
}

std::string BboxWriter::Finish() {
  if (is_in_page_) xhtml_ += "  </page>\n";
  is_in_page_ = false;
  return xhtml_ + "</doc>\n</body>\n</html>\n";
}

}  // namespace gloss
