#include "text/segmenter.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "text/language.h"
#include "text/sentence_splitter.h"

namespace gloss {
namespace {

constexpr size_t kTagDigits = 8;

void AddSentences(Document& document, const Span& part, int block) {
  for (const Span& span : SplitSentences(part.In(document.text), document.language)) {
    document.sentences.push_back(
        {.span = {part.begin + span.begin, part.begin + span.end}, .block = block, .tag = {}});
  }
}

}  // namespace

void Segment(Document& document) {
  document.sentences.clear();
  if (document.language.empty()) document.language = DetectLanguage(document.text);
  if (document.blocks.empty()) {
    AddSentences(document, {0, document.text.size()}, -1);
    return;
  }
  for (size_t i = 0; i < document.blocks.size(); ++i) {
    const Block& block = document.blocks[i];
    if (block.kind == BlockKind::kFurniture) continue;
    AddSentences(document, block.span, static_cast<int>(i));
  }
}

void AssignTags(std::span<Document> documents) {
  AssignTags(documents, [](std::string_view bytes) { return Md5Hex(bytes); });
}

void AssignTags(std::span<Document> documents, const HexDigest& digest) {
  std::unordered_map<std::string_view, std::string> tag_of_text;
  std::unordered_set<std::string> taken;
  for (Document& document : documents) {
    for (Sentence& sentence : document.sentences) {
      const std::string_view text = sentence.span.In(document.text);
      if (const auto known = tag_of_text.find(text); known != tag_of_text.end()) {
        sentence.tag = known->second;
        continue;
      }
      std::string tag = digest(text).substr(0, kTagDigits);
      for (uint64_t counter = 1; !taken.insert(tag).second; ++counter) {
        std::string salted(text);
        salted += '\0';
        salted += std::to_string(counter);
        tag = digest(salted).substr(0, kTagDigits);
      }
      tag_of_text.emplace(text, tag);
      sentence.tag = std::move(tag);
    }
  }
}

}  // namespace gloss
