#include "loaders/docx_math.h"

#include <string_view>

#include "loaders/ascii.h"
#include "loaders/xml_part.h"

namespace gloss {
namespace {

std::string Children(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node child : node.children()) text += LinearMath(child);
  return text;
}

std::string Part(const pugi::xml_node& node, std::string_view name) {
  return std::string(TrimAscii(Children(ChildNamed(node, name))));
}

/// One character, a number or a word needs no brackets.
std::string Bracketed(const std::string& text) {
  bool is_plain = true;
  size_t characters = 0;
  for (const char c : text) {
    characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
    is_plain = is_plain && (IsAsciiAlpha(c) || IsAsciiDigit(c) || c == '.');
  }
  return is_plain || characters <= 1 ? text : "(" + text + ")";
}

std::string Script(char sign, const std::string& text) {
  return text.empty() ? std::string{} : sign + Bracketed(text);
}

/// A property such as the sign of a sum: missing means the default, empty means none.
std::string Property(const pugi::xml_node& node, std::string_view properties, std::string_view name,
                     std::string_view fallback) {
  const pugi::xml_node property = ChildNamed(ChildNamed(node, properties), name);
  return std::string(property ? AttributeNamed(property, "val") : fallback);
}

std::string Delimited(const pugi::xml_node& node) {
  std::string text = Property(node, "dPr", "begChr", "(");
  bool first = true;
  for (const pugi::xml_node child : node.children()) {
    if (LocalName(child) != "e") continue;
    if (!first) text += Property(node, "dPr", "sepChr", "|");
    text += Children(child);
    first = false;
  }
  return text + Property(node, "dPr", "endChr", ")");
}

std::string Matrix(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node row : node.children()) {
    if (LocalName(row) != "mr") continue;
    if (!text.empty()) text += "; ";
    bool first = true;
    for (const pugi::xml_node cell : row.children()) {
      if (!first) text += ", ";
      text += Children(cell);
      first = false;
    }
  }
  return text;
}

}  // namespace

std::string LinearMath(const pugi::xml_node& math) {
  const std::string_view name = LocalName(math);
  if (name == "t") return math.child_value();
  // Properties hold no text; deleted text is not there.
  if (name.ends_with("Pr") || name == "del" || name == "moveFrom" || name == "delText") return {};
  if (name == "f") {
    // Without a bar it is a binomial coefficient.
    const bool has_bar = Property(math, "fPr", "type", "bar") != "noBar";
    return Bracketed(Part(math, "num")) + (has_bar ? "/" : "\xC2\xA6") +
           Bracketed(Part(math, "den"));
  }
  if (name == "sSup") return Part(math, "e") + Script('^', Part(math, "sup"));
  if (name == "sSub") return Part(math, "e") + Script('_', Part(math, "sub"));
  if (name == "sSubSup") {
    return Part(math, "e") + Script('_', Part(math, "sub")) + Script('^', Part(math, "sup"));
  }
  if (name == "sPre") {
    return Script('_', Part(math, "sub")) + Script('^', Part(math, "sup")) + Part(math, "e");
  }
  if (name == "rad") {
    const std::string degree = Part(math, "deg");
    return (degree.empty() ? "\xE2\x88\x9A" : "root_" + Bracketed(degree)) + "(" + Part(math, "e") +
           ")";
  }
  if (name == "nary") {
    return Property(math, "naryPr", "chr", "\xE2\x88\xAB") + Script('_', Part(math, "sub")) +
           Script('^', Part(math, "sup")) + " " + Part(math, "e");
  }
  if (name == "func") return " " + Part(math, "fName") + "(" + Part(math, "e") + ")";
  if (name == "limLow") return Part(math, "e") + Script('_', Part(math, "lim"));
  if (name == "limUpp") return Part(math, "e") + Script('^', Part(math, "lim"));
  if (name == "d") return Delimited(math);
  if (name == "m") return Matrix(math);
  return Children(math);
}

}  // namespace gloss
