#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "text/characters.h"
#include "types/span.h"

namespace gloss {

// What the finders of citation marks ask about the text around a mark. All take any bytes.

/// Kind of the character before `at`; kEnd at the beginning, kOther for invalid UTF-8.
CharKind KindBefore(std::string_view text, size_t at);

/// Kind of the character at `at`; kEnd at the end, kOther for invalid UTF-8.
CharKind KindAt(std::string_view text, size_t at);

/// True when nothing but at most three spaces (or a list or quote sign) is before `at` on its line.
bool AtLineStart(std::string_view text, size_t at);

/// The ASCII letters that end right before `at`, spaces before it skipped when `across_space`.
std::string_view WordBefore(std::string_view text, size_t at, bool across_space);

/// Code spans and fences of Markdown, in order. Linear.
std::vector<Span> FindCode(std::string_view text);

/// True for text that names a source rather than states something: it holds an address, a file
/// name, a page, a year in parentheses or "et al.", and is short.
bool LooksLikeReference(std::string_view text);

/// "Sources:", "## Références", "**Quellen**": a line that announces references.
bool IsReferenceHeading(std::string_view line);

}  // namespace gloss
