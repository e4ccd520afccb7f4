#pragma once

#include "report/json_cursor_json.h"
#include "report/json_parts.h"
#include "report/json_writer.h"
#include "types/grounding_report.h"

namespace gloss {

/// The value of "reformulation" (docs/formats/grounding_report.md). `response` holds the offsets of
/// the response. REQUIRES: the report has a reformulation.
void WriteReformulation(const GroundingReport& report, const DocumentOffsets& response,
                        OffsetUnit unit, JsonWriter* json);

/// Reads it back. `report` has its response and sources already. Errors go to the cursor.
Reformulation ReadReformulation(const JsonCursor& json, const GroundingReport& report,
                                OffsetUnit unit);

}  // namespace gloss
