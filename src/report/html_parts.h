#pragma once

#include <string>
#include <vector>

#include "types/grounding_report.h"

namespace gloss {

// Parts of the HTML page (html.h). Each appends markup to `out`.

/// Ids of the page, all made of numbers alone: "claim-1", "d0", "d0s12".
std::string ClaimAnchor(size_t claim);
std::string DocumentAnchor(size_t document);
std::string SentenceAnchor(const SentenceRef& reference);

/// An icon from the page's symbols: `<svg class="icon" …><use href="#i-supported"/></svg>`.
std::string IconMarkup(std::string_view name);

/// "supports" and "contradicts" of each source sentence: which claims rest on it.
struct SentenceUses {
  std::vector<size_t> supports;  ///< Indexes of claims.
  std::vector<size_t> contradicts;
  bool empty() const { return supports.empty() && contradicts.empty(); }
};

/// By document and sentence.
std::vector<std::vector<SentenceUses>> UsesOfSentences(const GroundingReport& report);

/// The response with its claims, and what was dropped.
void AppendResponsePane(const GroundingReport& report, std::string* out);

/// All sources with the evidence in them marked.
void AppendSourcePane(const GroundingReport& report, std::string* out);

}  // namespace gloss
