#pragma once

#include <string>
#include <vector>

namespace gloss {

/// Which sentence tags (docs/formats/sentence_tags.md) a generated text may write.
struct CitationConstraint {
  std::vector<std::string> tags;  ///< 8 lower-case hex digits each. Empty: no tag at all.
  bool once = true;               ///< Each tag at most once.
  bool closing_forms = false;     ///< "</tag>" may follow the "<tag>" that was written last.

  friend bool operator==(const CitationConstraint&, const CitationConstraint&) = default;
};

}  // namespace gloss
