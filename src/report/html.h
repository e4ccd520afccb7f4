#pragma once

#include <string>
#include <string_view>

#include "types/grounding_report.h"

namespace gloss {

/// How a report is written as an HTML page.
struct HtmlOptions {
  std::string title{};     ///< Page title; the response's name when empty.
  bool embed_data = true;  ///< Carry the report as JSON in the page, to save it from there.
};

/// A report as one self-contained page that works from a file and without a network: the response
/// with its claims on one side, the sources with their evidence on the other.
///
/// Everything is in the markup already, with ids and links, so the page reads without JavaScript;
/// the script adds keyboard, filters and search to it and never makes markup out of text. Nothing
/// in a document can become markup: text is escaped, and a content security policy allows only the
/// page's own script and style by their hashes.
///
/// REQUIRES: CheckReport(report).ok().
std::string RenderGroundingHtml(const GroundingReport& report, const HtmlOptions& options = {});

}  // namespace gloss
