#pragma once

#include <map>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "types/document.h"

namespace gloss {

/// What a style means for the text, with all that it inherits.
struct DocxStyle {
  BlockKind kind = BlockKind::kParagraph;
  int heading_level = 0;  ///< 1 to 9; 0 when it is no heading.
  bool is_title = false;
  bool is_contents = false;  ///< An entry of a table of contents.
  bool is_hidden = false;    ///< Hidden text.
};

/// The styles part. Headings are found by outline level, else by the name, which Word keeps in
/// English in every language ("heading 1") and other programs write in their own.
class DocxStyles {
 public:
  DocxStyles() = default;
  explicit DocxStyles(const pugi::xml_node& styles);

  /// A plain paragraph for an id that is not there.
  DocxStyle Get(std::string_view id) const;

 private:
  struct Entry {
    std::string name;  // Lower case.
    std::string based_on;
    std::optional<int> outline_level;  // 0 to 9 as in the file.
    std::optional<bool> has_numbering;
    std::optional<bool> is_hidden;
  };
  std::map<std::string, Entry, std::less<>> entries_;
};

/// An on/off property such as w:vanish: on when it is there, unless its value says no.
bool IsOn(const pugi::xml_node& property);

/// A number attribute; nothing when it is missing or no small number.
std::optional<int> IntegerOf(std::string_view text);

}  // namespace gloss
