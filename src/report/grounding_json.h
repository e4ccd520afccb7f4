#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "report/json_options.h"
#include "types/grounding_report.h"

namespace gloss {

/// A report as canonical JSON (schema "glossator/grounding/1": docs/formats/grounding_report.md
/// and grounding_report.schema.json). Keys have a fixed order and scores four decimals, so equal
/// reports give equal bytes. Every link holds both ends: offsets and quote in the response, and
/// offsets, quote, pages, boxes, heading path and table cell in the source.
/// REQUIRES: CheckReport(report).ok().
std::string RenderGroundingJson(const GroundingReport& report, const JsonOptions& options = {});

/// Reads what RenderGroundingJson wrote, in any offset unit. Writing the result again gives the
/// same text. Unknown keys are ignored. The text may be hostile: every index, offset and quote is
/// checked before use.
/// Errors: kParseError (not JSON, not this schema, a field missing, of the wrong kind or out of
/// range, a quote that its text does not hold; the message names the place as a JSON pointer),
/// kTooLarge (more than max_bytes).
Result<GroundingReport> ReadGroundingJson(std::string_view text,
                                          size_t max_bytes = size_t{256} << 20);

/// Reads a file of reports: one report, a JSON array of them, or JSON Lines. One bad report fails
/// all. Errors: as ReadGroundingJson; the message says which report; kParseError when there is
/// none.
Result<std::vector<GroundingReport>> ReadGroundingReports(std::string_view text,
                                                          size_t max_bytes = size_t{256} << 20);

}  // namespace gloss
