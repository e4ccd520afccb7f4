#include "judge/text_parts.h"

#include <fmt/format.h>

#include <set>

#include "text/markdown_blocks.h"
#include "text/words.h"

namespace gloss {
namespace {

constexpr size_t kExcerptBytes = 90;

std::string EvidenceOf(const CitedText& text, const CitedSentence& sentence) {
  std::set<SentenceRef> cited;
  for (const int index : sentence.citations) {
    const auto refs = CitedSentencesOf(text.citations[static_cast<size_t>(index)], text.documents);
    cited.insert(refs.begin(), refs.end());
  }
  std::string joined;
  for (const SentenceRef& ref : cited) {
    if (!joined.empty()) joined += ' ';
    joined += text.documents[static_cast<size_t>(ref.document)].SentenceText(
        static_cast<size_t>(ref.sentence));
  }
  return joined;
}

}  // namespace

TextParts PartsOf(const CitedText& text) {
  TextParts parts;
  const std::vector<Block> blocks = MarkdownBlocks(text.text);
  size_t block = 0;
  for (size_t i = 0; i < text.sentences.size(); ++i) {
    const CitedSentence& sentence = text.sentences[i];
    while (block < blocks.size() && blocks[block].span.end <= sentence.span.begin) ++block;
    const bool inside = block < blocks.size() && blocks[block].span.begin <= sentence.span.begin;
    parts.kinds.push_back(inside ? blocks[block].kind : BlockKind::kParagraph);
    parts.evidence.push_back(EvidenceOf(text, sentence));
    if (sentence.verdict != Verdict::kNotCheckable) parts.statements.push_back(static_cast<int>(i));
  }
  return parts;
}

std::string Excerpt(std::string_view text) {
  const std::string line = CollapseSpace(text);
  if (line.size() <= kExcerptBytes) return "“" + line + "”";
  size_t end = kExcerptBytes;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  if (const size_t space = line.rfind(' ', end); space != std::string::npos && space > end / 2) {
    end = space;
  }
  return "“" + line.substr(0, end) + " …”";
}

std::string Counted(size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace gloss
