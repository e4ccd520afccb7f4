#include "writing/annotation.h"

#include <fmt/format.h>

#include <map>

#include "text/quote_finder.h"
#include "text/target_index.h"
#include "text/utf8.h"

namespace gloss {
namespace {

class AnnotationResolver {
 public:
  AnnotationResolver(const std::vector<Document>& documents, size_t unread)
      : documents_(documents), unread_(unread), targets_(documents, unread), quotes_(documents) {}

  Citation Resolve(const Annotation& annotation) {
    Citation citation;
    citation.form = MarkForm::kAnnotation;
    citation.span = annotation.span;
    citation.id = annotation.id;
    const int named = DocumentNamed(annotation.names);
    const bool by_place = annotation.document >= 0 &&
                          static_cast<size_t>(annotation.document) < documents_.size() &&
                          unread_ == 0;
    const int document = named >= 0 ? named : by_place ? annotation.document : -1;
    if (!annotation.quote.empty() && TakeQuote(annotation, document, citation)) return citation;
    if (document < 0) {
      citation.reason =
          fmt::format("{} is none of the {} sources", annotation.id, documents_.size() + unread_);
      return citation;
    }
    const Document& source = documents_[static_cast<size_t>(document)];
    citation.state = CitationState::kExists;
    if (annotation.characters) {
      TakeCharacters(*annotation.characters, document, citation);
    } else if (annotation.pages && source.page_count > 0) {
      TakePages(*annotation.pages, document, citation);
    } else {
      citation.document = document;
      citation.resolved = source.id;
    }
    return citation;
  }

 private:
  int DocumentNamed(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
      MarkTarget target;
      target.id = name;
      targets_.Resolve(MarkForm::kSource, target);
      if (target.document >= 0) return target.document;
    }
    return -1;
  }

  void Cite(std::vector<SentenceRef> sentences, Citation& citation) const {
    const SentenceRef& first = sentences.front();
    citation.resolved = documents_[static_cast<size_t>(first.document)]
                            .sentences[static_cast<size_t>(first.sentence)]
                            .tag;
    citation.sentences = std::move(sentences);
  }

  /// False: there is too little of it to tell.
  bool TakeQuote(const Annotation& annotation, int document, Citation& citation) {
    std::vector<SentenceRef> places = quotes_.Find(annotation.quote, document);
    citation.state = CitationState::kExists;
    if (places.empty() && document >= 0) {
      places = quotes_.Find(annotation.quote);
      citation.state = CitationState::kRepaired;
      citation.reason = "the quote stands in another source than the one that is named";
    }
    if (!places.empty()) {
      Cite(std::move(places), citation);
      return true;
    }
    citation.state = CitationState::kUnknown;
    citation.reason.clear();
    constexpr size_t kTooShort = 12;
    if (annotation.quote.size() < kTooShort) return false;
    citation.reason = "no source has the text that is quoted";
    return true;
  }

  void TakeCharacters(std::pair<size_t, size_t> range, int document, Citation& citation) {
    const Document& source = documents_[static_cast<size_t>(document)];
    const auto map = maps_.try_emplace(document, source.text).first;
    const auto begin = map->second.ToBytes(range.first, OffsetUnit::kCodepoint);
    const auto end = map->second.ToBytes(range.second, OffsetUnit::kCodepoint);
    std::vector<SentenceRef> places;
    if (begin && end && *begin < *end) places = SentencesAt(source, document, {*begin, *end});
    if (!places.empty()) return Cite(std::move(places), citation);
    citation.state = CitationState::kUnknown;
    citation.reason =
        fmt::format("source {} has no characters {} to {}", source.id, range.first, range.second);
  }

  void TakePages(std::pair<int, int> pages, int document, Citation& citation) const {
    const Document& source = documents_[static_cast<size_t>(document)];
    std::vector<SentenceRef> places;
    for (size_t s = 0; s < source.sentences.size(); ++s) {
      const auto on = PagesOf(source, source.sentences[s].span);
      if (on && on->first <= pages.second && on->second >= pages.first) {
        places.push_back({document, static_cast<int>(s)});
      }
    }
    if (!places.empty()) return Cite(std::move(places), citation);
    citation.state = CitationState::kUnknown;
    citation.reason = fmt::format("source {} has no page {}", source.id, pages.first);
  }

  const std::vector<Document>& documents_;
  size_t unread_;
  TargetIndex targets_;
  QuoteFinder quotes_;
  std::map<int, OffsetMap> maps_;
};

}  // namespace

std::vector<Citation> ResolveAnnotations(const std::vector<Annotation>& annotations,
                                         const std::vector<Document>& documents, size_t unread) {
  AnnotationResolver resolver(documents, unread);
  std::vector<Citation> citations;
  for (const Annotation& annotation : annotations) {
    citations.push_back(resolver.Resolve(annotation));
  }
  return citations;
}

}  // namespace gloss
