#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/tag_index.h"
#include "types/citation_mark.h"

namespace gloss {

/// True for names of elements that cite (<cite>, <ref>, <co: …>) or hold a model's notes (<think>).
/// `name` is in lower case.
bool IsMarkElementName(std::string_view name);

/// Finds the citation marks that are written as elements: <cite id="s1">…</cite>, sentence tags,
/// <sup>1</sup>. Fed with each "<" of a text in order; open ones are kept until their end comes.
class MarkElements {
 public:
  /// With `tags` (may be null) damaged sentence tags are read too (mark_tags.h).
  explicit MarkElements(std::string_view text, const TagIndex* tags = nullptr)
      : text_(text), tags_(tags) {}

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
    bool is_sentence_tag = false;
    bool damaged = false;
  };

  static std::optional<Tag> ReadTag(std::string_view text, size_t at);
  std::optional<size_t> ReadDamaged(size_t at);
  std::string CanonicalName(std::string_view id) const;
  void Push(Open open);
  void Close(Open end);
  void Add(const Open& open, Span close);

  std::string_view text_;
  const TagIndex* tags_;
  std::vector<Open> open_;
  std::vector<CitationMark> marks_;
};

}  // namespace gloss
