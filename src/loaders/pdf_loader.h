#pragma once

#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"
#include "types/document.h"

namespace gloss {

/// PDF → Document: text in reading order, blocks, and the box of every word (Document::boxes).
///
/// The text comes from `pdftotext -bbox-layout` (poppler-utils), run as a separate process within
/// the limits of `options`; nothing of a PDF is parsed in this process. The layout is this
/// project's own work (pdf_layout.h). Fills text, blocks, boxes, page_count, title (may be empty),
/// media_type and warnings; the caller fills the rest of the Document.
///
/// The password travels on pdftotext's command line, the only way it takes one: other users of the
/// machine can see it in the process list while the process runs.
///
/// Errors: kNotFound (pdftotext is missing), kEncrypted, kNoText, kCorruptDocument, kTooLarge,
/// kTimeout, kCancelled, kIoError. Messages do not start with the uri. Thread-safe.
Result<Document> LoadPdf(std::string_view bytes, const LoadOptions& options);

}  // namespace gloss
