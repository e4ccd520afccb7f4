#include "loaders/text_loader.h"

#include <algorithm>
#include <utility>

#include "loaders/document_builder.h"
#include "loaders/encoding.h"
#include "loaders/format.h"

namespace gloss {
namespace {

/// The line that starts at `begin`, with its line end (LF, CR or CR LF).
size_t EndOfLine(std::string_view text, size_t begin) {
  const size_t end = text.find_first_of("\r\n", begin);
  if (end == std::string_view::npos) return text.size();
  return text.substr(end, 2) == "\r\n" ? end + 2 : end + 1;
}

/// Paragraphs of the text, without the white space around them.
std::vector<Block> Paragraphs(std::string_view text) {
  std::vector<Block> blocks;
  Span paragraph;
  const auto close = [&blocks, &paragraph] {
    if (paragraph.empty()) return;
    Block block;
    block.span = paragraph;
    blocks.push_back(std::move(block));
    paragraph = {};
  };
  for (size_t at = 0; at < text.size();) {
    const size_t end = EndOfLine(text, at);
    const Span inside = TrimmedSpan(text.substr(at, end - at));
    if (inside.empty()) {
      close();
    } else {
      if (paragraph.empty()) paragraph.begin = at + inside.begin;
      paragraph.end = at + inside.end;
    }
    at = end;
  }
  close();
  return blocks;
}

}  // namespace

Result<Document> LoadText(std::string_view bytes, std::string_view declared_charset,
                          const LoadOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(DecodedText decoded, DecodeText(bytes, declared_charset, options));
  Document document;
  document.media_type = MediaTypeOf(Format::kText);
  document.warnings = std::move(decoded.warnings);
  document.text = std::move(decoded.text);
  document.blocks = Paragraphs(document.text);
  if (document.blocks.empty()) return Status(StatusCode::kNoText, "there is no text in it");
  return document;
}

}  // namespace gloss
