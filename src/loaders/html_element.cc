#include "loaders/html_element.h"

#include <algorithm>
#include <string>

#include "loaders/ascii.h"

namespace gloss {
namespace {

/// The value of one property of a style attribute, in lower case; the last one counts.
std::string StyleProperty(std::string_view style, std::string_view property) {
  std::string value;
  while (!style.empty()) {
    const size_t end = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    if (!EqualsLower(TrimAscii(declaration.substr(0, colon)), property)) continue;
    std::string_view text = declaration.substr(colon + 1);
    text = TrimAscii(text.substr(0, text.find('!')));
    value = AsciiLower(text.substr(0, 40));
  }
  return value;
}

bool IsZero(std::string_view value) {
  return !value.empty() && value.front() == '0' &&
         value.find_first_of("123456789") == std::string_view::npos;
}

HtmlRole RoleByTag(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_TITLE:
      return HtmlRole::kTitle;
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_OBJECT:
    case GUMBO_TAG_APPLET:
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_VIDEO:
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_SVG:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_DATALIST:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_RP:
    case GUMBO_TAG_ANNOTATION_XML:
      return HtmlRole::kSkip;
    case GUMBO_TAG_BR:
      return HtmlRole::kBreak;
    case GUMBO_TAG_HR:
      return HtmlRole::kRule;
    case GUMBO_TAG_IMG:
    case GUMBO_TAG_IMAGE:
      return HtmlRole::kImage;
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
      return HtmlRole::kHeading;
    case GUMBO_TAG_LI:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DD:
      return HtmlRole::kListItem;
    case GUMBO_TAG_TABLE:
      return HtmlRole::kTable;
    case GUMBO_TAG_TR:
      return HtmlRole::kRow;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
      return HtmlRole::kCell;
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_FIGCAPTION:
      return HtmlRole::kCaption;
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_XMP:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_PLAINTEXT:
      return HtmlRole::kCode;
    case GUMBO_TAG_BLOCKQUOTE:
      return HtmlRole::kQuote;
    case GUMBO_TAG_Q:
      return HtmlRole::kInlineQuote;
    case GUMBO_TAG_SUP:
      return HtmlRole::kSuperscript;
    case GUMBO_TAG_RT:
      return HtmlRole::kRubyText;
    case GUMBO_TAG_BUTTON:
      return HtmlRole::kButton;
    case GUMBO_TAG_HTML:
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_P:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_DIR:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_COLGROUP:
    case GUMBO_TAG_TBODY:
    case GUMBO_TAG_THEAD:
    case GUMBO_TAG_TFOOT:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_MULTICOL:
    case GUMBO_TAG_FRAMESET:
      return HtmlRole::kBlock;
    default:
      return HtmlRole::kInline;
  }
}

HtmlRole RoleByName(const GumboElement& element) {
  if (IsNamed(element, "dialog") || IsNamed(element, "search")) return HtmlRole::kBlock;
  if (IsNamed(element, "annotation")) return HtmlRole::kSkip;
  return HtmlRole::kInline;
}

}  // namespace

HtmlRole RoleOf(const GumboElement& element) {
  const HtmlRole role =
      element.tag == GUMBO_TAG_UNKNOWN ? RoleByName(element) : RoleByTag(element.tag);
  if (role != HtmlRole::kInline && role != HtmlRole::kBlock) return role;
  const std::string display = StyleProperty(AttributeOf(element, "style"), "display");
  if (display.empty()) return role;
  if (display.starts_with("inline") || display == "contents") return HtmlRole::kInline;
  if (display == "block" || display == "flex" || display == "grid" || display == "list-item" ||
      display.starts_with("table")) {
    return HtmlRole::kBlock;
  }
  return role;
}

bool IsHidden(const GumboElement& element, bool heed_aria) {
  if (HasAttribute(element, "hidden")) return true;
  if (heed_aria && EqualsLower(AttributeOf(element, "aria-hidden"), "true")) return true;
  if (IsNamed(element, "dialog") && !HasAttribute(element, "open")) return true;
  const std::string_view style = AttributeOf(element, "style");
  if (style.empty()) return false;
  const std::string visibility = StyleProperty(style, "visibility");
  return StyleProperty(style, "display") == "none" || visibility == "hidden" ||
         visibility == "collapse" || IsZero(StyleProperty(style, "opacity")) ||
         IsZero(StyleProperty(style, "font-size"));
}

bool HasAttribute(const GumboElement& element, const char* name) {
  return gumbo_get_attribute(&element.attributes, name) != nullptr;
}

std::string_view AttributeOf(const GumboElement& element, const char* name) {
  const GumboAttribute* attribute = gumbo_get_attribute(&element.attributes, name);
  return attribute == nullptr ? std::string_view{} : std::string_view(attribute->value);
}

bool HasAriaRole(const GumboElement& element, std::string_view role) {
  const std::string_view value = TrimAscii(AttributeOf(element, "role"));
  return EqualsLower(value.substr(0, value.find_first_of(" \t\n\r\f")), role);
}

bool KeepsWhiteSpace(const GumboElement& element) {
  if (RoleByTag(element.tag) == HtmlRole::kCode) return true;
  const std::string_view style = AttributeOf(element, "style");
  return !style.empty() && StyleProperty(style, "white-space").starts_with("pre");
}

int HeadingLevelOf(const GumboElement& element) {
  return static_cast<int>(element.tag) - static_cast<int>(GUMBO_TAG_H1) + 1;
}

int NumberAttribute(const GumboElement& element, const char* name, int fallback, int high) {
  const std::string_view value = TrimAscii(AttributeOf(element, name));
  int number = 0;
  size_t digits = 0;
  while (digits < value.size() && IsAsciiDigit(value[digits]) && number <= high) {
    number = number * 10 + (value[digits++] - '0');
  }
  return digits == 0 ? fallback : std::min(number, high);
}

bool IsNamed(const GumboElement& element, std::string_view lower_name) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return false;
  GumboStringPiece name = element.original_tag;
  if (name.data == nullptr) return false;
  gumbo_tag_from_original_text(&name);
  return EqualsLower({name.data, name.length}, lower_name);
}

}  // namespace gloss
