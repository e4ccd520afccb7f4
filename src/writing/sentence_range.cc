#include "writing/sentence_range.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gloss {
namespace {

/// A document with everything of `from` but its text, blocks, boxes and sentences.
Document EmptyLike(const Document& from) {
  Document document;
  document.id = from.id;
  document.title = from.title;
  document.uri = from.uri;
  document.media_type = from.media_type;
  document.sha256 = from.sha256;
  document.language = from.language;
  return document;
}

/// The block of the original `index`, cut to the stretch and moved to its beginning. Headings that
/// lie before the stretch are not above it any more.
Block MovedBlock(const Document& from, size_t index, const Span& stretch, size_t first_block) {
  Block block = from.blocks[index];
  block.span.begin = std::max(block.span.begin, stretch.begin) - stretch.begin;
  block.span.end = std::min(block.span.end, stretch.end) - stretch.begin;
  std::erase_if(block.heading_path,
                [&](int heading) { return static_cast<size_t>(heading) < first_block; });
  for (int& heading : block.heading_path) heading -= static_cast<int>(first_block);
  return block;
}

Document Stretch(const Document& from, const SentenceRange& range) {
  Document document = EmptyLike(from);
  if (range.size() == 0) return document;
  const Span stretch{from.sentences[range.begin].span.begin,
                     from.sentences[range.end - 1].span.end};
  document.text = std::string(stretch.In(from.text));
  const auto first =
      std::partition_point(from.blocks.begin(), from.blocks.end(),
                           [&](const Block& block) { return block.span.end <= stretch.begin; });
  const auto first_block = static_cast<size_t>(first - from.blocks.begin());
  for (size_t i = first_block; i < from.blocks.size(); ++i) {
    if (from.blocks[i].span.begin >= stretch.end) break;
    document.blocks.push_back(MovedBlock(from, i, stretch, first_block));
  }
  for (size_t i = range.begin; i < range.end; ++i) {
    Sentence sentence = from.sentences[i];
    sentence.span.begin -= stretch.begin;
    sentence.span.end -= stretch.begin;
    if (sentence.block >= 0) sentence.block -= static_cast<int>(first_block);
    document.sentences.push_back(std::move(sentence));
  }
  return document;
}

}  // namespace

std::set<std::string> TagsOf(std::span<const Document> documents,
                             std::span<const SentenceRange> ranges) {
  std::set<std::string> tags;
  for (const SentenceRange& range : ranges) {
    const Document& document = documents[static_cast<size_t>(range.document)];
    for (size_t i = range.begin; i < range.end; ++i) tags.insert(document.sentences[i].tag);
  }
  return tags;
}

Excerpt ExcerptOfRanges(std::span<const Document> documents,
                        std::span<const SentenceRange> ranges) {
  Excerpt excerpt;
  for (const SentenceRange& range : ranges) {
    excerpt.documents.push_back(Stretch(documents[static_cast<size_t>(range.document)], range));
    std::vector<SentenceRef>& places = excerpt.places.emplace_back();
    for (size_t i = range.begin; i < range.end; ++i) {
      places.push_back({range.document, static_cast<int>(i)});
    }
  }
  return excerpt;
}

Excerpt ExcerptOfSentences(std::span<const Document> documents,
                           std::vector<SentenceRef> sentences) {
  std::sort(sentences.begin(), sentences.end());
  sentences.erase(std::unique(sentences.begin(), sentences.end()), sentences.end());
  Excerpt excerpt;
  int last = -1;
  for (const SentenceRef& ref : sentences) {
    const Document& from = documents[static_cast<size_t>(ref.document)];
    if (ref.document != last) {
      excerpt.documents.push_back(EmptyLike(from));
      excerpt.places.emplace_back();
      last = ref.document;
    }
    Document& document = excerpt.documents.back();
    const Sentence& original = from.sentences[static_cast<size_t>(ref.sentence)];
    if (!document.text.empty()) document.text += "\n\n";
    const size_t begin = document.text.size();
    document.text += original.span.In(from.text);
    Block block;
    block.span = {begin, document.text.size()};
    if (original.block >= 0) block.kind = from.blocks[static_cast<size_t>(original.block)].kind;
    document.sentences.push_back(
        {block.span, static_cast<int>(document.blocks.size()), original.tag});
    document.blocks.push_back(std::move(block));
    excerpt.places.back().push_back(ref);
  }
  return excerpt;
}

}  // namespace gloss
