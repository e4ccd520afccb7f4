// Hostile input: what pdftotext prints for a PDF whose maker chose every letter and position.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "loaders/document_check.h"
#include "loaders/pdf_bbox_parser.h"
#include "loaders/pdf_document.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  gloss::LoadOptions options;
  options.limits.max_pages = 50;
  options.limits.max_text_bytes = size_t{1} << 20;
  auto text = gloss::ParseBboxLayout({reinterpret_cast<const char*>(data), size}, options.limits);
  if (!text.ok()) return 0;
  const auto document = gloss::MakePdfDocument(std::move(text).value(), options);
  if (!document.ok()) {
    const gloss::StatusCode code = document.status().code();
    if (code != gloss::StatusCode::kNoText && code != gloss::StatusCode::kTooLarge) std::abort();
    return 0;
  }
  if (!gloss::CheckDocument(*document).ok()) std::abort();
  return 0;
}
