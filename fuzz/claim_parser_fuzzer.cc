// What a decomposition model writes: any bytes. Claims must keep their limits and be valid UTF-8 in
// one line, and the guards must take them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "grounding/claim_guard.h"
#include "grounding/claim_parser.h"
#include "grounding/polarity_flip.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const gloss::ClaimParserLimits limits{.max_claims = 5, .max_claim_bytes = 120};
  for (const bool cut_off : {false, true}) {
    const gloss::ParsedClaims parsed = gloss::ParseClaims(bytes, cut_off, limits);
    if (parsed.claims.size() > 5) std::abort();
    const gloss::SentenceWords sentence("In 412 adults, metformin may not lower glucose by 12%.",
                                        "It ran.", "en");
    for (const std::string& claim : parsed.claims) {
      if (claim.empty() || claim.size() > limits.max_claim_bytes) std::abort();
      if (claim.find('\n') != std::string::npos || gloss::FindInvalidUtf8(claim)) std::abort();
      static_cast<void>(gloss::ObjectionTo(claim, sentence));
      const gloss::Span span = gloss::SpanOfClaim(claim, sentence);
      if (span.begin >= span.end || span.end > sentence.text().size()) std::abort();
      for (const std::string_view language : {"en", "de", "fr", ""}) {
        const auto flipped = gloss::FlipPolarity(claim, language);
        if (flipped && gloss::FindInvalidUtf8(*flipped)) std::abort();
      }
    }
    for (const gloss::RefusedLine& line : parsed.refused) {
      if (gloss::FindInvalidUtf8(line.text)) std::abort();
    }
  }
  return 0;
}
