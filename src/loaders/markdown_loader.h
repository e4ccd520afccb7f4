#pragma once

#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"
#include "types/document.h"

namespace gloss {

/// Markdown (CommonMark with tables, strikethrough, task lists and footnotes) → Document. The text
/// is what a reader of the rendered page sees: no mark-up characters, no link targets; images give
/// their alternative text, footnote references "[label]". Front matter becomes furniture (its title
/// the document's); HTML blocks are read as HTML.
/// Errors: as DecodeText (encoding.h) and RenderHtml, kNoText. Thread-safe.
Result<Document> LoadMarkdown(std::string_view bytes, std::string_view declared_charset,
                              const LoadOptions& options);

}  // namespace gloss
