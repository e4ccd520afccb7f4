#pragma once

#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"

namespace gloss {

/// Refuses Markdown that would take md4c too long or too much memory; once it runs it cannot be
/// stopped between two calls back. It walks all open lists and quotes at every line, searches the
/// lines of a paragraph for every link in it, and keeps a record for every mark-up character.
/// Errors: kTooLarge (limits.max_nesting, limits.max_expanded_bytes). Linear time.
Status CheckMarkdownCost(std::string_view markdown, const LoadLimits& limits);

/// The deepest nesting of quotes and lists that one line's leading marks could open; what grows
/// over several lines by indentation counts as one a two columns.
int DeepestMarkdownLine(std::string_view markdown);

}  // namespace gloss
