#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

/// How a response writes a citation, or other text that is not part of its statements.
enum class MarkForm {
  kBracket,      ///< [1]  [1, 2]  [3-5]  [[4]]  [S3]  [Source 2]  [Source: report.pdf]
  kLenticular,   ///< 【4†source】  【1】
  kElement,      ///< <cite id="s1">…</cite>  <ref id="2"/>  <sup>1</sup>  <co: 0,1>…</co: 0,1>
  kTag,          ///< <a3f5e823>…</a3f5e823>: sentence tags
  kFootnote,     ///< [^1]
  kDefinition,   ///< A line that says what a mark stands for: [^1]: …  [1] Budget 2027, p. 4
  kSuperscript,  ///< ¹²
  kSource,       ///< (Source 2)  (Quelle: Bericht)
  kLink,         ///< [1](https://…)  ([Title](https://…))
  kPrivateUse,   ///< U+E200 cite U+E202 turn0search0 U+E201
  kThinking,     ///< <think>…</think>: the model's own notes before its answer
  kAnnotation,   ///< Not in the text: kept beside it, in the JSON of other systems
};

/// "bracket", "lenticular", "element", "tag", "footnote", "definition", "superscript", "source",
/// "link", "private_use", "thinking", "annotation".
std::string_view MarkFormName(MarkForm form);

/// What one id of a mark stands for.
struct MarkTarget {
  std::string id;      ///< As written; "2" for [Source 2]; each number of a range.
  int document = -1;   ///< Index into GroundingReport::documents; -1: not told.
  int sentence = -1;   ///< Of that document, for sentence tags; -1: the document as a whole.
  bool known = false;  ///< False for a dangling id: it names nothing that the caller gave.

  friend bool operator==(const MarkTarget&, const MarkTarget&) = default;
};

/// One mark in a response. What it cites is noted, never believed: verdicts do not depend on it.
struct CitationMark {
  MarkForm form = MarkForm::kBracket;
  Span span;     ///< In the response's text; the whole mark with all that it encloses.
  Span content;  ///< Enclosed text that is part of the statement (<cite>…</cite>); else empty.
  std::vector<MarkTarget> targets;
  int sentence = -1;     ///< Response sentence that it belongs to; -1: none.
  bool damaged = false;  ///< A sentence tag whose mark-up is not as it should be: <a3f5e823

  friend bool operator==(const CitationMark&, const CitationMark&) = default;
};

}  // namespace gloss
