#pragma once

#include <string_view>

namespace gloss {

/// Style and script of the HTML page: web/report/page.css and page.js, put in at build time.
std::string_view PageStyle();
std::string_view PageScript();

}  // namespace gloss
