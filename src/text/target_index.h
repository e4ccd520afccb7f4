#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "types/citation_mark.h"
#include "types/document.h"

namespace gloss {

/// What ids of citation marks can mean: places, ids, titles and file names of sources, sentence
/// tags. Immutable, so safe to share between threads.
class TargetIndex {
 public:
  /// `unread`: sources that were given beside the documents and could not be read.
  TargetIndex(std::span<const Document> documents, size_t unread);

  /// Fills document, sentence and known: a number is the place of a source among all that were
  /// given, "S3" the same or an id, a tag its sentence, a name a title, uri, file name or id.
  void Resolve(MarkForm form, MarkTarget& target) const;

  /// The document that a name one letter away stands for; -1: there is none, or several. Names of
  /// fewer than five letters have none.
  int NearestName(std::string_view id) const;

  /// The document whose longest title, uri, file name or id stands in the text; -1: none does.
  /// Names of fewer than four letters are not looked for.
  int NamedIn(std::string_view text) const;

  size_t sources() const { return sources_; }

 private:
  size_t sources_;
  bool all_read_;
  std::map<std::string, int> names_;                 ///< In lower case.
  std::map<std::string, std::pair<int, int>> tags_;  ///< First place of each.
};

}  // namespace gloss
