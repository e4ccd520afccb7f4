#include "engine/documents.h"

#include <string>
#include <utility>

#include "base/file_system.h"
#include "base/hash.h"
#include "loaders/format.h"
#include "text/citation_marks.h"
#include "text/segmenter.h"
#include "text/utf8.h"

namespace gloss {
namespace {

/// A loaded document with what the caller says of it, cut into sentences.
Document Finished(Document document, const TextInput& input) {
  document.id = input.id;
  if (!input.title.empty()) document.title = input.title;
  Segment(document);
  return document;
}

}  // namespace

Result<Document> ReadDocument(const TextInput& input, LoadOptions options) {
  options.uri = input.uri;
  if (input.text) options.media_type = "text/plain";
  GLOSS_ASSIGN_OR_RETURN(Document document, input.text ? LoadDocument(*input.text, options)
                                                       : LoadFile(input.uri, options));
  return Finished(std::move(document), input);
}

Result<Document> ReadResponse(const TextInput& input, LoadOptions options) {
  if (input.text) return ReadDocument(input, std::move(options));
  options.uri = input.uri;
  GLOSS_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(input.uri, options.limits.max_bytes));
  const auto format = DetectFormat(bytes, options);
  // Other encodings than UTF-8 are the loader's to read.
  const bool protect = format.ok() && *format == Format::kMarkdown && !FindInvalidUtf8(bytes) &&
                       bytes.find('\0') == std::string::npos;
  if (!protect) {
    GLOSS_ASSIGN_OR_RETURN(Document document, LoadDocument(bytes, options));
    return Finished(std::move(document), input);
  }
  if (options.media_type.empty()) options.media_type = std::string(MediaTypeOf(*format));
  GLOSS_ASSIGN_OR_RETURN(Document document, LoadDocument(ProtectMarksInMarkdown(bytes), options));
  document.sha256 = Sha256Hex(bytes);
  return Finished(std::move(document), input);
}

}  // namespace gloss
