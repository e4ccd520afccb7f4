// Any bytes, as they come: the format is found, the text decoded.

#include "loader_fuzzing.h"
#include "loaders/format.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const gloss::Result<gloss::Format> format = gloss::DetectFormat(bytes, {});
  // PDF starts a process; it has a target of its own.
  const bool is_pdf = format.ok() && *format == gloss::Format::kPdf;
  gloss::FuzzLoad(bytes, is_pdf ? "text/plain" : "", size);
  return 0;
}
