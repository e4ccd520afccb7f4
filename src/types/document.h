#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

/// The five languages that the product knows, as ISO 639-1 codes; anything else is kept as given.
/// Empty means "not known".
using LanguageCode = std::string;

/// Rectangle on a page, in PDF points (1/72 inch), origin at the page's top left corner, as shown
/// (after the page's rotation).
struct Box {
  int page = 0;  ///< 1-based.
  double x_min = 0;
  double y_min = 0;
  double x_max = 0;
  double y_max = 0;

  friend bool operator==(const Box&, const Box&) = default;
};

/// What a block of a document is.
enum class BlockKind {
  kParagraph,
  kHeading,
  kListItem,
  kTableCell,
  kCaption,
  kCode,
  kQuote,
  kFootnote,
  kComment,    ///< A reviewer's comment (DOCX).
  kFurniture,  ///< Running headers, footers, page numbers: kept in the text, never in a sentence.
};

std::string_view BlockKindName(BlockKind kind);

/// Place of a table cell; all 0-based.
struct TableCell {
  int table = 0;
  int row = 0;
  int column = 0;
  bool is_header = false;

  friend bool operator==(const TableCell&, const TableCell&) = default;
};

/// A run of text that belongs together (paragraph, heading, cell). Blocks are in document order and
/// do not overlap; the text between them is white space. A sentence never crosses a block, except
/// that a loader joins a paragraph that a page or column break cuts into one block.
struct Block {
  Span span;
  BlockKind kind = BlockKind::kParagraph;
  int heading_level = 0;          ///< 1 to 6 for headings; 0 otherwise.
  std::vector<int> heading_path;  ///< Indexes (into Document::blocks) of the headings above it.
  std::optional<TableCell> cell;  ///< Set for kTableCell.
};

/// Where a stretch of the document's text is on a page. Ordered by span, not overlapping.
/// PDF only: one entry a word.
struct SourceBox {
  Span span;
  Box box;
};

/// One sentence of a document or response.
struct Sentence {
  Span span;        ///< In the text of its document.
  int block = -1;   ///< Index into Document::blocks; -1 when the text has no blocks.
  std::string tag;  ///< Sentence tag: 8 hex digits, unique a text (docs/formats/sentence_tags.md).
};

/// A source, or a response to check. Owns its text, which is never altered after loading; spans
/// everywhere refer to it.
struct Document {
  std::string id;          ///< "d1", "d2" … in the order given, unless the caller names it.
  std::string title;       ///< From the document itself, else its file name; may be empty.
  std::string uri;         ///< Path or URL as the user gave it; "-" for standard input.
  std::string media_type;  ///< For example "application/pdf".
  std::string sha256;      ///< Of the bytes that were loaded (hex).
  std::string text;        ///< Valid UTF-8.
  LanguageCode language;   ///< Given or detected.
  int page_count = 0;      ///< 0 when the format has no pages.
  std::vector<Block> blocks;
  std::vector<SourceBox> boxes;
  std::vector<Sentence> sentences;    ///< Filled by text/segmenter.h.
  std::vector<std::string> warnings;  ///< What a reader must know: "page 3 has no text", …

  std::string_view SentenceText(size_t index) const { return sentences[index].span.In(text); }
};

/// The boxes of the words that a span touches, merged line by line; empty when the document has no
/// page positions.
std::vector<Box> BoxesOf(const Document& document, const Span& span);

/// First and last page (1-based) that a span touches; empty when the document has no pages.
std::optional<std::pair<int, int>> PagesOf(const Document& document, const Span& span);

}  // namespace gloss
