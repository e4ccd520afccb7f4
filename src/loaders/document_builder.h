#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "loaders/loader.h"
#include "types/document.h"

namespace gloss {

/// What DocumentBuilder::AppendBlock needs to know about a block besides its text.
struct BlockSpec {
  BlockKind kind = BlockKind::kParagraph;
  int heading_level = 0;          ///< 1 to 6; only for kHeading, clamped.
  std::optional<TableCell> cell;  ///< Only for kTableCell.
};

/// Builds the text and the blocks of a Document, block by block, in reading order. It keeps the
/// rules that every format shares:
/// - white space around a block is cut off; a block of white space alone is left out;
/// - blocks are separated by a blank line, cells of one table and items of a list by one newline;
/// - furniture is held back and put after the body, so that a body sentence that a page break
///   interrupts stays in one piece;
/// - the heading path is kept: a heading of level n closes all open headings of level >= n;
/// - NUL characters and invalid UTF-8 become U+FFFD, with one warning that counts them;
/// - limits.max_text_bytes and options.stop end the work with an error.
///
/// Status messages of loaders don't name the document: LoadDocument puts its uri in front of them.
/// Not thread-safe. Keeps a reference to the options.
class DocumentBuilder {
 public:
  explicit DocumentBuilder(const LoadOptions& options) : options_(options) {}
  DocumentBuilder(const LoadOptions&&) = delete;

  /// Appends one block. Spans of `boxes` are byte ranges of `text`, ordered, not overlapping, each
  /// non-empty; white space at their ends is cut off with the block's.
  /// Errors: kTooLarge, kCancelled; kInternal when boxes don't fit the text; kCorruptDocument when
  /// there are boxes and the text is not valid UTF-8.
  Status AppendBlock(std::string_view text, const BlockSpec& spec = {},
                     std::vector<SourceBox> boxes = {});

  /// Blocks from here on have no heading above them (footnotes, comments after the body).
  void ClearHeadings() { open_headings_.clear(); }

  /// A new number for TableCell::table.
  int NextTable() { return next_table_++; }

  /// Kept once, however often it is given.
  void AddWarning(std::string warning);

  /// From the document's own metadata; without one the first heading of level 1 is the title.
  void SetTitle(std::string_view title);
  bool has_title() const { return !title_.empty(); }
  void SetPageCount(int pages) { page_count_ = pages; }

  /// Bytes of text so far, furniture included.
  size_t text_bytes() const { return body_.text.size() + furniture_.text.size(); }

  /// The finished document; the builder is spent. uri, sha256 and language are left to
  /// LoadDocument. Errors: kNoText when there is no block but furniture.
  Result<Document> Finish(std::string_view media_type);

 private:
  /// Text with its blocks and boxes; the body and the furniture each have one.
  struct Part {
    std::string text;
    std::vector<Block> blocks;
    std::vector<SourceBox> boxes;
  };

  std::vector<int> HeadingPathFor(const BlockSpec& spec, int block_index);

  const LoadOptions& options_;
  Part body_;
  Part furniture_;
  std::vector<std::pair<int, int>> open_headings_;  // (level, block index), outermost first.
  std::string title_;
  std::vector<std::string> warnings_;
  size_t replaced_characters_ = 0;
  int next_table_ = 0;
  int page_count_ = 0;
};

/// Cuts white space (ASCII, no-break space, line and paragraph separators, the byte order mark) off
/// both ends and gives the range that is left; an empty range at 0 when nothing is left.
Span TrimmedSpan(std::string_view text);

/// Single spaces for every run of white space, none at the ends; cut after `max_bytes` on a code
/// point boundary. For titles and names in messages.
std::string OneLine(std::string_view text, size_t max_bytes = 300);

}  // namespace gloss
