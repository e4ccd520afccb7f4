#pragma once

#include <cstddef>
#include <vector>

#include "types/citation_mark.h"
#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// A response whose citation marks are set aside while its statements are checked, and the way
/// back. Sentences and claims are found in the plain text; spans of the plain text are then turned
/// into spans of the text as it was written, which stays what reports hold and offsets index.
///
/// A mark takes the space before it along, so "costs $58.3 million [1]." is read as "costs $58.3
/// million."; marks in a row and parentheses around them count as one. A mark after the full stop
/// belongs to the sentence before it, one that begins a line to the sentence after it. A mark that
/// is used as a noun ("according to [1]") is listed, and stays in the text. What an editor put into
/// a quotation is set aside too: “[T]he plan […] was approved.” is read as “The plan was approved.”
class MarkedText {
 public:
  /// REQUIRES: valid UTF-8; `response` is segmented (text/segmenter.h).
  explicit MarkedText(Document response);

  /// The same with marks that were found already, by begin.
  MarkedText(Document response, std::vector<CitationMark> marks);

  /// True when there is nothing to set aside; plain() is then the response.
  bool empty() const { return removed_.empty(); }

  /// The response without its marks, segmented. Sentences have no tags; word boxes are left out.
  const Document& plain() const { return plain_; }

  /// Span of the plain text → span of the response: what was set aside within it is in it again,
  /// what was set aside at its ends is not.
  Span ToResponse(const Span& span) const;

  /// Puts the response back into a report on plain(): sentences, claims and marks refer to it
  /// then. Marks get their sentence, and targets among the report's sources.
  void Restore(GroundingReport* report) &&;

 private:
  /// Bytes that are set aside together.
  struct Removal {
    Span span;           ///< With the white space that goes along.
    Span marks;          ///< Without it.
    bool space = false;  ///< A space stands for it in the plain text.
  };

  void SetAside();
  void AddRemovals();
  void MakePlain();
  size_t ToPlain(size_t offset) const;
  void SetSentences();

  Document response_;
  Document plain_;
  std::vector<CitationMark> marks_;
  std::vector<Removal> removed_;        ///< In order, not overlapping.
  std::vector<size_t> removal_starts_;  ///< Where each removal is in the plain text.
};

}  // namespace gloss
