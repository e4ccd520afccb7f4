#include "report/json_parts.h"

#include "report/summary.h"

namespace gloss {
namespace {

using Layout = JsonWriter::Layout;

void WriteCell(const std::optional<TableCell>& cell, JsonWriter* json) {
  json->Key("cell");
  if (!cell) return json->Null();
  json->BeginObject(Layout::kLine);
  json->Field("table", cell->table);
  json->Field("row", cell->row);
  json->Field("column", cell->column);
  json->Field("header", cell->is_header);
  json->EndObject();
}

void WriteBlock(const Block& block, const DocumentOffsets& offsets, JsonWriter* json) {
  json->BeginObject(Layout::kLine);
  offsets.WriteSpan(block.span, json);
  json->Field("kind", BlockKindName(block.kind));
  json->Field("heading_level", block.heading_level);
  json->Key("heading_path");
  json->BeginArray();
  for (int heading : block.heading_path) json->Int(heading);
  json->EndArray();
  WriteCell(block.cell, json);
  json->EndObject();
}

void WriteSentence(const Sentence& sentence, const DocumentOffsets& offsets, SentenceDetail detail,
                   JsonWriter* json) {
  json->BeginObject(Layout::kLine);
  offsets.WriteSpan(sentence.span, json);
  json->Field("block", sentence.block);
  json->Field("tag", sentence.tag);
  if (detail == SentenceDetail::kTextAndPlace) {
    json->Field("text", sentence.span.In(offsets.document().text));
    WritePlace(offsets.document(), sentence, json);
  }
  json->EndObject();
}

}  // namespace

void DocumentOffsets::WriteSpan(const Span& span, JsonWriter* json) const {
  json->Field("start", map_.FromBytes(span.begin, unit_));
  json->Field("end", map_.FromBytes(span.end, unit_));
}

void DocumentOffsets::WriteQuotedSpan(const Span& span, JsonWriter* json) const {
  WriteSpan(span, json);
  json->Field("quote", span.In(document_.text));
}

JsonWriter::Options WriterOptions(const JsonOptions& options) {
  return {.indent = options.compact ? 0 : 2, .html_safe = options.html_safe};
}

void WritePlace(const Document& document, const Sentence& sentence, JsonWriter* json) {
  json->Key("pages");
  if (const auto pages = PagesOf(document, sentence.span)) {
    json->BeginObject(Layout::kLine);
    json->Field("first", pages->first);
    json->Field("last", pages->second);
    json->EndObject();
  } else {
    json->Null();
  }
  json->Key("boxes");
  json->BeginArray(Layout::kLine);
  for (const Box& box : BoxesOf(document, sentence.span)) {
    json->BeginArray();
    json->Int(box.page);
    for (double value : {box.x_min, box.y_min, box.x_max, box.y_max}) json->Number(value);
    json->EndArray();
  }
  json->EndArray();
  json->Field("heading_path", HeadingPath(document, sentence));
  const bool in_block = sentence.block >= 0;
  const Block none;
  const Block& block = in_block ? document.blocks[static_cast<size_t>(sentence.block)] : none;
  json->Field("kind", BlockKindName(block.kind));
  WriteCell(block.cell, json);
}

void WriteDocumentFields(const DocumentOffsets& offsets, const JsonOptions& options,
                         SentenceDetail detail, JsonWriter* json) {
  const Document& document = offsets.document();
  json->Field("id", document.id);
  json->Field("title", document.title);
  json->Field("uri", document.uri);
  json->Field("media_type", document.media_type);
  json->Field("sha256", document.sha256);
  json->Field("language", document.language);
  json->Field("page_count", document.page_count);
  json->Field("text", document.text);
  json->Key("blocks");
  json->BeginArray();
  for (const Block& block : document.blocks) WriteBlock(block, offsets, json);
  json->EndArray();
  json->Key("sentences");
  json->BeginArray();
  for (const Sentence& sentence : document.sentences) {
    WriteSentence(sentence, offsets, detail, json);
  }
  json->EndArray();
  if (options.word_boxes) {
    json->Key("words");
    json->BeginArray();
    for (const SourceBox& word : document.boxes) {
      json->BeginObject(Layout::kLine);
      offsets.WriteSpan(word.span, json);
      json->Key("box");
      json->BeginArray();
      json->Int(word.box.page);
      for (double value : {word.box.x_min, word.box.y_min, word.box.x_max, word.box.y_max}) {
        json->Number(value);
      }
      json->EndArray();
      json->EndObject();
    }
    json->EndArray();
  }
  json->Field("warnings", document.warnings);
}

void WriteDocuments(const std::vector<DocumentOffsets>& documents, const JsonOptions& options,
                    JsonWriter* json) {
  const auto write = [&](const DocumentOffsets& document) {
    json->BeginObject();
    WriteDocumentFields(document, options, SentenceDetail::kOffsets, json);
    json->EndObject();
  };
  WriteList("documents", documents, write, json);
}

void WriteReference(const SentenceRef& reference, const Document& document, JsonWriter* json) {
  json->Field("document", reference.document);
  json->Field("document_id", document.id);
  json->Field("sentence", reference.sentence);
  json->Field("tag", document.sentences[static_cast<size_t>(reference.sentence)].tag);
}

void WriteSourceSentence(const SentenceRef& reference, const DocumentOffsets& source,
                         JsonWriter* json) {
  const Sentence& sentence = source.document().sentences[static_cast<size_t>(reference.sentence)];
  json->BeginObject(Layout::kLine);
  WriteReference(reference, source.document(), json);
  source.WriteQuotedSpan(sentence.span, json);
  WritePlace(source.document(), sentence, json);
  json->EndObject();
}

void WriteUnreadSources(const std::vector<UnreadSource>& sources, JsonWriter* json) {
  json->Key("unread_sources");
  json->BeginArray();
  for (const UnreadSource& source : sources) {
    json->BeginObject(Layout::kLine);
    json->Field("uri", source.uri);
    json->Field("code", StatusCodeName(source.status.code()));
    json->Field("message", source.status.message());
    json->EndObject();
  }
  json->EndArray();
}

void WriteProvenance(const Provenance& provenance, JsonWriter* json) {
  json->Key("provenance");
  json->BeginObject();
  json->Field("product_version", provenance.product_version);
  json->Field("method", provenance.method);
  json->Field("splitter_version", provenance.splitter_version);
  json->Key("models");
  json->BeginArray();
  for (const ModelUse& model : provenance.models) {
    json->BeginObject(Layout::kLine);
    json->Field("role", model.role);
    json->Field("name", model.name);
    json->Field("sha256", model.sha256);
    json->EndObject();
  }
  json->EndArray();
  json->Key("prompts");
  json->BeginArray();
  for (const PromptUse& prompt : provenance.prompts) {
    json->BeginObject(Layout::kLine);
    json->Field("id", prompt.id);
    json->Field("sha256", prompt.sha256);
    json->EndObject();
  }
  json->EndArray();
  json->Key("settings");
  json->BeginObject();
  for (const auto& [key, value] : provenance.settings) json->Field(key, value);
  json->EndObject();
  json->EndObject();
}

}  // namespace gloss
