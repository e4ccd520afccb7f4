#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "engine/documents.h"
#include "grounding/grounder.h"
#include "grounding/grounding_options.h"
#include "types/cited_text.h"
#include "writing/citation_verifier.h"

namespace gloss {

/// One cited text to verify.
struct VerifyRequest {
  std::string id;        ///< Kept in the result.
  std::string question;  ///< May be empty.
  TextInput text;        ///< Text, Markdown as it is written, a document, or JSON of other systems.
  bool is_json = false;  ///< It is JSON (writing/cited_json.h); else its ending ".json" says so.
  std::vector<TextInput> sources;  ///< None: those in the JSON.
  GroundingOptions grounding;
  bool suggest = true;  ///< Look in all sources for what would support a claim.
  bool fix = false;     ///< Correct the citations, and verify the new text.
  CitationIds ids;
  LoadOptions load;  ///< For the text and all sources; uri is ignored.
};

/// Reads what a request names. A source that cannot be read is in the input as unread.
/// Errors: a text that cannot be read.
Result<CitedInput> ReadCitedInput(const VerifyRequest& request);

/// Verifies, and corrects where that was asked for. Errors: as CitationVerifier.
Result<CitedText> VerifyCited(const Grounder& grounder, CitedInput input,
                              const VerifyRequest& request, const GroundingProgress& progress,
                              const std::stop_token& stop);

}  // namespace gloss
