#include "loaders/docx_markup.h"

#include "loaders/docx_styles.h"
#include "loaders/xml_part.h"

namespace gloss {
namespace {

/// Elements that only wrap what they hold; deletions (w:del, w:moveFrom) are not among them.
bool IsTransparent(std::string_view name) {
  return name == "ins" || name == "moveTo" || name == "hyperlink" || name == "smartTag" ||
         name == "sdtContent" || name == "customXml" || name == "dir" || name == "bdo" ||
         name == "fldSimple";
}

/// Content of a structured document tag; null when it only shows a hint such as "Click here".
pugi::xml_node ContentOfTag(const pugi::xml_node& tag) {
  if (IsOn(ChildNamed(ChildNamed(tag, "sdtPr"), "showingPlcHdr"))) return {};
  return ChildNamed(tag, "sdtContent");
}

}  // namespace

pugi::xml_node PreferredContent(const pugi::xml_node& alternate) {
  const pugi::xml_node choice = ChildNamed(alternate, "Choice");
  return choice ? choice : ChildNamed(alternate, "Fallback");
}

pugi::xml_node Unwrapped(const pugi::xml_node& node, std::string_view name) {
  if (name == "AlternateContent") return PreferredContent(node);
  if (name == "sdt") return ContentOfTag(node);
  if (IsTransparent(name)) return node;
  return {};
}

}  // namespace gloss
