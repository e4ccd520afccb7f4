#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/segmenter.h"
#include "types/document.h"

namespace gloss {

/// A document of plain paragraphs, one a text, segmented and with tags.
inline Document PlainDocument(const std::vector<std::string>& paragraphs,
                              std::string_view language = "en") {
  Document document;
  document.id = "d1";
  document.language = language;
  for (const std::string& paragraph : paragraphs) {
    if (!document.text.empty()) document.text += "\n\n";
    Block block;
    block.span = {document.text.size(), document.text.size() + paragraph.size()};
    document.text += paragraph;
    document.blocks.push_back(block);
  }
  Segment(document);
  AssignTags({&document, 1});
  return document;
}

}  // namespace gloss
