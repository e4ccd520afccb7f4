#pragma once

#include <string>
#include <string_view>

#include "report/json_options.h"
#include "types/document.h"

namespace gloss {

inline constexpr std::string_view kDocumentSchema = "glossator/document/1";

/// A loaded document as JSON, each sentence with its text, tag and place (schema
/// "glossator/document/1": docs/formats/document_json.md). Deterministic.
/// REQUIRES: valid UTF-8 text; spans, blocks and heading paths within it.
std::string RenderDocumentJson(const Document& document, const JsonOptions& options = {});

}  // namespace gloss
