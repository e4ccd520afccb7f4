// The part of DocxReader that reads what is inside of a paragraph.

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>

#include "loaders/docx_markup.h"
#include "loaders/docx_math.h"
#include "loaders/docx_reader.h"
#include "loaders/docx_symbols.h"
#include "loaders/inline_text.h"
#include "loaders/xml_part.h"

namespace gloss {
namespace {

/// Word numbers endnotes with small Roman numerals.
std::string Roman(size_t number) {
  if (number == 0 || number > 3999) return fmt::format("{}", number);
  struct Digit {
    size_t value;
    std::string_view letters;
  };
  static constexpr Digit kDigits[] = {{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"},
                                      {90, "xc"},  {50, "l"},   {40, "xl"}, {10, "x"},   {9, "ix"},
                                      {5, "v"},    {4, "iv"},   {1, "i"}};
  std::string text;
  for (const Digit& digit : kDigits) {
    for (; number >= digit.value; number -= digit.value) text += digit.letters;
  }
  return text;
}

unsigned HexOf(std::string_view text) {
  unsigned value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

}  // namespace

size_t DocxReader::Notes::NumberOf(std::string_view id) {
  const auto [entry, is_new] = numbers.try_emplace(std::string(id), ids.size() + 1);
  if (is_new) ids.emplace_back(id);
  return entry->second;
}

void DocxReader::ReadInline(const pugi::xml_node& parent) {
  for (const pugi::xml_node child : parent.children()) {
    const std::string_view name = LocalName(child);
    if (name == "r") {
      ReadRun(child);
    } else if (name == "oMath" || name == "oMathPara") {
      EndSuperscript();
      AppendText(LinearMath(child));
    } else if (const pugi::xml_node content = Unwrapped(child, name)) {
      ReadInline(content);
    }
  }
}

void DocxReader::ReadRun(const pugi::xml_node& run) {
  const pugi::xml_node properties = ChildNamed(run, "rPr");
  bool hidden = paragraph_.is_hidden;
  if (const pugi::xml_node style = ChildNamed(properties, "rStyle")) {
    hidden = hidden || styles_.Get(AttributeNamed(style, "val")).is_hidden;
  }
  if (const pugi::xml_node vanish = ChildNamed(properties, "vanish")) hidden = IsOn(vanish);
  const bool raised = AttributeNamed(ChildNamed(properties, "vertAlign"), "val") == "superscript";
  if (!raised) EndSuperscript();
  if (raised && !superscript_) superscript_ = text_.size();
  const std::string_view font = AttributeNamed(ChildNamed(properties, "rFonts"), "ascii");
  for (const pugi::xml_node child : run.children()) {
    const std::string_view name = LocalName(child);
    // Field marks count even where the text is hidden.
    if (name == "fldChar") {
      FollowField(child);
    } else if (!hidden) {
      ReadRunChild(child, font);
    }
  }
}

void DocxReader::ReadRunChild(const pugi::xml_node& child, std::string_view font) {
  const std::string_view name = LocalName(child);
  if (name == "t") {
    for (const pugi::xml_node text : child.children()) {
      AppendText(DocxSymbolText(font, text.value()));
    }
  } else if (name == "tab" || name == "ptab") {
    AppendText("\t");
  } else if (name == "br" || name == "cr") {
    AppendText("\n");
  } else if (name == "noBreakHyphen") {
    AppendText("\xE2\x80\x91");
  } else if (name == "softHyphen") {
    AppendText("\xC2\xAD");
  } else if (name == "sym") {
    AppendText(DocxSymbol(AttributeNamed(child, "font"), HexOf(AttributeNamed(child, "char"))));
  } else if (name == "footnoteReference" || name == "endnoteReference") {
    const bool is_footnote = name == "footnoteReference";
    const size_t number =
        (is_footnote ? footnotes_ : endnotes_).NumberOf(AttributeNamed(child, "id"));
    // With a mark of its own the next text is the mark.
    const std::string_view own_mark = AttributeNamed(child, "customMarkFollows");
    if (own_mark.empty() || own_mark == "0" || own_mark == "false") {
      AppendText(is_footnote ? fmt::format("[{}]", number) : fmt::format("[{}]", Roman(number)));
    }
  } else if (name == "ruby") {
    ReadRuby(child);
  } else if (name == "drawing" || name == "pict" || name == "object") {
    CollectTextBoxes(child);
  } else if (name == "AlternateContent") {
    for (const pugi::xml_node content : PreferredContent(child).children()) {
      ReadRunChild(content, font);
    }
  }
}

void DocxReader::ReadRuby(const pugi::xml_node& ruby) {
  ReadInline(ChildNamed(ruby, "rubyBase"));
  AppendText("(");
  ReadInline(ChildNamed(ruby, "rt"));
  AppendText(")");
}

void DocxReader::FollowField(const pugi::xml_node& field_character) {
  const std::string_view type = AttributeNamed(field_character, "fldCharType");
  if (type == "begin") {
    fields_.push_back(false);
    ++open_codes_;
  } else if (type == "separate" && !fields_.empty() && !fields_.back()) {
    fields_.back() = true;
    --open_codes_;
  } else if (type == "end" && !fields_.empty()) {
    if (!fields_.back()) --open_codes_;
    fields_.pop_back();
  }
}

void DocxReader::CollectTextBoxes(const pugi::xml_node& node) {
  for (const pugi::xml_node child : node.children()) {
    const std::string_view name = LocalName(child);
    if (name == "txbxContent") {
      text_boxes_.push_back(child);
    } else {
      CollectTextBoxes(name == "AlternateContent" ? PreferredContent(child) : child);
    }
  }
}

void DocxReader::AppendText(std::string_view text) {
  if (follows_fields_ && open_codes_ > 0) return;
  text_ += text;
}

void DocxReader::EndSuperscript() {
  if (superscript_) RaiseNumber(text_, *superscript_);
  superscript_.reset();
}

}  // namespace gloss
