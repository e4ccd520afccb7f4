#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gloss {

/// Turns what follows `mark` into Unicode superscripts ("10" + "6" → "10⁶") when it is a short
/// number right after a letter, a digit or a closing bracket; else leaves the text as it is.
void RaiseNumber(std::string& text, size_t mark);

/// The running text of one block, with white space collapsed as a browser does it: a run of ASCII
/// white space is one space, none at the start of a line or at its end. Not thread-safe.
class InlineText {
 public:
  /// Appends text; `keep_space` for preformatted text, where nothing is collapsed.
  void Append(std::string_view text, bool keep_space = false);

  /// Text that counts only beside other text: the alternative text of an image in a sentence.
  void AppendWeak(std::string_view text);

  /// White space that becomes one space when text follows.
  void Space() { pending_space_ = true; }

  /// A line break. False when the line so far is empty: the break ends a paragraph then.
  bool Break();

  /// Characters so far: a mark for Raise.
  size_t size() const { return text_.size(); }
  bool has_pending_space() const { return pending_space_; }
  bool has_content() const { return has_content_; }

  /// RaiseNumber on the running text.
  void Raise(size_t mark);

  /// The text, and a fresh start.
  std::string Take();

 private:
  void FlushSpace();

  std::string text_;
  bool pending_space_ = false;
  bool has_content_ = false;
};

}  // namespace gloss
