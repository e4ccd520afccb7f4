#include "report/grounding_json.h"

#include <memory>
#include <utility>
#include <vector>

#include "report/json_parts.h"
#include "report/json_writer.h"
#include "report/reformulation_json.h"
#include "report/summary.h"

namespace gloss {
namespace {

using Layout = JsonWriter::Layout;

/// Writes one report. Holds the offset maps of all its documents.
class ReportWriter {
 public:
  ReportWriter(const GroundingReport& report, const JsonOptions& options)
      : report_(report),
        options_(options),
        response_(report.response, options.offset_unit),
        json_(WriterOptions(options)) {
    sources_.reserve(report.documents.size());
    for (const Document& document : report.documents) {
      sources_.emplace_back(document, options.offset_unit);
    }
  }

  std::string Write() && {
    json_.BeginObject();
    json_.Field("schema", GroundingReport::kSchema);
    json_.Field("id", report_.id);
    json_.Field("question", report_.question);
    json_.Field("offset_unit", OffsetUnitName(options_.offset_unit));
    WriteVerdictCounts();
    WriteMetrics();
    WriteCoverage();
    json_.Key("response");
    WriteDocument(response_);
    WriteList("claims", report_.claims, [this](const auto& each) { WriteClaim(each); }, &json_);
    WriteDroppedClaims();
    WriteCitations();
    WriteMarks();
    WriteDocuments(sources_, options_, &json_);
    WriteUnreadSources(report_.unread_sources, &json_);
    WriteProvenance(report_.provenance, &json_);
    json_.Field("warnings", report_.warnings);
    if (report_.reformulation) {
      json_.Key("reformulation");
      WriteReformulation(report_, response_, options_.offset_unit, &json_);
    }
    json_.EndObject();
    return std::move(json_).Take();
  }

 private:
  void WriteVerdictCounts() {
    const auto counts = CountVerdicts(report_);
    json_.Key("verdicts");
    json_.BeginObject(Layout::kLine);
    for (Verdict verdict : kAllVerdicts) {
      json_.Field(VerdictName(verdict), counts[static_cast<size_t>(verdict)]);
    }
    json_.EndObject();
  }

  void WriteMetrics() {
    const GroundingMetrics& metrics = report_.metrics;
    json_.Key("metrics");
    json_.BeginObject();
    json_.Field("fcr", metrics.fcr);
    json_.Field("acr", metrics.acr);
    json_.Field("hcr", metrics.hcr);
    json_.Field("ucr", metrics.ucr);
    json_.Field("unchecked", metrics.unchecked);
    json_.Field("cer", metrics.cer);
    json_.Field("ecss", metrics.ecss);
    json_.Field("pfcr", metrics.pfcr);
    json_.EndObject();
  }

  void WriteCoverage() {
    const Coverage& coverage = report_.coverage;
    json_.Key("coverage");
    json_.BeginObject();
    json_.Field("complete", coverage.complete());
    json_.Field("response_sentences", coverage.response_sentences);
    json_.Field("response_sentences_checked", coverage.response_sentences_checked);
    json_.Field("claims", coverage.claims);
    json_.Field("claims_checked", coverage.claims_checked);
    json_.Field("content_words", coverage.content_words);
    json_.Field("content_words_in_claims", coverage.content_words_in_claims);
    json_.Field("sources", coverage.sources);
    json_.Field("sources_read", coverage.sources_read);
    json_.Field("model_failed", coverage.model_failed);
    json_.Field("gaps", coverage.gaps);
    json_.EndObject();
  }

  void WriteDocument(const DocumentOffsets& offsets) {
    json_.BeginObject();
    WriteDocumentFields(offsets, options_, SentenceDetail::kOffsets, &json_);
    json_.EndObject();
  }

  const DocumentOffsets& SourceOf(const SentenceRef& reference) const {
    return sources_[static_cast<size_t>(reference.document)];
  }

  void WriteEvidence(std::string_view key, const std::vector<EvidenceSet>& evidence) {
    json_.Key(key);
    json_.BeginArray();
    for (const EvidenceSet& set : evidence) {
      json_.BeginObject();
      json_.Field("polarity", PolarityName(set.polarity));
      json_.Field("score", set.score);
      json_.Field("probability", set.probability);
      json_.Key("sentences");
      json_.BeginArray();
      for (const SentenceRef& reference : set.sentences) {
        WriteSourceSentence(reference, SourceOf(reference), &json_);
      }
      json_.EndArray();
      json_.EndObject();
    }
    json_.EndArray();
  }

  void WriteRelationValues(std::string_view key, const std::array<float, 3>& values) {
    json_.Key(key);
    json_.BeginObject();
    for (Relation relation :
         {Relation::kEntailment, Relation::kNeutral, Relation::kContradiction}) {
      json_.Field(RelationName(relation), values[static_cast<size_t>(relation)]);
    }
    json_.EndObject();
  }

  void WriteScores(const std::vector<PairScore>& scores) {
    json_.Key("scores");
    json_.BeginArray();
    for (const PairScore& score : scores) {
      json_.BeginObject(Layout::kLine);
      json_.Field("document", score.sentence.document);
      json_.Field("sentence", score.sentence.sentence);
      json_.Field("importance", score.importance);
      json_.Field("signed_score", score.signed_score);
      json_.Field("label", RelationName(score.relation.label));
      WriteRelationValues("probabilities", score.relation.probabilities);
      WriteRelationValues("logits", score.relation.logits);
      json_.EndObject();
    }
    json_.EndArray();
  }

  void WriteFigures(const std::vector<FigureNote>& figures) {
    json_.Key("figures");
    json_.BeginArray();
    for (const FigureNote& note : figures) {
      json_.BeginObject(Layout::kLine);
      WriteReference(note.sentence, SourceOf(note.sentence).document(), &json_);
      json_.Field("kind", note.kind);
      json_.Field("conflict", note.conflict);
      json_.Field("text", note.text);
      json_.EndObject();
    }
    json_.EndArray();
  }

  void WriteClaim(const ClaimResult& result) {
    const Claim& claim = result.claim;
    json_.BeginObject();
    json_.Field("id", claim.id);
    json_.Field("text", claim.text);
    json_.Field("verdict", VerdictName(result.verdict));
    json_.Field("reason", result.reason);
    json_.Field("sentence", claim.sentence);
    json_.Key("span");
    json_.BeginObject(Layout::kLine);
    response_.WriteQuotedSpan(claim.span, &json_);
    json_.EndObject();
    WriteReferences(claim);
    json_.Field("origin", ClaimOriginName(claim.origin));
    json_.Field("attempts", claim.attempts);
    json_.Key("entailment");
    json_.BeginObject(Layout::kLine);
    json_.Field("entailed", claim.entailed_by_sentence);
    json_.Field("probability", claim.entailment_by_sentence);
    json_.EndObject();
    WriteEvidence("evidence", result.evidence);
    if (!result.weak_evidence.empty()) WriteEvidence("weak_evidence", result.weak_evidence);
    WriteScores(result.scores);
    if (!result.figures.empty()) WriteFigures(result.figures);
    json_.Field("unchecked_pairs", result.unchecked_pairs);
    json_.EndObject();
  }

  /// What the claim has from the sentences before; nothing is written where there is none.
  void WriteReferences(const Claim& claim) {
    if (!claim.substitutions.empty()) {
      json_.Key("substitutions");
      json_.BeginArray();
      for (const Substitution& substitution : claim.substitutions) {
        json_.BeginObject(Layout::kLine);
        response_.WriteQuotedSpan(substitution.span, &json_);
        json_.Field("text", substitution.text);
        json_.EndObject();
      }
      json_.EndArray();
    }
    if (!claim.open_references.empty()) {
      json_.Key("open_references");
      json_.BeginArray();
      for (const OpenReference& reference : claim.open_references) {
        json_.BeginObject(Layout::kLine);
        response_.WriteQuotedSpan(reference.span, &json_);
        json_.Field("candidates", reference.candidates);
        json_.EndObject();
      }
      json_.EndArray();
    }
    if (!claim.context.empty()) json_.Field("context", claim.context);
  }

  void WriteDroppedClaims() {
    json_.Key("dropped_claims");
    json_.BeginArray();
    for (const DroppedClaim& claim : report_.dropped_claims) {
      json_.BeginObject(Layout::kLine);
      json_.Field("text", claim.text);
      json_.Field("sentence", claim.sentence);
      json_.Field("attempt", claim.attempt);
      json_.Field("reason", claim.reason);
      json_.EndObject();
    }
    json_.EndArray();
  }

  void WriteCitations() {
    json_.Key("citations");
    json_.BeginArray();
    for (const SentenceCitations& citations : report_.citations) {
      const auto sentence = static_cast<size_t>(citations.sentence);
      json_.BeginObject();
      json_.Field("sentence", citations.sentence);
      response_.WriteQuotedSpan(report_.response.sentences[sentence].span, &json_);
      json_.Key("links");
      json_.BeginArray();
      for (const SentenceCitations::Link& link : citations.links) {
        json_.BeginObject(Layout::kLine);
        WriteReference(link.sentence, SourceOf(link.sentence).document(), &json_);
        json_.Field("polarity", PolarityName(link.polarity));
        json_.Field("score", link.score);
        json_.Field("claims", link.claims);
        json_.EndObject();
      }
      json_.EndArray();
      json_.EndObject();
    }
    json_.EndArray();
  }

  void WriteMarkTarget(const MarkTarget& target) {
    const auto index = [this](std::string_view key, int value) {
      json_.Key(key);
      if (value < 0) return json_.Null();
      json_.Int(value);
    };
    json_.BeginObject();
    json_.Field("id", target.id);
    index("document", target.document);
    index("sentence", target.sentence);
    json_.Field("dangling", !target.known);
    json_.EndObject();
  }

  void WriteMarks() {
    json_.Key("marks");
    json_.BeginArray();
    for (const CitationMark& mark : report_.marks) {
      json_.BeginObject(Layout::kLine);
      json_.Field("form", MarkFormName(mark.form));
      response_.WriteQuotedSpan(mark.span, &json_);
      json_.Key("content");
      if (mark.content.empty()) {
        json_.Null();
      } else {
        json_.BeginObject();
        response_.WriteSpan(mark.content, &json_);
        json_.EndObject();
      }
      json_.Key("sentence");
      if (mark.sentence < 0) {
        json_.Null();
      } else {
        json_.Int(mark.sentence);
      }
      json_.Key("targets");
      json_.BeginArray();
      for (const MarkTarget& target : mark.targets) WriteMarkTarget(target);
      json_.EndArray();
      json_.EndObject();
    }
    json_.EndArray();
  }

  const GroundingReport& report_;
  const JsonOptions& options_;
  DocumentOffsets response_;
  std::vector<DocumentOffsets> sources_;
  JsonWriter json_;
};

}  // namespace

std::string RenderGroundingJson(const GroundingReport& report, const JsonOptions& options) {
  return ReportWriter(report, options).Write();
}

}  // namespace gloss
