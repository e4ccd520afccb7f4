#pragma once

#include "base/status.h"
#include "loaders/loader.h"
#include "loaders/pdf_text.h"
#include "types/document.h"

namespace gloss {

/// pdftotext's words → Document: furniture set aside, columns in reading order, blocks, cut words
/// joined, a box for every word. A table's row is one paragraph with tabs between its cells: PDF
/// does not say what a cell is, and a row says more than a number alone. Warns of pages without
/// text, of unreadable fonts and of text that runs right to left. The Document is as LoadPdf gives
/// it. Errors: kNoText (no page has text), kTooLarge, kCancelled.
Result<Document> MakePdfDocument(PdfText text, const LoadOptions& options);

}  // namespace gloss
