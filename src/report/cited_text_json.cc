#include "report/cited_text_json.h"

#include <utility>
#include <vector>

#include "report/json_parts.h"
#include "report/json_writer.h"
#include "text/tagged_document.h"

namespace gloss {
namespace {

using Layout = JsonWriter::Layout;

class CitedWriter {
 public:
  CitedWriter(const CitedText& text, const JsonOptions& options)
      : text_(text),
        options_(options),
        own_(OwnText(text.text)),
        own_offsets_(own_, options.offset_unit),
        json_(WriterOptions(options)) {
    sources_.reserve(text.documents.size());
    for (const Document& document : text.documents) {
      sources_.emplace_back(document, options.offset_unit);
    }
  }

  std::string Write() && {
    json_.BeginObject();
    json_.Field("schema", CitedText::kSchema);
    json_.Field("id", text_.id);
    json_.Field("title", text_.title);
    json_.Field("question", text_.question);
    json_.Field("offset_unit", OffsetUnitName(options_.offset_unit));
    json_.Key("counts");
    WriteCounts(CountCited(text_));
    json_.Field("complete", text_.gaps.empty());
    json_.Field("gaps", text_.gaps);
    json_.Field("model_failed", text_.model_failed);
    json_.Field("language", text_.language);
    json_.Field("text", text_.text);
    WriteList(
        "sentences", text_.sentences, [this](const auto& each) { WriteSentence(each); }, &json_);
    WriteList("claims", text_.claims, [this](const auto& each) { WriteClaim(each); }, &json_);
    WriteList(
        "citations", text_.citations, [this](const auto& each) { WriteCitation(each); }, &json_);
    WriteFix();
    WriteDocuments(sources_, options_, &json_);
    WriteUnreadSources(text_.unread_sources, &json_);
    WriteProvenance(text_.provenance, &json_);
    json_.Field("warnings", text_.warnings);
    json_.EndObject();
    return std::move(json_).Take();
  }

 private:
  static Document OwnText(const std::string& text) {
    Document document;
    document.text = text;
    return document;
  }

  void WriteCounts(const CitedCounts& counts) {
    json_.BeginObject(Layout::kLine);
    json_.Field("citations", counts.citations);
    json_.Field("repaired", counts.repaired);
    json_.Field("unknown", counts.unknown);
    json_.Field("supports", counts.supports);
    json_.Field("contradicts", counts.contradicts);
    json_.Field("does_not_address", counts.does_not_address);
    json_.Field("unchecked", counts.unchecked);
    json_.Field("claims", counts.claims);
    json_.Field("claims_supported", counts.claims_supported);
    json_.Field("claims_uncited", counts.claims_uncited);
    json_.Field("claims_unchecked", counts.claims_unchecked);
    json_.EndObject();
  }

  void WriteNumbers(std::string_view key, const std::vector<int>& numbers) {
    json_.Key(key);
    json_.BeginArray(Layout::kLine);
    for (const int number : numbers) json_.Int(number);
    json_.EndArray();
  }

  void WriteIndex(std::string_view key, int index) {
    json_.Key(key);
    if (index < 0) {
      json_.Null();
    } else {
      json_.Int(index);
    }
  }

  void WriteReferences(std::string_view key, const std::vector<SentenceRef>& references) {
    WriteList(
        key, references,
        [this](const SentenceRef& reference) {
          WriteSourceSentence(reference, sources_[static_cast<size_t>(reference.document)], &json_);
        },
        &json_);
  }

  void WriteSentence(const CitedSentence& sentence) {
    json_.BeginObject();
    own_offsets_.WriteQuotedSpan(sentence.span, &json_);
    json_.Field("statement", sentence.statement);
    json_.Field("origin", CitedOriginName(sentence.origin));
    json_.Field("verdict", VerdictName(sentence.verdict));
    json_.Field("reason", sentence.reason);
    json_.Field("needs_citation", sentence.needs_citation);
    WriteNumbers("claims", sentence.claims);
    WriteNumbers("citations", sentence.citations);
    json_.EndObject();
  }

  void WriteClaim(const CitedClaim& claim) {
    json_.BeginObject();
    json_.Field("text", claim.text);
    own_offsets_.WriteQuotedSpan(claim.span, &json_);
    json_.Field("sentence", claim.sentence);
    json_.Field("verdict", VerdictName(claim.verdict));
    json_.Field("probability", claim.probability);
    json_.Field("reason", claim.reason);
    json_.Field("needs_citation", claim.needs_citation);
    WriteNumbers("citations", claim.citations);
    WriteReferences("evidence", claim.evidence);
    WriteReferences("would_support", claim.would_support);
    json_.EndObject();
  }

  void WriteCitation(const Citation& citation) {
    json_.BeginObject();
    json_.Field("form", MarkFormName(citation.form));
    own_offsets_.WriteQuotedSpan(citation.span, &json_);
    json_.Field("id", citation.id);
    json_.Field("state", CitationStateName(citation.state));
    json_.Field("resolved", citation.resolved);
    WriteIndex("document", citation.document);
    WriteReferences("sentences", citation.sentences);
    WriteIndex("sentence", citation.sentence);
    WriteNumbers("claims", citation.claims);
    json_.Field("verdict", CitationVerdictName(citation.verdict));
    json_.Field("probability", citation.probability);
    json_.Field("in_group", citation.in_group);
    json_.Field("reason", citation.reason);
    json_.EndObject();
  }

  void WriteFix() {
    if (!text_.fix) return;
    const CitedTextFix& fix = *text_.fix;
    const Document fixed = OwnText(fix.text);
    const DocumentOffsets offsets(fixed, options_.offset_unit);
    json_.Key("fix");
    json_.BeginObject();
    json_.Field("text", fix.text);
    WriteList(
        "changes", fix.changes,
        [&](const CitationChange& change) {
          json_.BeginObject(Layout::kLine);
          json_.Field("edit", CitationEditName(change.edit));
          json_.Key("before");
          json_.BeginObject();
          own_offsets_.WriteQuotedSpan(change.before, &json_);
          json_.EndObject();
          json_.Key("after");
          json_.BeginObject();
          offsets.WriteQuotedSpan(change.after, &json_);
          json_.EndObject();
          json_.Field("reason", change.reason);
          json_.EndObject();
        },
        &json_);
    if (fix.after) {
      json_.Key("counts_after");
      WriteCounts(*fix.after);
    }
    json_.Field("gaps", fix.gaps);
    json_.EndObject();
  }

  const CitedText& text_;
  const JsonOptions& options_;
  Document own_;  ///< The cited text, for its offsets.
  DocumentOffsets own_offsets_;
  std::vector<DocumentOffsets> sources_;
  JsonWriter json_;
};

}  // namespace

std::string RenderCitedTextJson(const CitedText& text, const JsonOptions& options) {
  return CitedWriter(text, options).Write();
}

std::string RenderTagTableJson(std::span<const Document> documents, const JsonOptions& options) {
  std::vector<DocumentOffsets> sources;
  sources.reserve(documents.size());
  for (const Document& document : documents) sources.emplace_back(document, options.offset_unit);
  JsonWriter json(WriterOptions(options));
  json.BeginObject();
  json.Field("schema", kTagTableSchema);
  json.Field("offset_unit", OffsetUnitName(options.offset_unit));
  json.Field("tagged", TagDocuments(documents));
  json.Key("tags");
  json.BeginArray();
  for (const TagEntry& entry : TagTable(documents)) {
    json.BeginObject();
    json.Field("tag", entry.tag);
    json.Field("rehashed", entry.rehashed);
    json.Key("places");
    json.BeginArray();
    for (const SentenceRef& place : entry.places) {
      WriteSourceSentence(place, sources[static_cast<size_t>(place.document)], &json);
    }
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace gloss
