#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "types/judge_report.h"

namespace gloss {

// Parts of the evaluation page (judge_html.h). Each appends markup to `out`; texts are escaped
// here.

/// Where the sources of a task stand on the page.
struct SourceAnchor {
  size_t group = 0;

  std::string Of(const SentenceRef& reference) const;
  std::string OfDocument(size_t document) const;
};

/// "t3r1": sentence 1 of text 3.
std::string StatementAnchor(size_t text, size_t sentence);

/// "supported", "contradicted", "unchecked": the icon of an outcome.
std::string_view OutcomeIcon(CheckOutcome outcome);

/// The text with its citations as links to what they name.
void AppendWrittenText(const JudgedText& text, size_t index, const SourceAnchor& anchor,
                       std::string* out);

/// The documents of a text, with the sentences marked that any of `texts` cites.
void AppendJudgeSources(const CitedText& text, const std::vector<const JudgedText*>& texts,
                        const SourceAnchor& anchor, std::string* out);

/// Rates by criterion and run, differences, pairs, agreement.
void AppendRates(const JudgeReport& report, std::string* out);

}  // namespace gloss
