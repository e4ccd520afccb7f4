#include "loaders/docx_styles.h"

#include <array>
#include <charconv>
#include <utility>

#include "loaders/ascii.h"
#include "loaders/xml_part.h"

namespace gloss {
namespace {

/// Chains of basedOn are short; a longer one is a cycle.
constexpr int kMaxInheritance = 32;
constexpr int kBodyOutlineLevel = 9;

/// "heading 2", "Überschrift 2", "Titre2" → 2; 0 for other names.
int HeadingLevelByName(std::string_view lower_name) {
  // In lower case but for letters beyond ASCII, which AsciiLower leaves alone.
  static constexpr std::array<std::string_view, 11> kWords = {"heading",
                                                              "\xC3\x9C"
                                                              "berschrift",
                                                              "\xC3\xBC"
                                                              "berschrift",
                                                              "berschrift",
                                                              "titre",
                                                              "t\xC3\xADtulo",
                                                              "titulo",
                                                              "ttulo",
                                                              "titolo",
                                                              "encabezado",
                                                              "intestazione"};
  for (const std::string_view word : kWords) {
    if (!lower_name.starts_with(word)) continue;
    const std::string_view rest = TrimAscii(lower_name.substr(word.size()));
    if (rest.size() == 1 && rest.front() >= '1' && rest.front() <= '9') return rest.front() - '0';
  }
  return 0;
}

/// Kinds that only a name tells.
BlockKind KindByName(std::string_view lower_name) {
  if (lower_name == "caption") return BlockKind::kCaption;
  if (lower_name == "quote" || lower_name == "intense quote") return BlockKind::kQuote;
  if (lower_name == "html preformatted" || lower_name == "preformatted text" ||
      lower_name == "source code") {
    return BlockKind::kCode;
  }
  if (lower_name.starts_with("list bullet") || lower_name.starts_with("list number")) {
    return BlockKind::kListItem;
  }
  return BlockKind::kParagraph;
}

}  // namespace

bool IsOn(const pugi::xml_node& property) {
  if (!property) return false;
  const std::string_view value = AttributeNamed(property, "val");
  return value != "0" && value != "false" && value != "off";
}

std::optional<int> IntegerOf(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

DocxStyles::DocxStyles(const pugi::xml_node& styles) {
  for (const pugi::xml_node style : styles.children()) {
    if (LocalName(style) != "style") continue;
    Entry entry;
    entry.name = AsciiLower(AttributeNamed(ChildNamed(style, "name"), "val"));
    entry.based_on = AttributeNamed(ChildNamed(style, "basedOn"), "val");
    const pugi::xml_node paragraph = ChildNamed(style, "pPr");
    entry.outline_level = IntegerOf(AttributeNamed(ChildNamed(paragraph, "outlineLvl"), "val"));
    // A list level without a list (Word's own style Subtitle has one) is no numbering.
    const std::string_view list =
        AttributeNamed(ChildNamed(ChildNamed(paragraph, "numPr"), "numId"), "val");
    if (!list.empty()) entry.has_numbering = list != "0";
    if (const pugi::xml_node hidden = ChildNamed(ChildNamed(style, "rPr"), "vanish")) {
      entry.is_hidden = IsOn(hidden);
    }
    entries_.emplace(AttributeNamed(style, "styleId"), std::move(entry));
  }
}

DocxStyle DocxStyles::Get(std::string_view id) const {
  DocxStyle style;
  std::optional<int> level;
  std::optional<bool> numbering;
  std::optional<bool> hidden;
  auto found = entries_.find(id);
  for (int step = 0; step < kMaxInheritance && found != entries_.end(); ++step) {
    const Entry& entry = found->second;
    if (!level && entry.outline_level) level = *entry.outline_level;
    if (!level) {
      if (const int by_name = HeadingLevelByName(entry.name)) level = by_name - 1;
    }
    if (!numbering) numbering = entry.has_numbering;
    if (!hidden) hidden = entry.is_hidden;
    if (style.kind == BlockKind::kParagraph) style.kind = KindByName(entry.name);
    style.is_title = style.is_title || entry.name == "title";
    style.is_contents =
        style.is_contents || (entry.name.starts_with("toc ") && entry.name.size() == 5);
    found = entries_.find(entry.based_on);
  }
  style.is_hidden = hidden.value_or(false);
  if (style.is_title && !level) level = 0;
  if (level && *level >= 0 && *level < kBodyOutlineLevel && !style.is_contents) {
    style.heading_level = *level + 1;
    style.kind = BlockKind::kHeading;
  } else if (numbering.value_or(false) && style.kind == BlockKind::kParagraph) {
    style.kind = BlockKind::kListItem;
  }
  return style;
}

}  // namespace gloss
