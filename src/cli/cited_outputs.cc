#include "cli/cited_outputs.h"

#include <filesystem>
#include <map>

#include "report/cited_html.h"
#include "report/cited_markdown.h"
#include "report/cited_terminal.h"
#include "report/cited_text_json.h"

namespace gloss::cli {

std::vector<std::string> CitedFormats() { return {"terminal", "json", "markdown", "html"}; }

std::optional<std::string> CitedFormatOfFile(const std::string& path) {
  static const std::map<std::string, std::string> kFormats = {
      {".json", "json"}, {".md", "markdown"}, {".markdown", "markdown"},
      {".html", "html"}, {".htm", "html"},    {".txt", "terminal"}};
  const auto found = kFormats.find(std::filesystem::path(path).extension().string());
  if (found == kFormats.end()) return std::nullopt;
  return found->second;
}

std::string RenderCited(const CitedText& text, std::string_view format, const CitedView& view,
                        const TerminalOptions& terminal) {
  if (format == "json") {
    JsonOptions json;
    json.offset_unit = OffsetUnitFromName(view.offset_unit).value_or(OffsetUnit::kCodepoint);
    json.word_boxes = false;
    return RenderCitedTextJson(text, json);
  }
  if (format == "markdown") return RenderCitedMarkdown(text);
  if (format == "html") return RenderCitedHtml(text);
  TerminalOptions options = terminal;
  options.only_problems = view.only_problems;
  options.all_evidence = view.all_evidence;
  return RenderCitedText(text, options);
}

}  // namespace gloss::cli
