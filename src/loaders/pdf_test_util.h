#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace gloss {

/// Writes what `pdftotext -bbox-layout` would print for lines of text, in a font whose letters are
/// half as wide as high and whose spaces are a quarter. For tests.
class BboxWriter {
 public:
  explicit BboxWriter(std::string_view title = "");

  BboxWriter& Page(double width = 600, double height = 800);

  /// A line whose words begin at x, with its top at y, and letters of the given height.
  BboxWriter& Line(double x, double y, std::string_view text, double height = 10);

  /// Lines one below the other, 1.2 heights apart.
  BboxWriter& Lines(double x, double y, std::initializer_list<std::string_view> texts,
                    double height = 10);

  /// Words with their boxes between StartLine and EndLine.
  BboxWriter& StartLine();
  BboxWriter& Word(double x_min, double y_min, double x_max, double y_max, std::string_view text);
  BboxWriter& EndLine();

  std::string Finish();

 private:
  std::string xhtml_;
  bool is_in_page_ = false;
};

}  // namespace gloss
