// JSON of other systems, any bytes: annotations lie within the text that is read, and resolve.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "text/segmenter.h"
#include "text/utf8.h"
#include "writing/annotation.h"
#include "writing/cited_json.h"

namespace {

void Check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto table = gloss::ReadIdTable(bytes);
  const auto json = gloss::ReadCitedJson(bytes);
  if (!json.ok()) return 0;
  Check(!gloss::FindInvalidUtf8(json->text) && !json->text.empty());
  for (const gloss::Annotation& annotation : json->annotations) {
    Check(annotation.span.begin <= annotation.span.end && annotation.span.end <= json->text.size());
    Check(!gloss::FindInvalidUtf8(annotation.span.In(json->text)));
  }
  std::vector<gloss::Document> documents;
  for (const gloss::CitedSource& source : json->sources) {
    gloss::Document document;
    document.text = source.text;
    document.title = source.title;
    document.language = "en";
    gloss::Segment(document);
    documents.push_back(std::move(document));
  }
  gloss::AssignTags(documents);
  const auto citations = gloss::ResolveAnnotations(json->annotations, documents, 0);
  Check(citations.size() == json->annotations.size());
  return 0;
}
