#include "report/document_json.h"

#include <utility>

#include "report/json_parts.h"

namespace gloss {

std::string RenderDocumentJson(const Document& document, const JsonOptions& options) {
  JsonWriter json(WriterOptions(options));
  const DocumentOffsets offsets(document, options.offset_unit);
  json.BeginObject();
  json.Field("schema", kDocumentSchema);
  json.Field("offset_unit", OffsetUnitName(options.offset_unit));
  WriteDocumentFields(offsets, options, SentenceDetail::kTextAndPlace, &json);
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace gloss
