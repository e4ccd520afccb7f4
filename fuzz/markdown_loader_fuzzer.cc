// Any bytes as Markdown.

#include "loader_fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  gloss::FuzzLoad({reinterpret_cast<const char*>(data), size}, "text/markdown", size);
  return 0;
}
