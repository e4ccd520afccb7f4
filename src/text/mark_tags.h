#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/tag_index.h"
#include "types/span.h"

namespace gloss {

/// Sentence tags in a form that is not theirs, or ids that come near tags.
struct FoundTags {
  Span span;
  std::vector<std::string> ids;  ///< As written.
  bool closes = false;           ///< "</…>"
};

/// Reads the tags that begin with the opening sign at `at`, as models damage them: <a3f5e82> (a
/// digit lost), <A3F5E823>, < a3f5e823 >, <a3f5e823 (not closed), <tag a3f5e823>, <a3f5e823,
/// b2c4d6e8>, [a3f5e823], [[a3f5e823]], [^a3f5e823], (a3f5e823), {a3f5e823}, 【a3f5e823】,
/// \<a3f5e823\>. Every word in it must be a tag, come near one, or be one of a few words like "tag"
/// and "see"; within angle brackets and square ones it may also be any eight digits (an unknown
/// tag). Nothing: this is something else. Looks at 256 bytes. Takes any bytes.
/// REQUIRES: at < text.size().
std::optional<FoundTags> ReadDamagedTags(std::string_view text, size_t at, const TagIndex& tags);

/// Reads "a3f5e823>", whose opening sign is lost, at its closing sign. The tag must exist.
std::optional<FoundTags> ReadTagBefore(std::string_view text, size_t at, const TagIndex& tags);

/// A stretch of code (`<a3f5e823>`) that holds tags and nothing else.
std::optional<FoundTags> ReadTagsInCode(std::string_view text, const Span& code,
                                        const TagIndex& tags);

}  // namespace gloss
