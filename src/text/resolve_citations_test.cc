#include "text/resolve_citations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <string>
#include <vector>

#include "text/citation_marks.h"
#include "text/segmenter.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Source {
  std::string uri;
  std::string title;
  std::string text;
};

std::vector<Document> Sources(const std::vector<Source>& sources) {
  std::vector<Document> documents;
  for (const Source& source : sources) {
    Document document;
    document.id = "d" + std::to_string(documents.size() + 1);
    document.uri = source.uri;
    document.title = source.title;
    document.language = "en";
    document.text = source.text;
    Segment(document);
    documents.push_back(std::move(document));
  }
  AssignTags(documents);
  return documents;
}

const std::vector<Document>& City() {
  static const std::vector<Document> kCity = Sources(
      {{"budget.txt", "City Budget", "The budget was approved. The library opens on Sundays."},
       {"in/roads.txt", "Roads", "A rental fee pays for road repairs. Two bridges close in May."}});
  return kCity;
}

std::vector<Citation> Resolve(std::string_view text, const CitationIds& ids = {}) {
  const TagIndex tags(City());
  const CitationSources sources{City(), 0, tags};
  std::vector<CitationMark> marks = FindCitationMarks(text, tags);
  PromoteDefinitions(text, sources, marks);
  return ResolveCitations(text, marks, sources, ids);
}

TEST(ResolveCitations, ATableOfIdsGoesBeforeAllElse) {
  CitationIds ids;
  ids.table["1"] = {.tag = "f21a594f", .document = "", .sentence = -1};
  ids.table["S2"] = {.tag = "", .document = "roads.txt", .sentence = 0};
  ids.table["2"] = {.tag = "", .document = "Roads", .sentence = -1};
  ids.table["7"] = {.tag = "", .document = "roads.txt", .sentence = 99};
  const auto citations = Resolve("Bridges close [1]. A fee pays [S2]. Roads [2] and [7].", ids);
  ASSERT_THAT(citations, SizeIs(4));
  EXPECT_THAT(citations[0].sentences, ElementsAre(SentenceRef{1, 1}));
  EXPECT_THAT(citations[1].sentences, ElementsAre(SentenceRef{1, 0}));
  EXPECT_EQ(citations[2].document, 1);
  EXPECT_EQ(citations[3].state, CitationState::kUnknown);
  EXPECT_THAT(citations[3].reason, HasSubstr("no source has"));
}

TEST(ResolveCitations, NumbersCanBeSentences) {
  const CitationIds ids{.numbers_are_sentences = true, .table = {}};
  const auto citations = Resolve("A fee pays [3]. It opens [[S2]]. No [5] and [0].", ids);
  ASSERT_THAT(citations, SizeIs(4));
  EXPECT_THAT(citations[0].sentences, ElementsAre(SentenceRef{1, 0}));
  EXPECT_EQ(citations[0].resolved, City()[1].sentences[0].tag);
  EXPECT_THAT(citations[1].sentences, ElementsAre(SentenceRef{0, 1}));
  EXPECT_EQ(citations[2].state, CitationState::kUnknown);
  EXPECT_THAT(citations[3].reason, HasSubstr("count from 1"));
}

TEST(ResolveCitations, DefinitionsSayWhatALabelMeans) {
  const auto citations = Resolve(
      "It opens on Sundays[^lib]. Bridges close[^2]. Fees pay[^3]. Nothing[^4].\n\n"
      "[^lib]: \"The library opens on Sundays.\" (somewhere)\n"
      "[^2]: in/roads.txt, p. 4\n"
      "[^3]: tag b0d21538\n"
      "[^4]: The council rejected it.\n");
  ASSERT_THAT(citations, SizeIs(4));
  EXPECT_THAT(citations[0].sentences, ElementsAre(SentenceRef{0, 1}));
  EXPECT_EQ(citations[1].document, 1);
  EXPECT_THAT(citations[2].sentences, ElementsAre(SentenceRef{1, 0}));
  // A note of its own: there is no fourth source.
  EXPECT_EQ(citations[3].state, CitationState::kUnknown);
}

TEST(ResolveCitations, AQuoteGoesBeforeTheSourceThatIsNamed) {
  const auto citations = Resolve(
      "Bridges close[^1].\n\n[^1]: City Budget: \"Two  bridges close\nin May.\"\n"
      "[^1b]: nothing");
  ASSERT_FALSE(citations.empty());
  EXPECT_EQ(citations[0].document, 0) << "the quote ends on another line: only the name is left";
  const auto whole = Resolve("Bridges close[^1].\n\n[^1]: Budget: “Two bridges close in May.”\n");
  ASSERT_THAT(whole, SizeIs(1));
  EXPECT_THAT(whole[0].sentences, ElementsAre(SentenceRef{1, 1}));
}

TEST(ResolveCitations, ANameOneLetterAwayIsRepaired) {
  const auto citations = Resolve("It is so [Source: buget.txt], and so [Source: bxdgxt.txt].");
  ASSERT_THAT(citations, SizeIs(2));
  EXPECT_EQ(citations[0].state, CitationState::kRepaired);
  EXPECT_EQ(citations[0].document, 0);
  EXPECT_EQ(citations[1].state, CitationState::kUnknown);
}

TEST(PromoteDefinitions, OnlyNotesThatNameASourceAreSetAside) {
  const TagIndex tags(City());
  const CitationSources sources{City(), 0, tags};
  const std::string text =
      "It is so[^1]. It is not[^2].\n\n[^1]: City Budget [3]\n[^2]: The council rejected it.\n";
  std::vector<CitationMark> marks = FindCitationMarks(text, tags);
  PromoteDefinitions(text, sources, marks);
  std::vector<std::string> definitions;
  for (const CitationMark& mark : marks) {
    if (mark.form == MarkForm::kDefinition) definitions.emplace_back(mark.span.In(text));
  }
  EXPECT_THAT(definitions, ElementsAre("[^1]: City Budget [3]"));
}

TEST(FindCitationMarks, WithoutTagsNothingIsDamaged) {
  EXPECT_THAT(FindCitationMarks("A (94263ce0) and < 94263ce0 > and [94263ce0].", TagIndex()),
              IsEmpty());
}

/// Seconds of processor time for reading a text.
double Cost(const std::string& text) {
  const TagIndex tags(City());
  const CitationSources sources{City(), 0, tags};
  double best = 1e9;
  for (int round = 0; round < 2; ++round) {
    timespec begin{};
    timespec end{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    std::vector<CitationMark> marks = FindCitationMarks(text, tags);
    PromoteDefinitions(text, sources, marks);
    ResolveCitations(text, marks, sources, {});
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    best = std::min(best, static_cast<double>(end.tv_sec - begin.tv_sec) +
                              static_cast<double>(end.tv_nsec - begin.tv_nsec) * 1e-9);
  }
  return best;
}

std::string Repeated(std::string_view part, size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

// Four times the text takes about four times as long: were it squared, it would take sixteen.
void ExpectLinear(std::string_view part, size_t bytes) {
  const double small = Cost(Repeated(part, bytes / 4));
  const double large = Cost(Repeated(part, bytes));
  EXPECT_LT(large, 10 * small + 0.02) << part;
}

TEST(ResolveCitations, AMegabyteOfNestedHalfTagsIsReadInLinearTime) {
  ExpectLinear("<94263ce0", 1'000'000);
}

TEST(ResolveCitations, HalfMarksAreReadInLinearTime) {
  for (const std::string_view part :
       {"</94263ce0", "<<94263ce0>", "<", "[94263ce0", "[[", "(94263ce0", "<94263ce1>", "94263ce0>",
        "<94263ce0>x", "[^94263ce0]:", "`<94263ce0", "**<94263ce0>**", "[^1]: \"x", "<94263ce0, ",
        "【94263ce0", "\\<"}) {
    ExpectLinear(part, 100'000);
  }
}

}  // namespace
}  // namespace gloss
