#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gloss {

/// Bounds of one answer of the decomposition model.
struct ClaimParserLimits {
  int max_claims = 12;           ///< Further claims are refused as "over_limit".
  size_t max_claim_bytes = 600;  ///< Longer claims are refused as "over_limit".
};

/// A line of the model that is no claim.
struct RefusedLine {
  std::string text;    ///< Cut to the limit's length.
  std::string reason;  ///< "malformed", "duplicate" or "over_limit".
};

struct ParsedClaims {
  std::vector<std::string> claims;  ///< White space collapsed; in the model's order.
  std::vector<RefusedLine> refused;
};

/// Reads the claims out of what a decomposition model wrote. Takes lists with bullets, numbers,
/// letters or labels ("Fact 1:"), JSON lists (in any object, also cut short), code fences, quotes;
/// leaves out introductions ("Here are the facts:"), repeated lines and lines without words. What
/// follows an echo of the prompt ("Sentence: …") after the first claim belongs to an example that
/// the model made up, and is not read. When `cut_off` is set the last item is incomplete unless a
/// line end (or a closing quote in JSON) follows it: it is refused as malformed.
///
/// Any bytes may come in; linear time; never fails.
ParsedClaims ParseClaims(std::string_view answer, bool cut_off, const ClaimParserLimits& limits);

}  // namespace gloss
