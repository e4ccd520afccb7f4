#include "text/marked_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/citation_marks.h"
#include "text/resolve_marks.h"
#include "text/segmenter.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Document Response(std::string text) {
  Document document;
  document.text = std::move(text);
  document.language = "en";
  Segment(document);
  return document;
}

std::vector<std::string> Sentences(const Document& document) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < document.sentences.size(); ++i) {
    texts.emplace_back(document.SentenceText(i));
  }
  return texts;
}

/// The report after a run that found one claim a sentence.
GroundingReport Restored(const std::string& text, std::vector<Document> documents = {}) {
  MarkedText marked(Response(text));
  GroundingReport report;
  report.documents = std::move(documents);
  report.response = marked.plain();
  for (size_t i = 0; i < report.response.sentences.size(); ++i) {
    ClaimResult result;
    result.claim.sentence = static_cast<int>(i);
    result.claim.span = report.response.sentences[i].span;
    report.claims.push_back(result);
  }
  std::move(marked).Restore(&report);
  return report;
}

struct PlainCase {
  const char* text;
  const char* plain;
};

class SetsAside : public ::testing::TestWithParam<PlainCase> {};

TEST_P(SetsAside, WhatIsNoStatement) {
  EXPECT_EQ(MarkedText(Response(GetParam().text)).plain().text, GetParam().plain);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, SetsAside,
    ::testing::Values(
        PlainCase{"“[N]o plan […] was approved.” [1]", "“No plan was approved.”"},
        PlainCase{"«[É]l no vino.» [1]", "«Él no vino.»"},
        PlainCase{"The loop reads a[i]x and [sic] too.", "The loop reads a[i]x and [sic] too."},
        PlainCase{"It costs $58.3 million [1].", "It costs $58.3 million."},
        PlainCase{"It costs $58.3 million.[1] More follows.",
                  "It costs $58.3 million. More follows."},
        PlainCase{"It costs a lot [1], [2] and [3].", "It costs a lot."},
        PlainCase{"It costs a lot ([1], [2]).", "It costs a lot."},
        PlainCase{"It costs a lot (see [1]).", "It costs a lot."},
        PlainCase{"Fires [1] and floods [2] cost a lot.", "Fires and floods cost a lot."},
        PlainCase{"One.[1]Next one.", "One. Next one."},
        PlainCase{"[1] The council met.", "The council met."},
        PlainCase{"According to [1], the council met.", "According to [1], the council met."},
        PlainCase{"<cite id=\"s1\">The council met.</cite> It voted.",
                  "The council met. It voted."},
        PlainCase{"The council <a3f5e823>met</a3f5e823>.", "The council met."},
        PlainCase{"The council met.<a3f5e823></a3f5e823>It voted.", "The council met. It voted."},
        PlainCase{"これは<cite id=\"1\">本当</cite>です[1]。次[2]。", "これは本当です。次。"},
        PlainCase{"The council met.¹ It voted.²", "The council met. It voted."},
        PlainCase{"<think>Hm [1].</think>\nThe council met.", "\nThe council met."},
        PlainCase{"It met [1].\n\n## Sources:\n- [1] Minutes, p. 3\n", "It met.\n\n\n\n"},
        PlainCase{"It met.\n- [1]\n- [2] here", "It met.\n\n- here"},
        PlainCase{"No mark at all: a[1], [sic].", "No mark at all: a[1], [sic]."}));

TEST(MarkedText, SpansIndexTheTextAsWritten) {
  const std::string text =
      "Größe 😀 zählt [1] sehr. [2] „Ja“, sagt **sie** <cite id=\"3\">laut</cite>.¹ 終わり【1】。";
  const GroundingReport report = Restored(text);
  EXPECT_EQ(report.response.text, text);
  EXPECT_THAT(Sentences(report.response),
              ElementsAre("Größe 😀 zählt [1] sehr. [2]",
                          "„Ja“, sagt **sie** <cite id=\"3\">laut</cite>.¹", "終わり【1】。"));
  // Claims leave out what stands after their sentence.
  EXPECT_EQ(report.claims[0].claim.span.In(text), "Größe 😀 zählt [1] sehr.");
  EXPECT_EQ(report.claims[1].claim.span.In(text), "„Ja“, sagt **sie** <cite id=\"3\">laut</cite>.");
  std::vector<int> owners;
  for (const CitationMark& mark : report.marks) owners.push_back(mark.sentence);
  EXPECT_THAT(owners, ElementsAre(0, 0, 1, 1, 2));
}

TEST(MarkedText, AMarkBelongsToTheSentenceBeforeItOrToItsLine) {
  const GroundingReport report =
      Restored("One is here. [1] Two is here.\n\n[2] Three is here.\n\n[3]\n\nFour is here.");
  EXPECT_THAT(Sentences(report.response), ElementsAre("One is here. [1]", "Two is here.",
                                                      "[2] Three is here.", "Four is here."));
  EXPECT_EQ(report.marks[0].sentence, 0);
  EXPECT_EQ(report.marks[1].sentence, 2);
  EXPECT_EQ(report.marks[2].sentence, -1);
}

TEST(MarkedText, IdenticalPassagesKeepTheirOwnPlaces) {
  const std::string text = "It is so [1]. It is so [2]. It is so.";
  const GroundingReport report = Restored(text);
  ASSERT_EQ(report.claims.size(), 3U);
  EXPECT_EQ(report.claims[0].claim.span, (Span{0, 13}));
  EXPECT_EQ(report.claims[1].claim.span, (Span{14, 27}));
  EXPECT_EQ(report.claims[2].claim.span, (Span{28, 37}));
}

TEST(MarkedText, BlocksStayWhereTheyAre) {
  Document response;
  response.text = "Title [1]\n\nIt met [2].\n\nMinutes, p. 3";
  response.language = "en";
  response.blocks.resize(3);
  response.blocks[0].span = {0, 9};
  response.blocks[0].kind = BlockKind::kHeading;
  response.blocks[1].span = {11, 22};
  response.blocks[2].span = {24, 37};
  response.blocks[2].kind = BlockKind::kFootnote;
  Segment(response);
  MarkedText marked(response);
  EXPECT_EQ(marked.plain().text, "Title\n\nIt met.\n\n");
  EXPECT_EQ(marked.plain().blocks[1].span, (Span{7, 14}));
  GroundingReport report;
  report.response = marked.plain();
  std::move(marked).Restore(&report);
  EXPECT_THAT(Sentences(report.response), ElementsAre("Title [1]", "It met [2]."));
  EXPECT_EQ(report.response.blocks[1].span, (Span{11, 22}));
  EXPECT_EQ(report.marks.back().form, MarkForm::kDefinition);
}

TEST(MarkedText, DanglingMarksAreNoted) {
  Document first;
  first.id = "d1";
  first.title = "Budget";
  first.uri = "docs/budget.pdf";
  first.text = "The council met.";
  first.language = "en";
  Segment(first);
  Document second = first;
  second.id = "d2";
  second.title = "";
  second.uri = "";
  std::vector<Document> documents = {first, second};
  AssignTags(documents);
  const std::string tag = documents[0].sentences[0].tag;
  const GroundingReport report =
      Restored("A is [1]. B is [S2]. C is [99]. D is (Source: budget.pdf). E is <" + tag +
                   ">. F is <deadbeef>. G is [0]. H is[^1].\n\n[^1]: Other, p. 2",
               documents);
  std::vector<std::string> resolved;
  for (const CitationMark& mark : report.marks) {
    const MarkTarget& target = mark.targets.front();
    resolved.push_back(target.id + ":" + std::to_string(target.document) + ":" +
                       std::to_string(target.sentence) + (target.known ? "" : " dangling"));
  }
  EXPECT_THAT(resolved,
              ElementsAre("1:0:-1", "S2:1:-1", "99:-1:-1 dangling", "budget.pdf:0:-1", tag + ":0:0",
                          "deadbeef:-1:-1 dangling", "0:-1:-1 dangling", "1:0:-1", "1:0:-1"));
  ASSERT_EQ(report.warnings.size(), 4U);
  EXPECT_EQ(report.warnings[0],
            "dangling citation \"99\" in response sentence 3: it names none of the 2 sources");
  EXPECT_THAT(report.warnings[3], HasSubstr("1 line of references"));
}

TEST(MarkedText, ManyDanglingMarksGiveFewWarnings) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "It is so [99]. ";
  const GroundingReport report = Restored(text);
  ASSERT_EQ(report.warnings.size(), 6U);
  EXPECT_EQ(report.warnings.back(), "45 more dangling citations");
}

TEST(MarkedText, AnAnswerOfMarksAloneHasNothingToCheck) {
  EXPECT_THAT(MarkedText(Response("[1] [2]")).plain().sentences, IsEmpty());
  EXPECT_THAT(MarkedText(Response("<think>All of it.")).plain().sentences, IsEmpty());
}

TEST(MarkedText, ManyMarksAreSetAsideInLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "It is so [1]. ";
  const GroundingReport report = Restored(text);
  EXPECT_EQ(report.claims.size(), 100'000U);
  EXPECT_EQ(report.claims.back().claim.span.In(text), "It is so [1].");
  EXPECT_EQ(report.marks.back().sentence, 99'999);
}

}  // namespace
}  // namespace gloss
