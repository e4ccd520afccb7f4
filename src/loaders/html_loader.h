#pragma once

#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"
#include "types/document.h"

namespace gloss {

/// HTML or XHTML → Document. `declared_charset` is what came with the bytes from outside (an HTTP
/// header); empty: looked for in the page. What becomes text: html_renderer.h and
/// docs/formats/documents.md.
/// Errors: as DecodeText (encoding.h) and HtmlTree::Parse, kNoText. Thread-safe.
Result<Document> LoadHtml(std::string_view bytes, std::string_view declared_charset,
                          const LoadOptions& options);

}  // namespace gloss
