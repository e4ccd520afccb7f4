#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/cited_text.h"
#include "types/document.h"

namespace gloss {

/// What a cited text is made of, as its checks need it.
struct TextParts {
  std::vector<int> statements;   ///< Sentences that state something (Verdict is not kNotCheckable).
  std::vector<BlockKind> kinds;  ///< Of each sentence: what block of the text it stands in.
  std::vector<std::string> evidence;  ///< Of each sentence: what it cites, joined by spaces.
};

/// `text` as CitationVerifier gives it.
TextParts PartsOf(const CitedText& text);

/// “a few words of it …”, for explanations.
std::string Excerpt(std::string_view text);

/// "1 claim", "3 claims".
std::string Counted(size_t count, std::string_view noun);

}  // namespace gloss
