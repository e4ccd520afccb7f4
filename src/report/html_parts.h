#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/summary.h"
#include "types/grounding_report.h"

namespace gloss {

// Parts of the two-pane HTML page (html.h, cited_html.h). Each appends markup to `out`; texts are
// escaped here.

/// What stands in the title of the browser's window.
struct PageTitle {
  std::string_view title;
  std::string_view kind;  ///< "grounding report"
  std::string_view product_version;
};

/// What a kind of page brings: its style and script, allowed by their hashes and nothing else, and
/// links for those who do not see it.
struct PageKit {
  std::string_view style;
  std::string_view script;
  std::string_view skip_links;  ///< Markup.
  std::string_view body_class;
};

/// That of the two-pane pages.
PageKit TwoPaneKit();

/// From the doctype to the icons, after which the header follows.
void AppendPageStart(const PageTitle& page, const PageKit& kit, std::string* out);

/// The header's first line: title, how much was checked, question, search. The header stays open.
void AppendHeaderLine(std::string_view title, std::string_view coverage, std::string_view question,
                      std::string* out);

/// What was not checked.
void AppendGaps(const std::vector<std::string>& gaps, std::string* out);

/// What a reader must know.
void AppendNotes(const std::vector<std::string>& notes, std::string* out);

/// Claims by verdict, as buttons that filter.
void AppendVerdictCounts(const std::array<int, 6>& counts, std::string* out);

/// How the verdicts are shared out, as a bar; the buttons say the same in words.
void AppendShares(const std::array<int, 6>& counts, std::string* out);

/// Where the reader is; filled by the script.
void AppendDock(std::string* out);

/// The footer: what the result was made with.
void AppendProvenance(const Provenance& provenance, const std::vector<Document>& documents,
                      const std::vector<MetricLine>& metrics, bool has_data, std::string* out);

/// The keys of the two-pane pages.
void AppendHelp(std::string* out);

/// The data as JSON that is safe in a script element (may be empty), the script, the end.
void AppendPageEnd(std::string_view data, const PageKit& kit, std::string* out);

/// Ids of the page, all made of numbers alone: "claim-1", "d0", "d0s12".
std::string ClaimAnchor(size_t claim);
std::string DocumentAnchor(size_t document);
std::string SentenceAnchor(const SentenceRef& reference);

/// An icon from the page's symbols: `<svg class="icon" …><use href="#i-supported"/></svg>`.
std::string IconMarkup(std::string_view name);

/// "supports", "contradicts" and "cited" of each source sentence: which claims rest on it.
struct SentenceUses {
  std::vector<size_t> supports;  ///< Indexes of claims.
  std::vector<size_t> contradicts;
  std::vector<size_t> cited;  ///< By claims that it says nothing of.
  bool empty() const { return supports.empty() && contradicts.empty() && cited.empty(); }
};

/// By document and sentence.
std::vector<std::vector<SentenceUses>> UsesOfSentences(const GroundingReport& report);

/// The response with its claims, and what was dropped.
void AppendResponsePane(const GroundingReport& report, std::string* out);

/// All sources with the evidence in them marked. `uses`: by document and sentence.
void AppendSourcePane(std::span<const Document> documents,
                      const std::vector<std::vector<SentenceUses>>& uses, std::string* out);

/// A link to a source sentence: its document's name (or its heading, where there is one document),
/// page and cell, or number. It chooses the claim and shows its evidence set.
void AppendEvidenceLink(std::span<const Document> documents, const SentenceRef& reference,
                        size_t claim, size_t set, std::string* out);

}  // namespace gloss
