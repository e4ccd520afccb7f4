#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// Text as it comes out of a model, piece by piece. Thread-compatible.
class GeneratedText {
 public:
  /// The text ends before the first occurrence of any of these; empty ones are ignored.
  explicit GeneratedText(std::vector<std::string> stop_strings);

  /// Adds a piece, which may end inside a code point. Returns true when a stop string is complete:
  /// the text is cut before it, and nothing may be appended any more.
  bool Append(std::string_view piece);

  /// The text as valid UTF-8: a code point that the end cuts is dropped, and other bytes that are
  /// not UTF-8 become U+FFFD.
  std::string Finish() const;

 private:
  std::vector<std::string> stop_strings_;
  size_t longest_stop_ = 0;
  std::string bytes_;
};

}  // namespace gloss
