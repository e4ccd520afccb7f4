#include "loaders/docx_reader.h"

#include <algorithm>
#include <utility>

#include "loaders/docx_markup.h"
#include "loaders/xml_part.h"

namespace gloss {
namespace {

constexpr int kMaxColumns = 1000;

/// A story whose fields don't close would lose the rest of its text: then all text is read.
bool FieldsAreBalanced(const pugi::xml_node& story) {
  int open = 0;
  for (pugi::xml_node node = story.first_child(); node && node != story;) {
    if (LocalName(node) == "fldChar") {
      const std::string_view type = AttributeNamed(node, "fldCharType");
      if (type == "begin") ++open;
      if (type == "end" && --open < 0) return false;
    }
    if (node.first_child()) {
      node = node.first_child();
      continue;
    }
    while (node && node != story && !node.next_sibling()) node = node.parent();
    if (node && node != story) node = node.next_sibling();
  }
  return open == 0;
}

/// A table of one cell is a frame around text.
bool IsFrame(const pugi::xml_node& table) {
  int rows = 0;
  int cells = 0;
  for (const pugi::xml_node row : table.children()) {
    if (LocalName(row) != "tr") continue;
    ++rows;
    for (const pugi::xml_node cell : row.children()) cells += LocalName(cell) == "tc" ? 1 : 0;
  }
  return rows == 1 && cells == 1;
}

}  // namespace

Status DocxReader::ReadStory(const pugi::xml_node& story, std::optional<BlockKind> kind) {
  story_kind_ = kind;
  cell_.reset();
  paragraph_ = {};
  fields_.clear();
  open_codes_ = 0;
  follows_fields_ = FieldsAreBalanced(story);
  GLOSS_RETURN_IF_ERROR(ReadBlocks(story));
  return FlushParagraph();
}

Status DocxReader::ReadBlocks(const pugi::xml_node& parent) {
  for (const pugi::xml_node child : parent.children()) {
    const std::string_view name = LocalName(child);
    if (name == "p") {
      GLOSS_RETURN_IF_ERROR(ReadParagraph(child));
    } else if (name == "tbl") {
      GLOSS_RETURN_IF_ERROR(ReadTable(child));
    } else if (name == "altChunk") {
      builder_.AddWarning("a document that is embedded in it was left out");
    } else if (const pugi::xml_node content = Unwrapped(child, name)) {
      GLOSS_RETURN_IF_ERROR(ReadBlocks(content));
    }
  }
  return Status::Ok();
}

DocxReader::Paragraph DocxReader::PropertiesOf(const pugi::xml_node& paragraph) const {
  const pugi::xml_node properties = ChildNamed(paragraph, "pPr");
  const DocxStyle style = styles_.Get(AttributeNamed(ChildNamed(properties, "pStyle"), "val"));
  Paragraph result{style.kind, style.heading_level, style.is_hidden};
  if (style.is_contents) result.kind = BlockKind::kFurniture;
  if (const auto level = IntegerOf(AttributeNamed(ChildNamed(properties, "outlineLvl"), "val"))) {
    if (*level >= 0 && *level < 9) {
      result.kind = BlockKind::kHeading;
      result.heading_level = *level + 1;
    } else if (result.kind == BlockKind::kHeading) {
      result.kind = BlockKind::kParagraph;
    }
  }
  const std::string_view list =
      AttributeNamed(ChildNamed(ChildNamed(properties, "numPr"), "numId"), "val");
  if (!list.empty()) {
    const bool numbered = list != "0";
    if (numbered && result.kind == BlockKind::kParagraph) result.kind = BlockKind::kListItem;
    if (!numbered && result.kind == BlockKind::kListItem) result.kind = BlockKind::kParagraph;
  }
  return result;
}

Status DocxReader::ReadParagraph(const pugi::xml_node& paragraph) {
  const Paragraph properties = PropertiesOf(paragraph);
  // After a deleted paragraph mark the text goes on in the paragraph that was begun.
  if (text_.empty()) {
    paragraph_ = properties;
  } else {
    paragraph_.is_hidden = properties.is_hidden;
  }
  ReadInline(paragraph);
  EndSuperscript();
  const pugi::xml_node mark = ChildNamed(ChildNamed(paragraph, "pPr"), "rPr");
  if (ChildNamed(mark, "del") || ChildNamed(mark, "moveFrom")) return Status::Ok();
  return FlushParagraph();
}

Status DocxReader::FlushParagraph() {
  const std::string text = std::exchange(text_, {});
  const std::vector<pugi::xml_node> boxes = std::exchange(text_boxes_, {});
  BlockSpec spec;
  spec.kind = paragraph_.kind;
  spec.heading_level = paragraph_.heading_level;
  if (story_kind_) {
    spec.kind = *story_kind_;
  } else if (cell_) {
    spec.kind = BlockKind::kTableCell;
    spec.cell = cell_;
  }
  const bool repeats = story_kind_ == BlockKind::kFurniture && !furniture_.insert(text).second;
  if (!repeats) GLOSS_RETURN_IF_ERROR(builder_.AppendBlock(text, spec));
  for (const pugi::xml_node& box : boxes) {
    const auto cell = std::exchange(cell_, std::nullopt);
    const Status status = ReadBlocks(box);
    cell_ = cell;
    GLOSS_RETURN_IF_ERROR(status);
  }
  return Status::Ok();
}

Status DocxReader::ReadTable(const pugi::xml_node& table) {
  GLOSS_RETURN_IF_ERROR(FlushParagraph());
  if (IsFrame(table)) {
    return ReadBlocks(ChildNamed(ChildNamed(table, "tr"), "tc"));
  }
  TableCell place;
  place.table = builder_.NextTable();
  // Rows may be wrapped (structured document tags, insertions); a stack keeps their order.
  std::vector<pugi::xml_node> open = {table.first_child()};
  while (!open.empty()) {
    const pugi::xml_node node = open.back();
    if (!node) {
      open.pop_back();
      continue;
    }
    open.back() = node.next_sibling();
    const std::string_view name = LocalName(node);
    if (name == "tr") {
      if (ChildNamed(ChildNamed(node, "trPr"), "del")) continue;
      GLOSS_RETURN_IF_ERROR(ReadRow(node, place));
      ++place.row;
    } else if (const pugi::xml_node content = Unwrapped(node, name)) {
      open.push_back(content.first_child());
    }
  }
  return Status::Ok();
}

Status DocxReader::ReadRow(const pugi::xml_node& row, TableCell place) {
  const pugi::xml_node row_properties = ChildNamed(row, "trPr");
  place.is_header = IsOn(ChildNamed(row_properties, "tblHeader"));
  const auto span_of = [](const pugi::xml_node& node) {
    return std::clamp(IntegerOf(AttributeNamed(node, "val")).value_or(0), 0, kMaxColumns);
  };
  place.column = span_of(ChildNamed(row_properties, "gridBefore"));
  std::vector<pugi::xml_node> open = {row.first_child()};
  while (!open.empty()) {
    const pugi::xml_node node = open.back();
    if (!node) {
      open.pop_back();
      continue;
    }
    open.back() = node.next_sibling();
    const std::string_view name = LocalName(node);
    if (name == "tc") {
      const pugi::xml_node properties = ChildNamed(node, "tcPr");
      const pugi::xml_node merge = ChildNamed(properties, "vMerge");
      // A cell that continues the one above it shows nothing of its own.
      if (!merge || AttributeNamed(merge, "val") == "restart") {
        const auto outer = std::exchange(cell_, place);
        Status status = ReadBlocks(node);
        if (status.ok()) status = FlushParagraph();
        cell_ = outer;
        GLOSS_RETURN_IF_ERROR(status);
      }
      place.column = std::min(
          place.column + std::max(1, span_of(ChildNamed(properties, "gridSpan"))), kMaxColumns);
    } else if (const pugi::xml_node content = Unwrapped(node, name)) {
      open.push_back(content.first_child());
    }
  }
  return Status::Ok();
}

}  // namespace gloss
