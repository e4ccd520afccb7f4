#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// How near a written id comes to a sentence tag that exists.
enum class TagMatch {
  kNone,   ///< To none.
  kExact,  ///< It is one, whatever its case.
  kNear,   ///< One digit wrong, lost, too many or swapped with its neighbour; one tag is so near.
  kAmbiguous,  ///< Likewise, and several tags are so near.
};

/// The sentence tags of all sources of a run (docs/formats/sentence_tags.md), to tell citations
/// from other mark-up and to put near misses right. Immutable, so safe to share between threads.
class TagIndex {
 public:
  struct Found {
    TagMatch match = TagMatch::kNone;
    std::string tag;  ///< Of kExact and kNear.
  };

  TagIndex() = default;

  /// REQUIRES: tags are assigned (text/segmenter.h).
  explicit TagIndex(std::span<const Document> documents);

  /// An index in which every eight hexadecimal digits are a tag: what any run could cite.
  static TagIndex OfAllTags();

  /// Some hundred look-ups at most, whatever the id.
  Found Find(std::string_view written) const;

  /// All places of a tag, in document order; empty: there is no such tag.
  std::vector<SentenceRef> PlacesOf(std::string_view tag) const;

  bool empty() const { return !all_ && places_.empty(); }

 private:
  bool Has(uint32_t value) const { return all_ || places_.contains(value); }

  bool all_ = false;
  std::unordered_map<uint32_t, std::vector<SentenceRef>> places_;  ///< By the tag's value.
};

/// The value of eight hexadecimal digits in any case; nothing for other text.
std::optional<uint32_t> TagValue(std::string_view text);

}  // namespace gloss
