#include "types/claim.h"

namespace gloss {

std::string_view ClaimOriginName(ClaimOrigin origin) {
  switch (origin) {
    case ClaimOrigin::kModel:
      return "model";
    case ClaimOrigin::kRule:
      return "rule";
    case ClaimOrigin::kSentence:
      return "sentence";
  }
  return "sentence";
}

std::string DescribeOpenReference(const OpenReference& reference, std::string_view text) {
  std::string line = reference.candidates.size() > 1 ? "ambiguous" : "unresolved";
  line += reference.span.size() == 0
              ? " reference: no subject"
              : " reference: \"" + std::string(reference.span.In(text)) + "\"";
  for (size_t i = 0; i < reference.candidates.size(); ++i) {
    line += (i == 0 ? " (" : " / ") + reference.candidates[i];
  }
  return reference.candidates.empty() ? line : line + ")";
}

std::string TextToMatch(const Claim& claim) {
  return claim.context.empty() ? claim.text : claim.context + " " + claim.text;
}

}  // namespace gloss
