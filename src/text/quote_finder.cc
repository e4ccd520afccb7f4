#include "text/quote_finder.h"

#include <algorithm>

namespace gloss {
namespace {

constexpr size_t kLeastQuote = 12;
constexpr int kMostQuotes = 1000;

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::vector<SentenceRef> SentencesAt(const Document& document, int index, const Span& span) {
  const std::vector<Sentence>& all = document.sentences;
  auto sentence = std::partition_point(
      all.begin(), all.end(), [&](const Sentence& each) { return each.span.end <= span.begin; });
  std::vector<SentenceRef> found;
  for (; sentence != all.end() && sentence->span.begin < span.end; ++sentence) {
    found.push_back({index, static_cast<int>(sentence - all.begin())});
  }
  return found;
}

const QuoteFinder::Packed& QuoteFinder::PackedAt(size_t document) {
  Packed& packed = packed_[document];
  if (packed.done) return packed;
  packed.done = true;
  const std::string& text = documents_[document].text;
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsSpace(text[i])) continue;
    packed.text += text[i];
    packed.places.push_back(static_cast<uint32_t>(i));
  }
  return packed;
}

std::vector<SentenceRef> QuoteFinder::Find(std::string_view quote, int document) {
  std::string wanted(quote);
  std::erase_if(wanted, IsSpace);
  if (wanted.size() < kLeastQuote || ++asked_ > kMostQuotes) return {};
  for (size_t d = 0; d < documents_.size(); ++d) {
    if (document >= 0 && static_cast<size_t>(document) != d) continue;
    const Packed& packed = PackedAt(d);
    const size_t at = packed.text.find(wanted);
    if (at == std::string::npos) continue;
    const Span span{packed.places[at], packed.places[at + wanted.size() - 1] + size_t{1}};
    std::vector<SentenceRef> found = SentencesAt(documents_[d], static_cast<int>(d), span);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace gloss
