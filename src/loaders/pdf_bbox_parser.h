#pragma once

#include <stop_token>
#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"
#include "loaders/pdf_text.h"

namespace gloss {

/// Reads what `pdftotext -bbox-layout` prints. Its own small scanner and not an XML library: the
/// output often is not well-formed XML (control characters, invalid bytes), and no nesting has to
/// be followed: only <title>, <page>, <line> and <word> matter, everything else is passed over.
///
/// Every word with text is kept, its text made readable (pdf_glyphs.h), its rect equal to its box.
/// Coordinates that are no numbers become 0. A word outside a line is a line of its own.
/// Linear in the input. Errors: kTooLarge (pages, text), kCancelled; kCorruptDocument when the
/// output breaks off inside a page.
Result<PdfText> ParseBboxLayout(std::string_view xhtml, const LoadLimits& limits,
                                const std::stop_token& stop = {});

}  // namespace gloss
