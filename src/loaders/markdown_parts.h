#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gloss {

struct MarkdownFootnote {
  std::string label;
  std::string text;  ///< Markdown, without the label and the indentation.
};

/// What CommonMark doesn't know, taken out before it is parsed.
struct MarkdownParts {
  std::string front_matter;  ///< Without its fences.
  std::string title;         ///< The front matter's "title".
  std::string body;
  std::vector<MarkdownFootnote> footnotes;  ///< In the order of their definitions.
};

/// Splits off YAML ("---") or TOML ("+++") front matter and footnote definitions ("[^label]: …"
/// with its indented continuation lines), which are left alone inside code fences. Delimiter rows
/// of tables
/// ("|-|:-:|") get the three dashes that md4c wants. Linear time.
MarkdownParts SplitMarkdown(std::string_view text);

/// Replaces "[^label]" by "[label]" for the labels that are defined.
std::string WithFootnoteReferences(std::string text,
                                   const std::vector<MarkdownFootnote>& footnotes);

}  // namespace gloss
