#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/json_options.h"
#include "types/cited_text.h"
#include "types/document.h"

namespace gloss {

inline constexpr std::string_view kTagTableSchema = "glossator/tags/1";

/// A cited text as JSON (schema "glossator/cited/1": docs/formats/cited_text.md). Deterministic.
/// REQUIRES: CheckCitedText(text).ok().
std::string RenderCitedTextJson(const CitedText& text, const JsonOptions& options = {});

/// Tagged documents and their tag table as JSON (schema "glossator/tags/1":
/// docs/formats/sentence_tags.md). REQUIRES: tags are assigned (text/segmenter.h).
std::string RenderTagTableJson(std::span<const Document> documents,
                               const JsonOptions& options = {});

}  // namespace gloss
