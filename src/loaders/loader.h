#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/status.h"
#include "types/document.h"

namespace gloss {

/// Bounds that keep hostile documents from taking the machine.
struct LoadLimits {
  size_t max_bytes = size_t{256} << 20;           ///< Size of the input.
  size_t max_text_bytes = size_t{64} << 20;       ///< Size of the text taken out of it.
  size_t max_expanded_bytes = size_t{512} << 20;  ///< Sum of all parts of a ZIP, unpacked.
  int max_archive_entries = 10'000;
  int max_pages = 5'000;
  int max_nesting = 512;                         ///< Depth of elements, lists, tables, quotes.
  int max_seconds = 10;                          ///< Wall time of a helper process (pdftotext).
  size_t max_process_bytes = size_t{768} << 20;  ///< Address space of a helper process.
};

struct LoadOptions {
  std::string uri;         ///< Shown in errors and kept as Document::uri.
  std::string media_type;  ///< Forces a format ("text/plain", …); empty: found from the content,
                           ///< the name only breaking ties.
  std::string password;    ///< For encrypted documents.
  bool lossy = false;      ///< Replace invalid bytes by U+FFFD (with a warning) instead of failing.
  LanguageCode language;   ///< Empty: detect.
  LoadLimits limits;
  std::stop_token stop;
};

/// Bytes → Document with text, blocks and provenance, not yet cut into sentences.
/// Errors: kUnsupportedFormat, kCorruptDocument, kInvalidUtf8 (with byte offset), kEncrypted,
/// kNoText, kTooLarge, kTimeout, kCancelled, kNotFound (a helper program is missing). The message
/// starts with the uri. Thread-safe.
Result<Document> LoadDocument(std::string_view bytes, const LoadOptions& options);

/// Reads the file (or standard input for "-") and loads it.
Result<Document> LoadFile(const std::string& path, const LoadOptions& options);

}  // namespace gloss
