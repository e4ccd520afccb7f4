#pragma once

#include <string>

#include "report/html.h"
#include "types/cited_text.h"

namespace gloss {

/// A cited text as the two-pane page of reports (html.h): a click on a citation shows the sentence
/// that it names. REQUIRES: CheckCitedText(text).ok() (cited_summary.h).
std::string RenderCitedHtml(const CitedText& text, const HtmlOptions& options = {});

}  // namespace gloss
