#pragma once

#include <string_view>
#include <vector>

#include "report/json_options.h"
#include "report/json_writer.h"
#include "text/utf8.h"
#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

// Pieces that the JSON formats share (docs/formats/grounding_report.md).

/// A member that is a list: `write` writes each item.
template <typename Item, typename WriteItem>
void WriteList(std::string_view key, const std::vector<Item>& items, const WriteItem& write,
               JsonWriter* json) {
  json->Key(key);
  json->BeginArray();
  for (const Item& item : items) write(item);
  json->EndArray();
}

/// A document with the offset map of its text, in the unit to be written.
class DocumentOffsets {
 public:
  /// REQUIRES: valid UTF-8; the document outlives this object.
  DocumentOffsets(const Document& document, OffsetUnit unit)
      : document_(document), map_(document.text), unit_(unit) {}

  const Document& document() const { return document_; }

  /// Fields "start" and "end".
  void WriteSpan(const Span& span, JsonWriter* json) const;

  /// Fields "start", "end" and "quote".
  void WriteQuotedSpan(const Span& span, JsonWriter* json) const;

 private:
  const Document& document_;
  OffsetMap map_;
  OffsetUnit unit_;
};

JsonWriter::Options WriterOptions(const JsonOptions& options);

/// Fields of where a span is: "pages", "boxes", "heading_path", "kind", "cell".
void WritePlace(const Document& document, const Sentence& sentence, JsonWriter* json);

/// Whether sentences carry their text and place, or only their offsets.
enum class SentenceDetail { kOffsets, kTextAndPlace };

/// All fields of a document, without the braces around them.
void WriteDocumentFields(const DocumentOffsets& offsets, const JsonOptions& options,
                         SentenceDetail detail, JsonWriter* json);

/// The member "documents": each with the offsets of its sentences.
void WriteDocuments(const std::vector<DocumentOffsets>& documents, const JsonOptions& options,
                    JsonWriter* json);

/// Fields "document", "document_id", "sentence" and "tag" of a source sentence.
void WriteReference(const SentenceRef& reference, const Document& document, JsonWriter* json);

/// A source sentence, whole: its reference, place and quote, as an object on one line.
void WriteSourceSentence(const SentenceRef& reference, const DocumentOffsets& source,
                         JsonWriter* json);

// Members of a report with their keys: "unread_sources", "provenance".
void WriteUnreadSources(const std::vector<UnreadSource>& sources, JsonWriter* json);
void WriteProvenance(const Provenance& provenance, JsonWriter* json);

}  // namespace gloss
