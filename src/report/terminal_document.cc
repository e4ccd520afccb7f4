#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "report/display_text.h"
#include "report/summary.h"
#include "report/terminal.h"
#include "report/terminal_writer.h"

namespace gloss {
namespace {

constexpr size_t kTagColumns = 10;
constexpr size_t kMaxHeadingColumns = 36;

void WriteDocumentHead(const Document& document, TerminalWriter* writer) {
  writer->Paragraph({{TextStyle::kBold, writer->Safe(DocumentName(document))}}, 0, 2);
  std::string facts = document.media_type;
  if (!document.language.empty()) facts += ", language " + document.language;
  if (document.page_count > 0) facts += ", " + CountLabel(document.page_count, "page", "pages");
  facts += ", " + CountLabel(static_cast<int>(document.sentences.size()), "sentence", "sentences");
  writer->Paragraph({{TextStyle::kDim, writer->Safe(facts)}}, 0, 2);
  if (!document.sha256.empty()) {
    writer->Paragraph({{TextStyle::kDim, writer->Safe("sha256 " + document.sha256)}}, 0, 2);
  }
}

/// Where a sentence stands, without what it has in common with the sentence before it.
struct Place {
  std::string page;
  std::string headings;
  std::string kind;
};

Place PlaceOf(const Document& document, const Sentence& sentence) {
  Place place{.page = PageLabel(document, sentence), .headings = {}, .kind = {}};
  for (const std::string& heading : HeadingPath(document, sentence)) {
    place.headings += (place.headings.empty() ? "" : " > ") +
                      TruncateText(SafeText(heading), kMaxHeadingColumns, "...");
  }
  if (sentence.block >= 0) {
    const Block& block = document.blocks[static_cast<size_t>(sentence.block)];
    if (block.kind != BlockKind::kParagraph) place.kind = BlockKindName(block.kind);
    const std::string cell = CellLabel(document, sentence);
    if (!cell.empty()) place.kind += " (" + cell + ")";
  }
  return place;
}

}  // namespace

std::string RenderDocumentText(const Document& document, const TerminalOptions& options) {
  TerminalWriter writer(options);
  WriteDocumentHead(document, &writer);
  Place before;
  for (const Sentence& sentence : document.sentences) {
    Place place = PlaceOf(document, sentence);
    if (place.page != before.page || place.headings != before.headings ||
        &sentence == document.sentences.data()) {
      writer.BlankLine();
      std::string where = place.page;
      if (!place.headings.empty()) where += (where.empty() ? "" : ", ") + place.headings;
      if (!where.empty()) writer.Paragraph({{TextStyle::kCyan, writer.Safe(where)}}, 0, 2);
    }
    std::vector<StyledText> line = {
        {TextStyle::kDim, fmt::format("{:<{}}", writer.Safe(sentence.tag), kTagColumns)}};
    if (!place.kind.empty()) {
      line.push_back({TextStyle::kDim, fmt::format("[{}] ", writer.Safe(place.kind))});
    }
    line.push_back({TextStyle::kPlain, writer.Safe(sentence.span.In(document.text))});
    writer.Paragraph(line, 0, kTagColumns);
    before = std::move(place);
  }
  if (document.sentences.empty()) {
    writer.BlankLine();
    writer.Paragraph({{TextStyle::kYellow, "! The document has no sentences."}}, 0, 2);
  }
  if (!document.warnings.empty()) writer.BlankLine();
  for (const std::string& warning : document.warnings) {
    writer.Paragraph({{TextStyle::kYellow, "! "}, {TextStyle::kPlain, writer.Safe(warning)}}, 0, 2);
  }
  return std::move(writer).Take();
}

}  // namespace gloss
