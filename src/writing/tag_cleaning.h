#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/tag_index.h"

namespace gloss {

/// A text in which nothing is left that looks like a tag but good ones.
struct CleanedText {
  std::string text;
  std::vector<std::string> tags;  ///< In the order of the text.
  size_t repaired = 0;            ///< Damaged ones that name one sentence all the same.
  size_t removed = 0;             ///< What named nothing, or something that may not be cited here.
  size_t repeated = 0;            ///< Second and later uses of a tag, taken out.
};

/// Reads a text as a writer gave it: tags in any form that text/mark_tags.h knows become
/// `<a3f5e823>`; what comes near one tag is repaired; a tag that is not in `allowed`, or stands a
/// second time, and all that could still pass for one, is taken out. Closing forms go. Idempotent;
/// linear; takes any bytes.
CleanedText CleanTags(std::string_view text, const TagIndex& index,
                      const std::set<std::string>& allowed);

}  // namespace gloss
