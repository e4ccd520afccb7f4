#pragma once

#include <string_view>

namespace gloss {

/// Style and script of the HTML page: web/report/page.css and page.js, put in at build time.
std::string_view PageStyle();
std::string_view PageScript();

/// What the evaluation page has besides: web/report/evaluation.css after page.css, evaluation.js in
/// place of page.js.
std::string_view EvaluationStyle();
std::string_view EvaluationScript();

}  // namespace gloss
