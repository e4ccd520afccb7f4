#pragma once

#include <string_view>

#include "base/status.h"
#include "loaders/loader.h"
#include "types/document.h"

namespace gloss {

/// DOCX (Office Open XML, transitional and strict) → Document: the body, then footnotes, endnotes
/// and comments, then headers and footers as furniture. What becomes text: docx_reader.h and
/// docs/formats/documents.md.
/// Errors: as DocxPackage::Open; kCorruptDocument with the part's name; kNoText. Thread-safe.
Result<Document> LoadDocx(std::string_view bytes, const LoadOptions& options);

}  // namespace gloss
