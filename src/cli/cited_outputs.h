#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "cli/console.h"
#include "report/json_options.h"
#include "report/terminal.h"
#include "types/cited_text.h"

namespace gloss::cli {

/// How a cited text is shown.
struct CitedView {
  std::string format = "terminal";  ///< Of standard output.
  std::string offset_unit = "codepoint";
  bool only_problems = false;
  bool all_evidence = false;
};

/// "terminal", "json", "markdown", "html".
std::vector<std::string> CitedFormats();

/// Format of an output file; nothing for an extension that names none.
std::optional<std::string> CitedFormatOfFile(const std::string& path);

/// A cited text with what became of its citations. REQUIRES: format is one of CitedFormats.
std::string RenderCited(const CitedText& text, std::string_view format, const CitedView& view,
                        const TerminalOptions& terminal);

}  // namespace gloss::cli
