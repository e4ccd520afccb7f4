#include "text/citation_marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// "form 'quote' id,id", and the content where there is one.
std::vector<std::string> Marks(std::string_view text) {
  std::vector<std::string> lines;
  for (const CitationMark& mark : FindCitationMarks(text)) {
    std::string line =
        std::string(MarkFormName(mark.form)) + " '" + std::string(mark.span.In(text)) + "'";
    for (size_t i = 0; i < mark.targets.size(); ++i) {
      line += (i == 0 ? " " : ",") + mark.targets[i].id;
    }
    if (!mark.content.empty()) line += " (" + std::string(mark.content.In(text)) + ")";
    lines.push_back(line);
  }
  return lines;
}

struct MarkCase {
  const char* text;
  std::vector<std::string> marks;
};

class ReadsMarks : public ::testing::TestWithParam<MarkCase> {};

TEST_P(ReadsMarks, OfEveryForm) {
  EXPECT_THAT(Marks(GetParam().text), ::testing::ElementsAreArray(GetParam().marks))
      << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Brackets, ReadsMarks,
    ::testing::Values(MarkCase{"It costs $58.3 million [1].", {"bracket '[1]' 1"}},
                      MarkCase{"It costs $58.3 million[1].", {"bracket '[1]' 1"}},
                      MarkCase{"Both say so [1, 2].", {"bracket '[1, 2]' 1,2"}},
                      MarkCase{"Both say so [1,2;4].", {"bracket '[1,2;4]' 1,2,4"}},
                      MarkCase{"All say so [3-5].", {"bracket '[3-5]' 3,4,5"}},
                      MarkCase{"All say so [1, 3–5].", {"bracket '[1, 3–5]' 1,3,4,5"}},
                      MarkCase{"So it is [[4]].", {"bracket '[[4]]' 4"}},
                      MarkCase{"So it is [1][2].", {"bracket '[1]' 1", "bracket '[2]' 2"}},
                      MarkCase{"So it is [S3].", {"bracket '[S3]' S3"}},
                      MarkCase{"So it is [S1, S4].", {"bracket '[S1, S4]' S1,S4"}},
                      MarkCase{"So it is [Source 2].", {"bracket '[Source 2]' 2"}},
                      MarkCase{"So it is [doc1].", {"bracket '[doc1]' 1"}},
                      MarkCase{"So it is [Source: report.pdf].",
                               {"bracket '[Source: report.pdf]' report.pdf"}},
                      MarkCase{"So it is [3, p. 12].", {"bracket '[3, p. 12]' 3"}},
                      MarkCase{"Das stimmt [Quelle 2].", {"bracket '[Quelle 2]' 2"}},
                      MarkCase{"これは本当です[1]。", {"bracket '[1]' 1"}},
                      MarkCase{"Great 😀 [1].", {"bracket '[1]' 1"}},
                      MarkCase{"It is true [99].", {"bracket '[99]' 99"}},
                      MarkCase{"One.[1]Next one.", {"bracket '[1]' 1"}},
                      MarkCase{"The median was 54 [2].", {"bracket '[2]' 2"}}));

INSTANTIATE_TEST_SUITE_P(
    OtherForms, ReadsMarks,
    ::testing::Values(
        MarkCase{"So it is【4†source】.", {"lenticular '【4†source】' 4"}},
        MarkCase{"So it is【4:0†a.pdf】.", {"lenticular '【4:0†a.pdf】' 4:0"}},
        MarkCase{"So it is【1】【2】", {"lenticular '【1】' 1", "lenticular '【2】' 2"}},
        MarkCase{"<cite id=\"s1\">It is so.</cite> More.",
                 {"element '<cite id=\"s1\">It is so.</cite>' s1 (It is so.)"}},
        MarkCase{"It is so.<cite>1</cite>", {"element '<cite>1</cite>' 1"}},
        MarkCase{"It is so <cite>[1, 2]</cite>.", {"element '<cite>[1, 2]</cite>' 1,2"}},
        MarkCase{"<co: 0,1>It is so.</co: 0,1>",
                 {"element '<co: 0,1>It is so.</co: 0,1>' 0,1 "
                  "(It is so.)"}},
        MarkCase{"It is so <ref id='2'/>.", {"element '<ref id='2'/>' 2"}},
        MarkCase{"It is so.<sup>3</sup>", {"element '<sup>3</sup>' 3"}},
        MarkCase{"It is so </cite>.", {"element '</cite>'"}},
        MarkCase{"It is so <cite id=\"s1\">.", {"element '<cite id=\"s1\">' s1"}},
        MarkCase{"<a3f5e823>It is so.</a3f5e823>",
                 {"tag '<a3f5e823>It is so.</a3f5e823>' a3f5e823 (It is so.)"}},
        MarkCase{"It is so <A3F5E823></A3F5E823>.", {"tag '<A3F5E823></A3F5E823>' a3f5e823"}},
        MarkCase{"It is so <a3f5e823>.", {"tag '<a3f5e823>' a3f5e823"}},
        MarkCase{"It is so[^1].", {"footnote '[^1]' 1"}},
        MarkCase{"It is so.¹", {"superscript '¹' 1"}},
        MarkCase{"It is so¹² and more.", {"superscript '¹²' 12"}},
        MarkCase{"It is so.¹,²", {"superscript '¹,²' 1,2"}},
        MarkCase{"It is so (Source 2).", {"source '(Source 2)' 2"}},
        MarkCase{"It is so (Sources 1 and 3).", {"source '(Sources 1 and 3)' 1,3"}},
        MarkCase{"So ist es (siehe Quelle 2).", {"source '(siehe Quelle 2)' 2"}},
        MarkCase{"C'est vrai (Source : rapport.pdf).",
                 {"source '(Source : rapport.pdf)' rapport.pdf"}},
        MarkCase{"It is so [1](https://example.org/a_(b)).",
                 {"link '[1](https://example.org/a_(b))' 1"}},
        MarkCase{"It is so [[1]](#src-1).", {"link '[[1]](#src-1)' 1"}},
        MarkCase{"It is so ([Budget 2027](https://example.org)).",
                 {"link '([Budget 2027](https://example.org))' https://example.org"}},
        MarkCase{"It is so [source](https://example.org/x y).",
                 {"link '[source](https://example.org/x y)' https://example.org/x y"}},
        MarkCase{"It is so.\uE200cite\uE202turn0search0\uE202turn0search1\uE201 More.",
                 {"private_use '\uE200cite\uE202turn0search0\uE202turn0search1\uE201' "
                  "turn0search0,turn0search1"}}));

INSTANTIATE_TEST_SUITE_P(
    Definitions, ReadsMarks,
    ::testing::Values(
        MarkCase{"So it is[^1].\n\n[^1]: City Budget, p. 4\n",
                 {"footnote '[^1]' 1", "definition '[^1]: City Budget, p. 4' 1"}},
        MarkCase{"So it is[^note].\n\n[^note]: See https://example.org\n",
                 {"footnote '[^note]' note", "definition '[^note]: See https://example.org' note"}},
        // A note that states something is checked like the rest.
        MarkCase{"So it is[^1].\n\n[^1]: The council rejected the budget.\n",
                 {"footnote '[^1]' 1", "footnote '[^1]:' 1"}},
        MarkCase{"So it is [1].\n\nSources:\n[1] City Budget, https://example.org\n",
                 {"bracket '[1]' 1", "definition '[1] City Budget, https://example.org' 1"}},
        MarkCase{"So it is [1].\n\n[1]: https://example.org \"Budget\"\n",
                 {"bracket '[1]' 1", "definition '[1]: https://example.org \"Budget\"' 1"}},
        MarkCase{"It is so.\n\n**Sources:**\n- https://example.org/a\n* [Budget](https://e.org)\n",
                 {"definition 'https://example.org/a'", "definition '[Budget](https://e.org)'"}},
        MarkCase{"Sources:\nThe council rejected the budget.\n- https://example.org\n", {}},
        MarkCase{"[1] The council adopted the budget.", {"bracket '[1]' 1"}}));

INSTANTIATE_TEST_SUITE_P(
    Thinking, ReadsMarks,
    ::testing::Values(
        MarkCase{"<think>Is it [1]?</think>\nIt is so.", {"thinking '<think>Is it [1]?</think>'"}},
        MarkCase{"<think>\nIt is `unclosed\n</think>\nIt is `so` [1].",
                 {"thinking '<think>\nIt is `unclosed\n</think>'", "bracket '[1]' 1"}},
        MarkCase{"Hm, is it?\n</think>\n\nIt is so.", {"thinking 'Hm, is it?\n</think>'"}},
        MarkCase{"<think>It never ends.", {"thinking '<think>It never ends.'"}},
        MarkCase{"Models write <think> before they answer.", {}},
        MarkCase{"Models end it with </think> and then answer.", {}}));

TEST(CitationMarks, WhatOnlyLooksLikeAMarkIsNone) {
  for (const char* text :
       {"The budget of [2024] was adopted.",
        "He said they \"was [sic] here\".",
        "Set a[1] to 2.",
        "x[1, 2] = 3",
        "Use args[0] and os.environ[1] and my_list[2].",
        "Call rows[1].name first.",
        "`list [1]` is code.",
        "```\nvalue [1]\n```",
        "```\nan open fence [1]",
        "- [x] done\n- [ ] open",
        "![1](https://example.org/a.png)",
        "See [the budget](https://example.org).",
        "See [the budget][1] here.",
        "The 95% CI [3, 9] is wide.",
        "The median was 54 [45-63] years.",
        "x ∈ [0, 1]",
        "p = 0.3 [0.1, 0.5]",
        "Labelled [2H] and [3H]thymidine and [18]F-FDG.",
        "bicyclo[2.2.1]heptane, benzo[a]pyrene, [2]catenane, imidazo[1,2]pyridine",
        "<b>Bold</b> and <cite>Hamlet</cite> and <sup>th</sup> and <i>x</i>.",
        "10<sup>2</sup> m<sup>2</sup>",
        "An area of 5 m², 10⁻³ and x² and km², CO² and ¹⁸F and Ca²⁺.",
        "【重要】 Read this.",
        "(see Table 2) (Figure 1) (2) (a)",
        "The regex [^a-z] matches.",
        "[5-3] [1, ] [, 1] [] [[]] [[1] [1]] [1 2]",
        "\\[1\\] is escaped",
        "[1234] [12a] [1.5]",
        "matrix [[1, 2], [3]]"}) {
    EXPECT_THAT(Marks(text), IsEmpty()) << text;
  }
}

TEST(CitationMarks, MarksMayNest) {
  const std::string text = "<cite id=\"s1\">It <a3f5e823>is</a3f5e823> so [1].</cite>";
  EXPECT_THAT(Marks(text),
              ElementsAre("element '<cite id=\"s1\">It <a3f5e823>is</a3f5e823> so [1].</cite>' s1 "
                          "(It <a3f5e823>is</a3f5e823> so [1].)",
                          "tag '<a3f5e823>is</a3f5e823>' a3f5e823 (is)", "bracket '[1]' 1"));
}

TEST(CitationMarks, TakesAnyBytes) {
  for (const std::string& text :
       {std::string("\xFF[1]\xFF"), std::string("\xC2"), std::string("[\xE3\x80"),
        std::string("\xE3\x80\x90"), std::string("<a3f5e823\0>", 11), std::string("\xEE\x88\x80"),
        std::string("x\xC2\xB9\x80")}) {
    for (const CitationMark& mark : FindCitationMarks(text)) {
      EXPECT_LE(mark.span.end, text.size());
    }
  }
}

// Texts that make readers of marks slow (onyx#5835): time grows with the text, not faster.
TEST(CitationMarks, LongTextsAreReadInLinearTime) {
  std::string list = "[1";
  for (int i = 2; i <= 44; ++i) list += ", " + std::to_string(i);
  list += "]";
  EXPECT_EQ(FindCitationMarks(list).front().targets.size(), 44U);

  const size_t kCount = 100'000;
  const auto repeat = [](std::string_view part, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += part;
    return text;
  };
  EXPECT_EQ(FindCitationMarks(repeat("It is so [1]. ", kCount)).size(), kCount);
  EXPECT_EQ(FindCitationMarks(repeat("<cite id=\"1\">a</cite> ", kCount)).size(), kCount);
  for (const std::string_view part :
       {"[",           "[1, ",      "[[",        "[^",        "(",
        "([",          "([a](",     "[1](",      "<",         "<cite id=\"1\">",
        "</cite>",     "<think>",   "x <think>", "</think>",  "`",
        "`` ` ",       "```\n",     "【",        "【1†",      "¹,",
        "\uE200cite",  "[1",        "1, ",       "(Source: ", "[^1]: a\n",
        "[1] x.pdf\n", "<a3f5e823>"}) {
    FindCitationMarks(repeat(part, kCount));
    FindCitationMarks("[" + repeat(part, kCount));
  }
}

TEST(CitationMarks, MarkdownShowsProtectedMarks) {
  EXPECT_EQ(ProtectMarksInMarkdown("So [1](https://e.org) [2]. <cite id=\"1\">x</cite> **b** "
                                   "[text](u) `[3]` it[^4]\n\n[^4]: p. 3"),
            "So \\[1](https://e.org) \\[2]. \\<cite id=\"1\">x\\</cite> **b** "
            "[text](u) `[3]` it[^4]\n\n[^4]: p. 3");
  EXPECT_EQ(ProtectMarksInMarkdown("So.\n\nSources:\n- [Budget](https://e.org)\n"),
            "So.\n\nSources:\n- \\[Budget](https://e.org)\n");
  EXPECT_EQ(ProtectMarksInMarkdown("<think>\nno [1]\n</think>\nyes"),
            "\\<think>\nno [1]\n\\</think>\n\n\nyes");
}

}  // namespace
}  // namespace gloss
