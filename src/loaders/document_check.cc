#include "loaders/document_check.h"

#include <fmt/format.h>

#include <string_view>

#include "loaders/document_builder.h"
#include "text/utf8.h"

namespace gloss {
namespace {

bool IsBoundary(std::string_view text, size_t offset) {
  return offset == text.size() || (static_cast<unsigned char>(text[offset]) & 0xC0) != 0x80;
}

bool IsGoodSpan(std::string_view text, const Span& span) {
  return span.begin < span.end && span.end <= text.size() && IsBoundary(text, span.begin) &&
         IsBoundary(text, span.end);
}

bool IsGoodHeadingPath(const Document& document, size_t block) {
  int level = 0;
  int last = -1;
  for (const int index : document.blocks[block].heading_path) {
    if (index <= last || static_cast<size_t>(index) >= block) return false;
    const Block& heading = document.blocks[static_cast<size_t>(index)];
    if (heading.kind != BlockKind::kHeading || heading.heading_level <= level) return false;
    last = index;
    level = heading.heading_level;
  }
  return true;
}

Status Broken(std::string_view rule, size_t index) {
  return {StatusCode::kInternal, fmt::format("a loader broke a rule: {} ({})", rule, index)};
}

}  // namespace

Status CheckDocument(const Document& document) {
  const std::string_view text = document.text;
  if (const auto invalid = FindInvalidUtf8(text)) return Broken("text is UTF-8", *invalid);
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return Broken("text holds no NUL", nul);
  }
  if (FindInvalidUtf8(document.title)) return Broken("the title is UTF-8", 0);
  size_t end = 0;
  bool in_furniture = false;
  for (size_t i = 0; i < document.blocks.size(); ++i) {
    const Block& block = document.blocks[i];
    if (!IsGoodSpan(text, block.span) || block.span.begin < end) return Broken("block order", i);
    if (!TrimmedSpan(text.substr(end, block.span.begin - end)).empty()) {
      return Broken("white space between blocks", i);
    }
    end = block.span.end;
    const bool is_heading = block.kind == BlockKind::kHeading;
    if (is_heading ? block.heading_level < 1 || block.heading_level > 6
                   : block.heading_level != 0) {
      return Broken("heading levels", i);
    }
    if (block.cell && block.kind != BlockKind::kTableCell) return Broken("table cells", i);
    const bool is_furniture = block.kind == BlockKind::kFurniture;
    if (in_furniture && !is_furniture) return Broken("furniture last", i);
    in_furniture = is_furniture;
    if (!IsGoodHeadingPath(document, i)) return Broken("heading paths", i);
  }
  if (!TrimmedSpan(text.substr(end)).empty()) return Broken("text in blocks", end);
  size_t box_end = 0;
  for (size_t i = 0; i < document.boxes.size(); ++i) {
    const Span& span = document.boxes[i].span;
    if (!IsGoodSpan(text, span) || span.begin < box_end) return Broken("box order", i);
    box_end = span.end;
  }
  return Status::Ok();
}

}  // namespace gloss
