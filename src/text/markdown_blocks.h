#pragma once

#include <string_view>
#include <vector>

#include "types/document.h"

namespace gloss {

/// The blocks of a text that may be Markdown and is kept as it is written: headings and list items
/// without their signs, fenced code, quotes, lines of tables and notes, paragraphs. For texts in
/// which citations are to be put right; a text to be read is the loaders'. Signs within a block
/// (emphasis, links) stay in it. Takes any bytes; linear.
std::vector<Block> MarkdownBlocks(std::string_view text);

}  // namespace gloss
