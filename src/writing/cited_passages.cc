#include "writing/cited_passages.h"

#include <algorithm>

namespace gloss {
namespace {

/// Neighbours on each side, and sentences of a document's beginning.
constexpr size_t kNeighbours = 3;

/// Adds sentences [first, last] of a document to a passage, those that are cited as its sentences.
void AddRun(const Document& source, size_t first, size_t last, const std::vector<bool>& cited,
            Document* passage) {
  const size_t begin = source.sentences[first].span.begin;
  const size_t end = source.sentences[last].span.end;
  if (!passage->text.empty()) passage->text += '\n';
  const size_t shift = passage->text.size();
  passage->text.append(source.text, begin, end - begin);
  for (size_t s = first; s <= last; ++s) {
    if (!cited[s]) continue;
    Sentence sentence = source.sentences[s];
    sentence.span = {sentence.span.begin - begin + shift, sentence.span.end - begin + shift};
    sentence.block = -1;
    passage->sentences.push_back(std::move(sentence));
  }
}

}  // namespace

CitedPassages MakeCitedPassages(const std::vector<Document>& documents,
                                const std::vector<SentenceRef>& sentences) {
  CitedPassages passages;
  for (size_t at = 0; at < sentences.size();) {
    const int index = sentences[at].document;
    const Document& source = documents[static_cast<size_t>(index)];
    const size_t count = source.sentences.size();
    std::vector<bool> cited(count);
    std::vector<bool> kept(count);
    const auto keep = [&](size_t first, size_t last) {
      for (size_t s = first; s < std::min(last, count); ++s) kept[s] = true;
    };
    keep(0, kNeighbours);
    std::vector<SentenceRef> origins;
    for (; at < sentences.size() && sentences[at].document == index; ++at) {
      const auto sentence = static_cast<size_t>(sentences[at].sentence);
      cited[sentence] = true;
      keep(sentence - std::min(sentence, kNeighbours), sentence + kNeighbours + 1);
      origins.push_back(sentences[at]);
    }
    Document passage;
    passage.id = source.id;
    passage.title = source.title;
    passage.uri = source.uri;
    passage.language = source.language;
    for (size_t s = 0; s < count;) {
      size_t last = s;
      while (last < count && kept[last]) ++last;
      if (last > s) AddRun(source, s, last - 1, cited, &passage);
      s = last + 1;
    }
    passages.documents.push_back(std::move(passage));
    passages.origins.push_back(std::move(origins));
  }
  return passages;
}

}  // namespace gloss
