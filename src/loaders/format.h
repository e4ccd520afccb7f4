#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"

namespace gloss {

/// The formats that there are loaders for.
enum class Format { kText, kMarkdown, kHtml, kDocx, kPdf };

/// The format's media type, as kept in Document::media_type.
std::string_view MediaTypeOf(Format format);

/// Tells the format from the content; the name (the extension of options.uri) only breaks ties.
/// options.media_type, when it names a format, is believed without a look at the content;
/// "application/octet-stream" counts as not given.
///
/// Markdown is plain text to every test, so it needs the name or media type, or, where there is no
/// known extension, headings together with links, fences or emphasis.
///
/// Errors: kUnsupportedFormat with a word on what the content looks like and what to do;
/// kEncrypted for an encrypted Office document. An empty input is kText.
/// Thread-safe.
Result<Format> DetectFormat(std::string_view bytes, const LoadOptions& options);

}  // namespace gloss
