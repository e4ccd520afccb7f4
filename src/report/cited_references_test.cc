#include "report/cited_references.h"

#include <gtest/gtest.h>

#include "text/segmenter.h"

namespace gloss {
namespace {

CitedText SampleText() {
  CitedText text;
  Document& document = text.documents.emplace_back();
  document.id = "d1";
  document.title = "Plan *A*";
  document.language = "en";
  document.text = "The budget was approved. Nobody voted against it.";
  Segment(document);
  AssignTags(text.documents);
  text.text = "It passed <" + document.sentences[0].tag + ">. All agreed <" +
              document.sentences[1].tag + "> <" + document.sentences[0].tag + ">.\n";
  for (const auto& [sentence, from] : {std::pair<int, size_t>{0, 0}, {1, 0}, {0, 30}}) {
    const std::string& tag = document.sentences[static_cast<size_t>(sentence)].tag;
    Citation citation;
    citation.span.begin = text.text.find("<" + tag + ">", from);
    citation.span.end = citation.span.begin + tag.size() + 2;
    citation.id = tag;
    citation.resolved = tag;
    citation.state = CitationState::kExists;
    citation.sentences = {{0, sentence}};
    text.citations.push_back(citation);
  }
  return text;
}

TEST(RenderReferences, Numbers) {
  EXPECT_EQ(RenderReferences(SampleText(), ReferenceStyle::kNumbers),
            "It passed [1]. All agreed [2] [1].\n"
            "\n[1] Plan *A*: “The budget was approved.” (94263ce0)"
            "\n[2] Plan *A*: “Nobody voted against it.” (" +
                SampleText().citations[1].id + ")\n");
}

TEST(RenderReferences, FootnotesEscapeSources) {
  const std::string text = RenderReferences(SampleText(), ReferenceStyle::kFootnotes);
  EXPECT_TRUE(text.starts_with("It passed[^1]. All agreed[^2][^1].\n")) << text;
  EXPECT_NE(text.find("[^1]: Plan \\*A\\*: “The budget was approved"), std::string::npos) << text;
}

TEST(RenderReferences, UnknownMarksAreLeftOut) {
  CitedText text = SampleText();
  text.citations[0].sentences.clear();
  EXPECT_TRUE(RenderReferences(text, ReferenceStyle::kNumbers).starts_with("It passed. All"));
}

TEST(RenderReferences, TerminalsAreSafe) {
  CitedText text = SampleText();
  text.text += "\x1B[31mred";
  EXPECT_EQ(RenderReferences(text, ReferenceStyle::kNumbers).find('\x1B'), std::string::npos);
  EXPECT_EQ(RenderReferences(CitedText{}, ReferenceStyle::kNumbers), "");
}

}  // namespace
}  // namespace gloss
