#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/terminator_cluster.h"

namespace gloss {

/// Decides what a single line end means: a hard-wrapped paragraph goes on, while lines of lists,
/// headings, tables and verses end. Blank lines are not asked about; they always end a sentence.
///
/// Reads the text forward only: each line is measured twice (with its paragraph and alone), so all
/// calls together take linear time.
class LineRules {
 public:
  explicit LineRules(std::string_view text) : text_(text) {}

  /// A paragraph begins with the line at `line_begin` (the start of the text, or after a blank
  /// line).
  void StartParagraph(size_t line_begin);

  /// True when the line that ends at `line_end` (before its white space and line end) is a unit of
  /// its own, or the line whose text begins at `next_begin` is. When false, the line end is like a
  /// space. `terminated`: a terminator cluster stands at the end of the line.
  /// REQUIRES: called once for each line end within the paragraph, in order.
  bool BreaksLine(const SplitContext& context, size_t line_end, size_t next_begin, bool terminated);

 private:
  enum class Marker : uint8_t {
    kNone,
    kHeading,  ///< "## ".
    kRule,     ///< "----", "====", "```".
    kQuoted,   ///< "> ".
    kBullet,   ///< "• ".
    kDash,     ///< "- ", "* ", "+ ": also a dash in running text.
    kLabel,    ///< "a) ", "(2) ", "[3] ", "1.2 ".
    kNumber,   ///< "3. ": also an ordinal in running text.
  };
  struct Line {
    size_t begin = 0;  ///< Of its first character that is not white space.
    size_t end = 0;    ///< Without trailing white space.
    size_t width = 0;  ///< In code points, with its indentation.
    Marker marker = Marker::kNone;
    int number = 0;  ///< Of a kNumber marker.
    bool table = false;
    bool emphasised = false;  ///< All of it in **…** or __…__: a heading.
  };
  /// The lines between two blank lines.
  struct Paragraph {
    size_t max_width = 0;
    size_t max_words = 0;
    size_t lines = 0;
    bool has_terminator = false;
    bool lower_start = false;  ///< A line but the first begins with a lower-case letter.
  };

  Line ReadLine(size_t begin) const;
  void ReadMarker(Line& line) const;
  bool StartsItem(const SplitContext& context, const Line& next, bool terminated) const;
  bool Wraps(const SplitContext& context, const Line& next, const FollowingWord& following) const;

  std::string_view text_;
  Paragraph paragraph_;
  Line line_;
  Line item_;  ///< The last line of the paragraph that had a marker of a list item.
};

}  // namespace gloss
