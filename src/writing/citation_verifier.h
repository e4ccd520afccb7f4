#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "grounding/grounder.h"
#include "text/resolve_citations.h"
#include "types/cited_text.h"
#include "writing/annotation.h"

namespace gloss {

/// A cited text and its sources.
struct CitedInput {
  std::string id;                            ///< The caller's; may be empty.
  std::string question;                      ///< What the text answers; may be empty.
  Document text;                             ///< Segmented (text/segmenter.h).
  std::vector<Annotation> annotations;       ///< Citations beside the text.
  std::vector<Document> documents;           ///< Segmented, with tags.
  std::vector<UnreadSource> unread_sources;  ///< Sources that could not be read.
  CitationIds ids;
};

struct VerifyOptions {
  GroundingOptions grounding;
  /// Sentences that would support a claim whose citations do not are looked for in all sources.
  bool suggest = true;
};

/// Verifies every citation of a text (docs/design/citations.md):
///
///   marks → what they name (text/resolve_citations.h) → claims of the text, marks set aside
///     → which claims each citation follows → is the claim borne out by the cited sentences alone?
///
/// The last is the grounder's judgement with nothing but the cited sentences as sources: evidence
/// rule, figures check and groups of sentences included. The sentences around a cited one count for
/// what they name (a date, a person) and for nothing else. A claim with several citations is judged
/// by each alone and by all together.
///
/// Nothing fails open: an unknown citation supports nothing, and what could not be judged is
/// unchecked and in the gaps. Thread-safe when the models are.
class CitationVerifier {
 public:
  /// The grounder must outlive the verifier.
  explicit CitationVerifier(const Grounder& grounder) : grounder_(grounder) {}

  /// Errors: as Grounder::Ground. The provenance lacks the product version.
  Result<CitedText> Verify(CitedInput input, const VerifyOptions& options,
                           const GroundingProgress& progress, std::stop_token stop) const;

 private:
  const Grounder& grounder_;
};

}  // namespace gloss
