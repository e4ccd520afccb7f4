// Records from JSON or JSON Lines: any bytes. What is accepted is valid UTF-8; errors have a
// message.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "grounding/input_json.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  gloss::InputJsonOptions options;
  for (const bool require_sources : {false, true}) {
    options.require_sources = require_sources;
    const auto records = gloss::ReadInputRecords(bytes, options);
    if (!records.ok()) {
      if (records.status().message().empty()) std::abort();
      continue;
    }
    if (records->empty()) std::abort();
    for (const auto& record : *records) {
      if (!record.ok()) {
        if (record.status().message().empty()) std::abort();
        continue;
      }
      if (gloss::FindInvalidUtf8(record->response)) std::abort();
      for (const gloss::InputSource& source : record->sources) {
        if (gloss::FindInvalidUtf8(source.text)) std::abort();
      }
    }
  }
  return 0;
}
