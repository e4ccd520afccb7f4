#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/citation_mark.h"
#include "types/document.h"
#include "types/grounding_report.h"
#include "types/span.h"

namespace gloss {

/// Does the id of a citation name something that exists?
enum class CitationState {
  kExists,    ///< As written.
  kRepaired,  ///< A near miss (one digit wrong); taken for the nearest id, and said so.
  kUnknown,   ///< Names nothing in the sources. Never counts as a citation.
};

/// Does the cited sentence bear out the statement that the citation follows?
enum class CitationVerdict {
  kSupports,
  kContradicts,
  kDoesNotAddress,
  kUnchecked,  ///< Not judged: unknown id, nothing to check, or the work was not done.
};

/// One citation of a written text. A mark with several ids ("[1, 3]") is several citations that
/// share its span.
struct Citation {
  MarkForm form = MarkForm::kTag;
  Span span;             ///< Of the mark, in CitedText::text.
  std::string id;        ///< As written.
  std::string resolved;  ///< The id it stands for: the tag of its sentence, or the source's id.
  CitationState state = CitationState::kUnknown;
  std::vector<SentenceRef> sentences;  ///< What it cites; a whole document: all of its sentences.
  int document = -1;                   ///< Set where it cites a document as a whole.
  CitationVerdict verdict = CitationVerdict::kUnchecked;
  float probability = 0;  ///< Calibrated, of the verdict.
  std::string reason;     ///< In words, where the verdict needs them.
};

/// How a sentence of a written text came to be.
enum class CitedOrigin {
  kGiven,      ///< By whoever wrote the text that is verified.
  kWritten,    ///< By the writer model, and verified.
  kShortened,  ///< A source sentence with parts left out.
  kQuoted,     ///< A source sentence word for word, in quotation marks.
};

/// One sentence of the text, without its marks.
struct CitedSentence {
  Span span;                   ///< In CitedText::text, its marks included.
  std::string statement;       ///< Its words, marks set aside.
  std::vector<int> citations;  ///< Into CitedText::citations.
  CitedOrigin origin = CitedOrigin::kGiven;
  Verdict verdict = Verdict::kUnchecked;   ///< Of its statement against what it cites.
  bool needs_citation = false;             ///< It states something to check and cites nothing.
  std::vector<SentenceRef> would_support;  ///< For uncited or unsupported ones, best first.
  std::string reason;
};

/// A text whose statements cite sentences of sources, and what became of each citation.
struct CitedText {
  std::string text;  ///< Marks included.
  LanguageCode language;
  std::vector<Document> documents;
  std::vector<UnreadSource> unread_sources;
  std::vector<CitedSentence> sentences;  ///< In order.
  std::vector<Citation> citations;       ///< In order of their spans.
  std::vector<std::string> warnings;
  Provenance provenance;
};

}  // namespace gloss
