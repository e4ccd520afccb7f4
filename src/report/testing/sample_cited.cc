#include "report/testing/sample_cited.h"

#include <string>
#include <utility>

#include "report/testing/sample_report.h"
#include "text/segmenter.h"

namespace gloss::testing {
namespace {

/// Adds a sentence of one claim to the text.
CitedClaim& AddSentence(std::string_view statement, std::string_view mark, Verdict verdict,
                        CitedText* text) {
  const auto index = static_cast<int>(text->sentences.size());
  if (!text->text.empty()) text->text += ' ';
  CitedSentence sentence;
  sentence.span.begin = text->text.size();
  CitedClaim claim;
  claim.span.begin = text->text.size();
  text->text += statement.substr(0, statement.size() - 1);
  claim.span.end = text->text.size();
  if (!mark.empty()) text->text += " " + std::string(mark);
  text->text += '.';
  sentence.span.end = text->text.size();
  sentence.statement = std::string(statement);
  sentence.claims = {static_cast<int>(text->claims.size())};
  sentence.verdict = verdict;
  claim.text = std::string(statement);
  claim.sentence = index;
  claim.verdict = verdict;
  text->sentences.push_back(std::move(sentence));
  text->claims.push_back(std::move(claim));
  return text->claims.back();
}

/// Adds a citation of the last sentence.
Citation& AddCitation(std::string_view mark, std::string_view id, CitationState state,
                      CitationVerdict verdict, CitedText* text) {
  Citation citation;
  citation.span.begin = text->text.rfind(mark);
  citation.span.end = citation.span.begin + mark.size();
  citation.form = mark.starts_with("<") ? MarkForm::kTag : MarkForm::kBracket;
  citation.id = std::string(id);
  citation.state = state;
  citation.verdict = verdict;
  citation.sentence = static_cast<int>(text->sentences.size()) - 1;
  citation.claims = {static_cast<int>(text->claims.size()) - 1};
  const auto index = static_cast<int>(text->citations.size());
  text->sentences.back().citations.push_back(index);
  text->claims.back().citations.push_back(index);
  text->citations.push_back(std::move(citation));
  return text->citations.back();
}

CitedText MakeCitedText(std::string_view word) {
  CitedText text;
  text.title = std::string(word) + "summary.txt";
  text.language = "en";
  text.documents = {DocumentBuilder("d1", "City Budget", "budget.pdf")
                        .Page(2)
                        .Paragraph({std::string(word) + "The budget was approved.",
                                    "The fire department receives $58.3 million."})
                        .Build(),
                    DocumentBuilder("d2", std::string(word), "roads.txt")
                        .Paragraph({"Two bridges close in May."})
                        .Build()};
  AssignTags(text.documents);
  const std::string tag = text.documents[0].sentences[0].tag;

  CitedClaim* claim = &AddSentence(std::string(word) + "The budget was approved.",
                                   "<" + tag + "><deadbeef>", Verdict::kSupported, &text);
  claim->evidence = {{0, 0}};
  claim->probability = 0.97F;
  Citation* citation =
      &AddCitation("<" + tag + ">", tag, CitationState::kExists, CitationVerdict::kSupports, &text);
  citation->sentences = {{0, 0}};
  citation->resolved = tag;
  citation->probability = 0.97F;
  citation = &AddCitation("<deadbeef>", "deadbeef", CitationState::kUnknown,
                          CitationVerdict::kUnchecked, &text);
  citation->reason = "\"deadbeef\" is the tag of no sentence";

  claim = &AddSentence("The fire department receives $85.3 million.", "[1]", Verdict::kContradicted,
                       &text);
  claim->evidence = {{0, 1}};
  claim->reason = "$85.3 million; the source says $58.3 million";
  citation = &AddCitation("[1]", "1", CitationState::kExists, CitationVerdict::kContradicts, &text);
  citation->document = 0;
  citation->resolved = "d1";
  citation->reason = claim->reason;

  claim = &AddSentence("Two bridges close in May.", "", Verdict::kNotEnoughInfo, &text);
  claim->needs_citation = true;
  claim->reason = "it has no citation";
  claim->would_support = {{1, 0}};
  text.sentences.back().needs_citation = true;

  claim = &AddSentence("The mayor was glad.", "<a3f5e82>", Verdict::kUnchecked, &text);
  claim->reason = "the entailment model failed";
  citation = &AddCitation("<a3f5e82>", "a3f5e82", CitationState::kRepaired,
                          CitationVerdict::kUnchecked, &text);
  citation->sentences = {{1, 0}};
  citation->resolved = text.documents[1].sentences[0].tag;
  citation->reason = "\"a3f5e82\" is no tag; " + citation->resolved + " is the only one so near";
  text.gaps = {"1 claim not checked: the entailment model failed"};
  text.warnings = {std::string(word) + "a note"};

  CitedTextFix fix;
  const size_t at = text.text.find("<deadbeef>");
  fix.text = text.text;
  fix.text.erase(at, 10);
  fix.changes = {{CitationEdit::kRemoved, {at, at + 10}, {at, at}, "it names nothing"}};
  fix.after = CountCited(text);
  text.fix = std::move(fix);
  text.provenance.product_version = "1.2.3";
  text.provenance.method = "cascade";
  text.provenance.models = {{"entailment", "scripted", ""}};
  return text;
}

}  // namespace

CitedText SampleCitedText() { return MakeCitedText(""); }

CitedText HostileCitedText() {
  return MakeCitedText("<script>alert(1)</script>\x1b[31m\xe2\x80\xae` | **bold** ");
}

}  // namespace gloss::testing
