#pragma once

// What the fuzz targets of the loaders share.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "loaders/loader.h"

namespace gloss {

/// Loads with small limits; odd sizes load lossy. An internal error (a document that breaks a rule,
/// an exception) ends the program.
inline void FuzzLoad(std::string_view bytes, std::string_view media_type, size_t input_size) {
  LoadOptions options;
  options.media_type = media_type;
  options.lossy = input_size % 2 == 1;
  options.limits.max_bytes = size_t{8} << 20;
  options.limits.max_text_bytes = size_t{2} << 20;
  options.limits.max_expanded_bytes = size_t{64} << 20;
  options.limits.max_archive_entries = 100;
  options.limits.max_nesting = 64;
  const Result<Document> document = LoadDocument(bytes, options);
  if (!document.ok() && document.status().code() == StatusCode::kInternal) {
    std::fprintf(stderr, "%s\n", document.status().message().c_str());
    std::abort();
  }
}

}  // namespace gloss
