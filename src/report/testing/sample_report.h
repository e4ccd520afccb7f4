#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss::testing {

/// Builds documents and reports for tests of the renderers, without splitter, loaders or models.

/// Puts a document together block by block; sentences are joined by a space and blocks by an empty
/// line. While a page is set, every word gets a box on it.
class DocumentBuilder {
 public:
  DocumentBuilder(std::string id, std::string title, std::string uri);

  DocumentBuilder& Page(int page);
  DocumentBuilder& Heading(int level, std::string_view text);
  DocumentBuilder& Paragraph(const std::vector<std::string>& sentences);
  DocumentBuilder& ListItem(std::string_view text);
  DocumentBuilder& Cell(const TableCell& cell, std::string_view text);
  DocumentBuilder& Furniture(std::string_view text);

  Document& document() { return document_; }
  Document Build();

 private:
  void AddBlock(Block block, const std::vector<std::string>& sentences);
  void AddWords(const Span& span);

  Document document_;
  int page_ = 0;
  double line_ = 0;
  std::vector<int> heading_path_;
};

/// Adds a claim on the whole response sentence; evidence is added to the result.
ClaimResult& AddClaim(GroundingReport* report, int sentence, std::string_view text,
                      Verdict verdict);

/// Adds an evidence set with the matching cells of the score matrix.
void AddEvidence(ClaimResult* claim, Polarity polarity, const std::vector<SentenceRef>& sentences,
                 float score);

/// Fills citations, metrics and coverage from the claims.
void FinishReport(GroundingReport* report);

/// All six verdicts; a paged source with a table and a Markdown one; evidence sets of two
/// sentences; CJK, emoji and combining marks; a source that could not be read.
GroundingReport SampleReport();

/// Documents and a response that try to break out: markup, scripts, terminal escapes, bidi
/// overrides, tags like ours, javascript links.
GroundingReport HostileReport();

/// A response in Arabic over an Arabic source, and one in English.
GroundingReport RightToLeftReport();

/// Nothing found: a response without claims.
GroundingReport EmptyReport();

/// A wrong figure corrected, a sentence marked and one left out; references resolved and open.
GroundingReport ReformulatedReport();

/// A model failed: every claim is unchecked.
GroundingReport UncheckedReport();

/// Many sentences and claims over three sources.
GroundingReport LongReport(int sentences_per_source);

}  // namespace gloss::testing
