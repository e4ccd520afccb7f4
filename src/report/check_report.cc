#include "report/check_report.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "text/utf8.h"

namespace gloss {
namespace {

Status Bad(std::string message) { return {StatusCode::kParseError, std::move(message)}; }

/// True when the byte at the offset starts a code point, or the offset is the end.
bool OnBoundary(const std::string& text, size_t offset) {
  return offset == text.size() || (static_cast<unsigned char>(text[offset]) & 0xC0U) != 0x80U;
}

/// A span that lies in the text, starts no earlier than `from`, and cuts no character.
bool Fits(const Span& span, size_t from, const std::string& text) {
  return from <= span.begin && span.begin <= span.end && span.end <= text.size() &&
         OnBoundary(text, span.begin) && OnBoundary(text, span.end);
}

bool InRange(int index, size_t size) { return index >= 0 && static_cast<size_t>(index) < size; }

Status CheckBlocks(const Document& document) {
  size_t end = 0;
  for (size_t i = 0; i < document.blocks.size(); ++i) {
    const Block& block = document.blocks[i];
    if (!Fits(block.span, end, document.text)) {
      return Bad(fmt::format("block {} is out of order or outside the text", i));
    }
    end = block.span.end;
    for (int heading : block.heading_path) {
      if (!InRange(heading, i)) {
        return Bad(fmt::format("block {} has a heading path to block {}", i, heading));
      }
    }
    if (block.heading_level < 0 || block.heading_level > 6) {
      return Bad(fmt::format("block {} has heading level {}", i, block.heading_level));
    }
    if (block.cell && (block.cell->table < 0 || block.cell->row < 0 || block.cell->column < 0)) {
      return Bad(fmt::format("block {} has a negative table position", i));
    }
  }
  return Status::Ok();
}

Status CheckWords(const Document& document) {
  size_t end = 0;
  for (size_t i = 0; i < document.boxes.size(); ++i) {
    const SourceBox& word = document.boxes[i];
    if (!Fits(word.span, end, document.text)) {
      return Bad(fmt::format("word {} is out of order or outside the text", i));
    }
    end = word.span.end;
    if (word.box.page < 1) return Bad(fmt::format("word {} is on page {}", i, word.box.page));
    for (double value : {word.box.x_min, word.box.y_min, word.box.x_max, word.box.y_max}) {
      if (!std::isfinite(value)) return Bad(fmt::format("word {} has a box without size", i));
    }
  }
  return Status::Ok();
}

Status CheckSentences(const Document& document) {
  size_t end = 0;
  for (size_t i = 0; i < document.sentences.size(); ++i) {
    const Sentence& sentence = document.sentences[i];
    if (!Fits(sentence.span, end, document.text)) {
      return Bad(fmt::format("sentence {} is out of order or outside the text", i));
    }
    end = sentence.span.end;
    if (sentence.block != -1 && !InRange(sentence.block, document.blocks.size())) {
      return Bad(
          fmt::format("sentence {} is in block {}, which does not exist", i, sentence.block));
    }
  }
  return Status::Ok();
}

Status CheckReference(const GroundingReport& report, const SentenceRef& reference) {
  if (!InRange(reference.document, report.documents.size())) {
    return Bad(fmt::format("document {} does not exist", reference.document));
  }
  const Document& document = report.documents[static_cast<size_t>(reference.document)];
  if (!InRange(reference.sentence, document.sentences.size())) {
    return Bad(
        fmt::format("document {} has no sentence {}", reference.document, reference.sentence));
  }
  return Status::Ok();
}

Status CheckClaim(const GroundingReport& report, const ClaimResult& result) {
  const Document& response = report.response;
  if (!InRange(result.claim.sentence, response.sentences.size())) {
    return Bad(fmt::format("the response has no sentence {}", result.claim.sentence));
  }
  if (!Fits(result.claim.span, 0, response.text)) return Bad("its span is outside the response");
  for (const Substitution& substitution : result.claim.substitutions) {
    if (!Fits(substitution.span, 0, response.text)) return Bad("a substitution is outside");
  }
  for (const OpenReference& reference : result.claim.open_references) {
    if (!Fits(reference.span, 0, response.text)) return Bad("a reference is outside");
  }
  for (const EvidenceSet& set : result.evidence) {
    if (set.sentences.empty()) return Bad("an evidence set has no sentence");
    for (const SentenceRef& reference : set.sentences) {
      GLOSS_RETURN_IF_ERROR(CheckReference(report, reference));
    }
  }
  for (const PairScore& score : result.scores) {
    GLOSS_RETURN_IF_ERROR(CheckReference(report, score.sentence));
  }
  for (const FigureNote& note : result.figures) {
    GLOSS_RETURN_IF_ERROR(CheckReference(report, note.sentence));
  }
  return Status::Ok();
}

Status CheckMark(const GroundingReport& report, const CitationMark& mark) {
  const Document& response = report.response;
  if (!Fits(mark.span, 0, response.text)) return Bad("its span is outside the response");
  if (!mark.content.empty() &&
      (!Fits(mark.content, 0, response.text) || !mark.span.Contains(mark.content))) {
    return Bad("its content is outside of it");
  }
  if (mark.sentence != -1 && !InRange(mark.sentence, response.sentences.size())) {
    return Bad(fmt::format("the response has no sentence {}", mark.sentence));
  }
  for (const MarkTarget& target : mark.targets) {
    if (target.document == -1 && target.sentence == -1) continue;
    if (!InRange(target.document, report.documents.size())) {
      return Bad(fmt::format("document {} does not exist", target.document));
    }
    if (target.sentence == -1) continue;
    GLOSS_RETURN_IF_ERROR(
        CheckReference(report, {.document = target.document, .sentence = target.sentence}));
  }
  return Status::Ok();
}

Status CheckReformulation(const GroundingReport& report) {
  const Reformulation& reformulation = *report.reformulation;
  GLOSS_RETURN_IF_ERROR(CheckUtf8(reformulation.text));
  if (reformulation.sentences.size() != report.response.sentences.size()) {
    return Bad("reformulation: not one entry a response sentence");
  }
  for (const ReformulatedSentence& sentence : reformulation.sentences) {
    if (!Fits(sentence.span, 0, reformulation.text)) {
      return Bad("reformulation: a sentence is outside the text");
    }
    for (const RewriteClaim& claim : sentence.claims) {
      for (const SentenceRef& reference : claim.evidence) {
        GLOSS_RETURN_IF_ERROR(CheckReference(report, reference).WithContext("reformulation"));
      }
    }
  }
  return Status::Ok();
}

}  // namespace

Status CheckDocumentParts(const Document& document) {
  GLOSS_RETURN_IF_ERROR(CheckUtf8(document.text));
  GLOSS_RETURN_IF_ERROR(CheckBlocks(document));
  GLOSS_RETURN_IF_ERROR(CheckWords(document));
  return CheckSentences(document);
}

Status CheckReport(const GroundingReport& report) {
  GLOSS_RETURN_IF_ERROR(CheckDocumentParts(report.response).WithContext("response"));
  for (size_t i = 0; i < report.documents.size(); ++i) {
    GLOSS_RETURN_IF_ERROR(
        CheckDocumentParts(report.documents[i]).WithContext(fmt::format("document {}", i)));
  }
  for (const ClaimResult& claim : report.claims) {
    GLOSS_RETURN_IF_ERROR(
        CheckClaim(report, claim).WithContext(fmt::format("claim {}", claim.claim.id)));
  }
  const size_t sentences = report.response.sentences.size();
  for (const DroppedClaim& claim : report.dropped_claims) {
    if (!InRange(claim.sentence, sentences)) {
      return Bad(fmt::format("dropped claim: the response has no sentence {}", claim.sentence));
    }
  }
  for (const SentenceCitations& citations : report.citations) {
    if (!InRange(citations.sentence, sentences)) {
      return Bad(fmt::format("citations: the response has no sentence {}", citations.sentence));
    }
    for (const SentenceCitations::Link& link : citations.links) {
      GLOSS_RETURN_IF_ERROR(CheckReference(report, link.sentence).WithContext("citations"));
    }
  }
  if (report.reformulation) GLOSS_RETURN_IF_ERROR(CheckReformulation(report));
  for (size_t i = 0; i < report.marks.size(); ++i) {
    GLOSS_RETURN_IF_ERROR(
        CheckMark(report, report.marks[i]).WithContext(fmt::format("mark {}", i)));
  }
  return Status::Ok();
}

}  // namespace gloss
