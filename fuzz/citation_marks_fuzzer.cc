// Marks of any bytes lie in order within the text; what is left without them keeps every character
// and its place.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "text/citation_marks.h"
#include "text/marked_text.h"
#include "text/segmenter.h"
#include "text/utf8.h"

namespace {

void Check(bool holds) {
  if (!holds) std::abort();
}

void CheckMarks(std::string_view text) {
  const std::vector<gloss::CitationMark> marks = gloss::FindCitationMarks(text);
  size_t begin = 0;
  for (const gloss::CitationMark& mark : marks) {
    Check(mark.span.begin >= begin && mark.span.begin < mark.span.end);
    Check(mark.span.end <= text.size());
    Check(mark.content.empty() || mark.span.Contains(mark.content));
    begin = mark.span.begin;
  }
  Check(gloss::FindCitationMarks(text) == marks);
  gloss::ProtectMarksInMarkdown(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckMarks(bytes);

  gloss::Document response;
  response.text = gloss::ReplaceInvalidUtf8(bytes);
  response.language = "en";
  gloss::Segment(response);
  const std::string text = response.text;
  CheckMarks(text);
  gloss::MarkedText marked(response);
  const gloss::Document& plain = marked.plain();
  Check(!gloss::FindInvalidUtf8(plain.text));
  for (const gloss::Sentence& sentence : plain.sentences) {
    const gloss::Span span = marked.ToResponse(sentence.span);
    Check(span.end <= text.size() && !span.empty() && !gloss::FindInvalidUtf8(span.In(text)));
    Check(text[span.begin] == plain.text[sentence.span.begin]);
    Check(text[span.end - 1] == plain.text[sentence.span.end - 1]);
  }
  gloss::GroundingReport report;
  report.response = plain;
  std::move(marked).Restore(&report);
  Check(report.response.text == text);
  size_t end = 0;
  for (const gloss::Sentence& sentence : report.response.sentences) {
    Check(sentence.span.begin >= end && sentence.span.begin < sentence.span.end);
    end = sentence.span.end;
  }
  Check(end <= text.size());
  return 0;
}
