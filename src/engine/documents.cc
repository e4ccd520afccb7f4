#include "engine/documents.h"

#include <utility>

#include "text/segmenter.h"

namespace gloss {

Result<Document> ReadDocument(const TextInput& input, LoadOptions options) {
  options.uri = input.uri;
  if (input.text) options.media_type = "text/plain";
  GLOSS_ASSIGN_OR_RETURN(Document document, input.text ? LoadDocument(*input.text, options)
                                                       : LoadFile(input.uri, options));
  document.id = input.id;
  if (!input.title.empty()) document.title = input.title;
  Segment(document);
  return document;
}

}  // namespace gloss
