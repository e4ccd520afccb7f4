#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/citation_mark.h"

namespace gloss {

/// Finds the citation marks that are written as elements: <cite id="s1">…</cite>, sentence tags,
/// <sup>1</sup>. Fed with each "<" of a text in order; open ones are kept until their end comes.
class MarkElements {
 public:
  explicit MarkElements(std::string_view text) : text_(text) {}

  /// Reads the tag that begins at `at`. Returns where to go on: after the tag, or at + 1.
  size_t Read(size_t at);

  /// All marks, by begin. Ends the object's use.
  std::vector<CitationMark> Take();

 private:
  struct Tag;
  /// An element whose end was not seen yet.
  struct Open {
    std::string name;
    Span span;  ///< Of its first tag.
    std::vector<std::string> ids;
  };

  static std::optional<Tag> ReadTag(std::string_view text, size_t at);
  void Close(const Tag& tag, Span span);
  void Add(const Open& open, Span close);

  std::string_view text_;
  std::vector<Open> open_;
  std::vector<CitationMark> marks_;
};

}  // namespace gloss
