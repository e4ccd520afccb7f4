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

/// "exists", "repaired", "unknown".
std::string_view CitationStateName(CitationState state);

/// Do the cited sentences bear out what the citation follows?
enum class CitationVerdict {
  kSupports,        ///< At least one claim, alone or as a needed part of a group; none against.
  kContradicts,     ///< At least one claim.
  kDoesNotAddress,  ///< Neither.
  kUnchecked,       ///< Not judged: unknown id, nothing to check, or the work was not done.
};

/// "supports", "contradicts", "does_not_address", "unchecked".
std::string_view CitationVerdictName(CitationVerdict verdict);

/// One citation of a written text. A mark with several ids ("[1, 3]") is several citations that
/// share its span.
struct Citation {
  MarkForm form = MarkForm::kTag;
  Span span;             ///< Of the mark, in CitedText::text. Of an annotation: what it is about.
  std::string id;        ///< As written.
  std::string resolved;  ///< The id it stands for: the tag of its sentence, or the source's id.
                         ///< Empty when unknown.
  CitationState state = CitationState::kUnknown;
  std::vector<SentenceRef> sentences;  ///< What it cites, in order; a document as a whole: empty.
  int document = -1;                   ///< Set where it cites a document as a whole.
  int sentence = -1;                   ///< Into CitedText::sentences; -1: it follows no statement.
  std::vector<int> claims;             ///< Into CitedText::claims: those that it follows.
  CitationVerdict verdict = CitationVerdict::kUnchecked;
  float probability = 0;  ///< Calibrated, of the verdict; 0 for kDoesNotAddress and kUnchecked.
  bool in_group = false;  ///< It supports only together with other citations of its claim.
  std::string reason;     ///< In words, where state or verdict needs them.

  bool cites_document() const { return document >= 0; }
};

/// How a sentence of a written text came to be.
enum class CitedOrigin {
  kGiven,      ///< By whoever wrote the text that is verified.
  kWritten,    ///< By the writer model, and verified.
  kShortened,  ///< A source sentence with parts left out.
  kQuoted,     ///< A source sentence word for word, in quotation marks.
};

/// "given", "written", "shortened", "quoted".
std::string_view CitedOriginName(CitedOrigin origin);

/// One claim of the text, judged by what its citations name, all together.
struct CitedClaim {
  std::string text;            ///< As the grounder reads it (types/claim.h).
  Span span;                   ///< In CitedText::text.
  int sentence = 0;            ///< Into CitedText::sentences.
  std::vector<int> citations;  ///< Into CitedText::citations: those that follow it.
  /// Against all sentences that its citations name. Without citations that name something:
  /// kNotCheckable, or kNotEnoughInfo (it needed one).
  Verdict verdict = Verdict::kUnchecked;
  std::vector<SentenceRef> evidence;  ///< The cited sentences that decide it, in document order.
  float probability = 0;              ///< Calibrated, of the evidence.
  bool needs_citation = false;        ///< It states something to check, and no citation names what.
  /// Sentences of any source that support it together, where its citations do not; empty: none
  /// was found or looked for.
  std::vector<SentenceRef> would_support;
  std::string reason;  ///< Why it is not supported or was not checked.
};

/// One sentence of the text, without its marks.
struct CitedSentence {
  Span span;                   ///< In CitedText::text, its marks included.
  std::string statement;       ///< Its words, marks set aside.
  std::vector<int> citations;  ///< Into CitedText::citations.
  std::vector<int> claims;     ///< Into CitedText::claims.
  CitedOrigin origin = CitedOrigin::kGiven;
  Verdict verdict = Verdict::kUnchecked;   ///< Of its claims, the worst first.
  bool needs_citation = false;             ///< One of its claims does.
  std::vector<SentenceRef> would_support;  ///< Of its claims.
  std::string reason;
};

/// What became of a citation when the text was corrected.
enum class CitationEdit {
  kRepaired,  ///< The id was put right.
  kRemoved,   ///< It named nothing, or no source supports what it followed.
  kReplaced,  ///< Another sentence supports what it followed.
  kAdded,     ///< A claim without one has one now.
};

/// "repaired", "removed", "replaced", "added".
std::string_view CitationEditName(CitationEdit edit);

struct CitationChange {
  CitationEdit edit = CitationEdit::kRepaired;
  Span before;         ///< In CitedText::text; empty for what was added.
  Span after;          ///< In CitedTextFix::text; empty for what was removed.
  std::string reason;  ///< In words.
};

/// How much of a cited text stands, for summaries and gates.
struct CitedCounts {
  int citations = 0;
  int repaired = 0;
  int unknown = 0;
  int supports = 0;  ///< Of the citations that name something.
  int contradicts = 0;
  int does_not_address = 0;
  int unchecked = 0;  ///< Of the citations that name something.
  int claims = 0;     ///< That can be checked.
  int claims_supported = 0;
  int claims_uncited = 0;  ///< They needed a citation and have none.
  int claims_unchecked = 0;
};

/// The text with its citations put right; its statements are never touched.
struct CitedTextFix {
  std::string text;
  std::vector<CitationChange> changes;  ///< In order.
  std::optional<CitedCounts> after;     ///< Of the new text, when it was verified again.
  std::vector<std::string> gaps;        ///< Of that verification.
};

/// A text whose statements cite sentences of sources, and what became of each citation.
struct CitedText {
  static constexpr std::string_view kSchema = "glossator/cited/1";

  std::string id;         ///< The caller's; may be empty.
  std::string title;      ///< Of the text; may be empty.
  std::string question;   ///< Of an answer; else empty.
  std::string text;       ///< Marks included; valid UTF-8.
  LanguageCode language;  ///< Of the text.
  std::vector<Document> documents;
  std::vector<UnreadSource> unread_sources;
  std::vector<CitedSentence> sentences;  ///< In order.
  std::vector<CitedClaim> claims;        ///< In order.
  std::vector<Citation> citations;       ///< In order of their spans.
  std::vector<std::string> gaps;         ///< What was not checked, a line each; empty: nothing.
  bool model_failed = false;             ///< A model gave out before the work was done.
  std::vector<std::string> warnings;
  Provenance provenance;
  std::optional<CitedTextFix> fix;  ///< When it was asked for.
};

/// The sentences that a citation names; of a document cited as a whole, all of them.
std::vector<SentenceRef> CitedSentencesOf(const Citation& citation,
                                          const std::vector<Document>& documents);

CitedCounts CountCited(const CitedText& text);

}  // namespace gloss
