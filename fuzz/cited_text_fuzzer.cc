// A text of any bytes beside a source of any bytes: every citation lies within the text and names
// sentences that exist; what a source is shown as holds no mark and loses nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "text/citation_marks.h"
#include "text/resolve_citations.h"
#include "text/segmenter.h"
#include "text/tag_index.h"
#include "text/tagged_document.h"
#include "text/utf8.h"

namespace {

void Check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes = gloss::ReplaceInvalidUtf8({reinterpret_cast<const char*>(data), size});
  // The first line is a source, the rest cites it.
  const size_t line = std::min(bytes.find('\n'), bytes.size());
  std::vector<gloss::Document> documents(2);
  documents[0].text = "The budget was approved. " + bytes.substr(0, line);
  documents[1].text = bytes.substr(0, line / 2);
  while (gloss::FindInvalidUtf8(documents[1].text)) documents[1].text.pop_back();
  for (size_t i = 0; i < documents.size(); ++i) {
    documents[i].id = "d" + std::to_string(i + 1);
    documents[i].title = documents[1].text;
    documents[i].language = "en";
    gloss::Segment(documents[i]);
  }
  gloss::AssignTags(documents);
  const std::string_view text = std::string_view(bytes).substr(line);

  const gloss::TagIndex tags(documents);
  const gloss::CitationSources sources{documents, size % 2, tags};
  std::vector<gloss::CitationMark> marks = gloss::FindCitationMarks(text, tags);
  size_t begin = 0;
  for (const gloss::CitationMark& mark : marks) {
    Check(mark.span.begin >= begin && mark.span.begin < mark.span.end);
    Check(mark.span.end <= text.size());
    Check(mark.content.empty() || mark.span.Contains(mark.content));
    begin = mark.span.begin;
  }
  gloss::PromoteDefinitions(text, sources, marks);
  gloss::CitationIds ids;
  ids.numbers_are_sentences = size % 3 == 0;
  for (const gloss::Citation& citation : gloss::ResolveCitations(text, marks, sources, ids)) {
    Check(citation.span.end <= text.size() && !citation.span.empty());
    Check(citation.document < 2);
    Check(citation.state != gloss::CitationState::kUnknown ||
          (citation.sentences.empty() && citation.document < 0));
    for (const gloss::SentenceRef& ref : citation.sentences) {
      Check(static_cast<size_t>(ref.sentence) <
            documents[static_cast<size_t>(ref.document)].sentences.size());
    }
  }

  const std::string escaped = gloss::EscapeMarks(bytes);
  Check(gloss::UnescapeMarks(escaped) == bytes);
  for (const gloss::CitationMark& mark :
       gloss::FindCitationMarks(escaped, gloss::TagIndex::OfAllTags())) {
    // Lists of references are told by their words, not by a mark.
    Check(mark.form == gloss::MarkForm::kDefinition);
  }
  gloss::TagDocuments(documents);
  return 0;
}
