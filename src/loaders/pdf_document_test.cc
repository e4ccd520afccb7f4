#include "loaders/pdf_document.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "loaders/document_check.h"
#include "loaders/loader_test_util.h"
#include "loaders/pdf_bbox_parser.h"
#include "loaders/pdf_test_util.h"

namespace gloss {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Result<Document> LoadBbox(std::string_view xhtml, const LoadOptions& options = {}) {
  auto text = ParseBboxLayout(xhtml, options.limits);
  if (!text.ok()) return text.status();
  return MakePdfDocument(std::move(text).value(), options);
}

Document Load(std::string_view xhtml) {
  auto document = LoadBbox(xhtml);
  EXPECT_TRUE(document.ok()) << document.status().ToString();
  if (!document.ok()) return {};
  EXPECT_EQ(CheckDocument(*document), Status::Ok());
  return std::move(document).value();
}

/// The text of the words whose boxes are on the page at this height.
std::string TextAt(const Document& document, int page, double y_min) {
  std::string text;
  for (const SourceBox& entry : document.boxes) {
    if (entry.box.page != page || entry.box.y_min != y_min) continue;
    text += (text.empty() ? "" : " ") + std::string(entry.span.In(document.text));
  }
  return text;
}

// Lines of a column 200 wide (40 letters of 5 points), as a typesetter would fill them.
constexpr std::string_view kLeft[] = {
    "The first column begins with this line", "and goes on with another one of about",
    "the same length until it is full, then", "it stops at the lower end of the page,"};
constexpr std::string_view kRight[] = {
    "where the second column takes it up in", "the middle of the sentence and ends it.",
    "Then a second sentence of the paragraph", "follows, and so the page is full now."};

BboxWriter& AddColumns(BboxWriter& writer, double y) {
  for (size_t i = 0; i < 4; ++i) {
    // pdftotext often gives lines of columns side by side one after the other.
    writer.Line(50, y + 12 * static_cast<double>(i), kLeft[i]);
    writer.Line(300, y + 12 * static_cast<double>(i), kRight[i]);
  }
  return writer;
}

TEST(PdfDocumentTest, ColumnsAreReadOneAfterTheOtherAndAParagraphGoesOnInTheNext) {
  BboxWriter writer;
  writer.Page();
  const Document document = Load(AddColumns(writer, 100).Finish());
  EXPECT_THAT(Shown(document),
              ElementsAre("paragraph: The first column begins with this line and goes on with "
                          "another one of about the same length until it is full, then it stops at "
                          "the lower end of the page, where the second column takes it up in the "
                          "middle of the sentence and ends it. Then a second sentence of the "
                          "paragraph follows, and so the page is full now."));
}

TEST(PdfDocumentTest, ATitleAcrossTheColumnsComesFirst) {
  BboxWriter writer;
  writer.Page().Line(120, 50, "A Title Over Both Columns", 18);
  const Document document = Load(AddColumns(writer, 100).Finish());
  EXPECT_THAT(Shown(document), Contains("heading@1: A Title Over Both Columns"));
  EXPECT_EQ(document.blocks.front().kind, BlockKind::kHeading);
  EXPECT_EQ(document.title, "A Title Over Both Columns");
  ASSERT_EQ(document.blocks.size(), 2U);
  EXPECT_THAT(document.blocks[1].heading_path, ElementsAre(0));
}

TEST(PdfDocumentTest, AWideLineBetweenColumnsPartsThem) {
  BboxWriter writer;
  writer.Page();
  AddColumns(writer, 100);
  writer.Line(100, 170, "A wide line of some words that stands across both of the columns here.");
  const Document document = Load(AddColumns(writer, 200).Finish());
  const size_t wide = document.text.find("A wide line");
  EXPECT_LT(document.text.find("so the page is full now."), wide);
  EXPECT_GT(document.text.rfind("The first column begins"), wide);
}

TEST(PdfDocumentTest, EveryWordHasItsBoxAndACutWordHasTwo) {
  const Document document =
      Load(BboxWriter()
               .Page()
               .Lines(50, 100, {"All of the available infor-", "mation is kept in one place."})
               .Finish());
  EXPECT_EQ(document.text, "All of the available information is kept in one place.");
  const size_t begin = document.text.find("information");
  const std::vector<Box> boxes = BoxesOf(document, {begin, begin + 11});
  EXPECT_THAT(boxes, ElementsAre(Box{1, 145, 100, 175, 110}, Box{1, 50, 112, 80, 122}));
  EXPECT_EQ(TextAt(document, 1, 112), "mation is kept in one place.");
  EXPECT_EQ(document.boxes.size(), 11U);
}

TEST(PdfDocumentTest, LigaturesAreReadableAndOffsetsExact) {
  const Document document = Load(
      BboxWriter().Page().Line(50, 100, "The \uFB01rst di\uFB03cult e\uFB00ect is real.").Finish());
  EXPECT_EQ(document.text, "The first difficult effect is real.");
  for (const char* word : {"first", "difficult", "effect", "real."}) {
    const size_t begin = document.text.find(word);
    const Span span{begin, begin + std::string_view(word).size()};
    EXPECT_TRUE(std::any_of(document.boxes.begin(), document.boxes.end(),
                            [&span](const SourceBox& entry) { return entry.span == span; }))
        << word;
  }
}

TEST(PdfDocumentTest, HeadersFootersAndPageNumbersAreFurniture) {
  BboxWriter writer;
  for (int page = 1; page <= 3; ++page) {
    writer.Page()
        .Line(50, 30, fmt::format("Report of the Committee, part {}", page))
        .Lines(50, 100,
               {"This page has a sentence of its own that is long",
                fmt::format("enough to fill a line, and it is page {} now.", page)})
        .Line(290, 770, std::to_string(page + 10));
  }
  const Document document = Load(writer.Finish());
  EXPECT_THAT(
      Shown(document),
      ElementsAre("paragraph: This page has a sentence of its own that is long enough to fill a "
                  "line, and it is page 1 now.",
                  "paragraph: This page has a sentence of its own that is long enough to fill a "
                  "line, and it is page 2 now.",
                  "paragraph: This page has a sentence of its own that is long enough to fill a "
                  "line, and it is page 3 now.",
                  "furniture: Report of the Committee, part 1", "furniture: 11",
                  "furniture: Report of the Committee, part 2", "furniture: 12",
                  "furniture: Report of the Committee, part 3", "furniture: 13"));
}

TEST(PdfDocumentTest, AParagraphGoesOnOverThePageBreak) {
  BboxWriter writer;
  writer.Page()
      .Line(50, 30, "Running header of the paper")
      .Lines(50, 700, {"The sentence starts on the first page and is not con-"})
      .Line(50, 770, "1");
  writer.Page()
      .Line(50, 30, "Running header of the paper")
      .Lines(50, 100, {"cluded before the second page, where it ends."})
      .Line(50, 770, "2");
  const Document document = Load(writer.Finish());
  EXPECT_EQ(
      Shown(document).front(),
      "paragraph: The sentence starts on the first page and is not concluded before the second "
      "page, where it ends.");
  EXPECT_EQ(PagesOf(document, document.blocks.front().span), (std::pair{1, 2}));
}

TEST(PdfDocumentTest, ARepeatedFirstLineCloseToTheTextIsNoHeader) {
  BboxWriter writer;
  for (int page = 1; page <= 3; ++page) {
    writer.Page().Lines(50, 60, {"Exercise", "Solve the equation and say what it means for you."});
  }
  EXPECT_THAT(Shown(Load(writer.Finish())), testing::Not(Contains("furniture: Exercise")));
}

TEST(PdfDocumentTest, LineNumbersAreFurniture) {
  BboxWriter writer;
  writer.Page();
  for (int i = 0; i < 25; ++i) {
    const double y = 60 + 28 * i;
    writer.Line(40, y, std::to_string(i + 1));
    if (i < 20) {
      writer.Line(70, y,
                  i % 4 == 3 ? "an answer that comes to its end."
                             : "Counsel said that the matter came before the court on");
    }
  }
  const Document document = Load(writer.Finish());
  for (const Block& block : document.blocks) {
    if (block.kind == BlockKind::kFurniture) continue;
    EXPECT_THAT(std::string(block.span.In(document.text)),
                testing::Not(testing::MatchesRegex(".*[0-9].*")));
  }
  EXPECT_EQ(document.blocks.back().kind, BlockKind::kFurniture);
}

TEST(PdfDocumentTest, TurnedPagesAreReadInTheirOwnDirection) {
  BboxWriter writer;
  writer.Page(800, 600);
  // Clockwise: a line runs downwards, the next one is to its left.
  const std::string_view lines[][3] = {{"Turned", "pages", "have"}, {"lines", "beside", "lines."}};
  double x = 700;
  for (const auto& line : lines) {
    writer.StartLine();
    double y = 50;
    for (const std::string_view word : line) {
      const double length = 5.0 * static_cast<double>(word.size());
      writer.Word(x, y, x + 10, y + length, word);
      y += length + 2.5;
    }
    writer.EndLine();
    x -= 12;
  }
  const Document document = Load(writer.Finish());
  EXPECT_EQ(document.text, "Turned pages have lines beside lines.");
  EXPECT_EQ(document.boxes[0].box, (Box{1, 700, 50, 710, 80}));
}

TEST(PdfDocumentTest, CounterClockwiseTextToo) {
  BboxWriter writer;
  writer.Page(800, 600);
  double x = 100;
  for (const auto& line : {std::pair{"Upwards", "goes"}, std::pair{"every", "line."}}) {
    writer.StartLine()
        .Word(x, 465, x + 10, 500, line.first)
        .Word(x, 440, x + 10, 460, line.second)
        .EndLine();
    x += 12;
  }
  EXPECT_EQ(Load(writer.Finish()).text, "Upwards goes every line.");
}

TEST(PdfDocumentTest, AStampInTheMarginIsFurniture) {
  BboxWriter writer;
  writer.Page().Lines(
      100, 100,
      {"The text of the page is not disturbed by what", "a machine has written along its margin."});
  writer.StartLine().Word(20, 200, 30, 300, "arXiv:2301.00001v1").EndLine();
  EXPECT_THAT(Shown(Load(writer.Finish())),
              ElementsAre("paragraph: The text of the page is not disturbed by what a machine has "
                          "written along its margin.",
                          "furniture: arXiv:2301.00001v1"));
}

TEST(PdfDocumentTest, TableRowsStayRows) {
  BboxWriter writer;
  writer.Page().Lines(
      50, 60,
      {"The table below has the numbers of all the groups.", "It is followed by more text."});
  const std::string_view rows[][4] = {{"Group", "Patients", "Mean", "Range"},
                                      {"Placebo", "120", "1.6", "0-4"},
                                      {"Low dose", "118", "2.8", "1-6"},
                                      {"High dose", "121", "3.9", "1-9"}};
  double y = 110;
  for (const auto& row : rows) {
    double x = 50;
    for (const std::string_view cell : row) {
      writer.Line(x, y, cell);
      x += 120;
    }
    y += 14;
  }
  writer.Line(50, 190, "The text after the table says what it means.");
  EXPECT_THAT(
      Shown(Load(writer.Finish())),
      ElementsAre("paragraph: The table below has the numbers of all the groups. It is "
                  "followed by more text.",
                  "paragraph: Group\tPatients\tMean\tRange", "paragraph: Placebo\t120\t1.6\t0-4",
                  "paragraph: Low dose\t118\t2.8\t1-6", "paragraph: High dose\t121\t3.9\t1-9",
                  "paragraph: The text after the table says what it means."));
}

TEST(PdfDocumentTest, ListsCaptionsAndNumberedHeadings) {
  const Document document =
      Load(BboxWriter()
               .Page()
               .Line(50, 60, "2.1 Materials")
               .Lines(50, 84,
                      {"We used what was at hand, and it was enough for the",
                       "work that we had to do in the laboratory:"})
               .Lines(60, 110,
                      {
                          "• a scale that weighs up to ten kilograms and is",
                      })
               .Lines(70, 122, {"easy to read,"})
               .Lines(60, 134, {"• a clock."})
               .Line(50, 180, "Figure 3: The scale and the clock on their table.")
               .Line(50, 220, "Figure 3 shows the scale, and what the clock says.")
               .Finish());
  EXPECT_THAT(
      Shown(document),
      ElementsAre("heading@2: 2.1 Materials",
                  "paragraph: We used what was at hand, and it was enough for the work that "
                  "we had to do in the laboratory:",
                  "list_item: • a scale that weighs up to ten kilograms and is easy to read,",
                  "list_item: • a clock.",
                  "caption: Figure 3: The scale and the clock on their table.",
                  "paragraph: Figure 3 shows the scale, and what the clock says."));
}

TEST(PdfDocumentTest, FirstLineIndentsBeginParagraphs) {
  EXPECT_THAT(Shown(Load(BboxWriter()
                             .Page()
                             .Lines(50, 100,
                                    {"The first paragraph has no indent and goes on to",
                                     "the end of its second line, which is quite full."})
                             .Lines(60, 124, {"The second one begins further in than the lines"})
                             .Lines(50, 136, {"that follow it, and it is a paragraph of its own"})
                             .Finish())),
              ElementsAre(HasSubstr("The first paragraph"), HasSubstr("The second one")));
}

TEST(PdfDocumentTest, ANoteDoesNotInterruptTheParagraphAboveIt) {
  BboxWriter writer;
  writer.Page();
  for (size_t i = 0; i < 4; ++i) {
    writer.Line(50, 100 + 12 * static_cast<double>(i), kLeft[i]);
    writer.Line(300, 100 + 12 * static_cast<double>(i), kRight[i]);
  }
  writer.Lines(50, 170, {"1 A note in small letters stands below the first", "column of the page."},
               7);
  const std::vector<std::string> shown = Shown(Load(writer.Finish()));
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_THAT(shown[0], HasSubstr("end of the page, where the second column"));
  EXPECT_EQ(shown[1],
            "footnote: 1 A note in small letters stands below the first column of the page.");
}

TEST(PdfDocumentTest, RaisedMarksAreSuperscripts) {
  BboxWriter writer;
  writer.Page();
  writer.StartLine()
      .Word(50, 100, 75, 110, "grew")
      .Word(77.5, 100, 97.5, 110, "12,3")
      .Word(97.5, 99, 100.5, 105, "2")
      .Word(103, 100, 128, 110, "cells.")
      .Word(128.5, 99, 131.5, 105, "4")
      .EndLine();
  const Document document = Load(writer.Finish());
  EXPECT_EQ(document.text, "grew 12,3² cells.⁴");
  EXPECT_EQ(document.boxes.size(), 5U);
}

TEST(PdfDocumentTest, WordsThatTouchAreOneWordAndNarrowSpacesAreSpaces) {
  BboxWriter writer;
  writer.Page();
  writer.StartLine()
      .Word(50, 101, 80, 109, "AGENCY")
      .Word(80, 100, 83, 110, ":")
      .Word(85.5, 100, 120, 110, "Federal")
      .Word(120.6, 100, 150, 110, "Aviation")
      .EndLine();
  EXPECT_EQ(Load(writer.Finish()).text, "AGENCY: Federal Aviation");
}

TEST(PdfDocumentTest, RightToLeftTextIsReadFromTheRight) {
  // Drawn order: the words of "שלום עולם abc def" from left to right.
  BboxWriter writer;
  writer.Page();
  writer.StartLine()
      .Word(100, 100, 115, 110, "abc")
      .Word(118, 100, 133, 110, "def")
      .Word(136, 100, 156, 110, "םלוע")
      .Word(159, 100, 179, 110, "םולש")
      .EndLine();
  const Document document = Load(writer.Finish());
  EXPECT_EQ(document.text, "שלום עולם abc def");
  EXPECT_THAT(document.warnings, Contains(HasSubstr("right to left")));
}

TEST(PdfDocumentTest, PagesWithoutText) {
  BboxWriter none;
  none.Page().Page().Page();
  EXPECT_EQ(LoadBbox(none.Finish()).status(),
            Status(StatusCode::kNoText,
                   "3 pages, none has text: it looks like a scan; run OCR on it first"));
  BboxWriter some;
  some.Page().Page().Line(50, 100, "Only this page has text.").Page().Page().Page();
  const Document document = Load(some.Finish());
  EXPECT_EQ(document.page_count, 5);
  EXPECT_THAT(document.warnings,
              ElementsAre("no text on pages 1 and 3 to 5 of 5 (pictures or scans are not read)"));
}

TEST(PdfDocumentTest, UnreadableFontsAreToldOf) {
  EXPECT_THAT(
      Load(BboxWriter().Page().Line(50, 100, "\uE001\uE002\uE003 \uE004\uE005 word").Finish())
          .warnings,
      ElementsAre(HasSubstr("% of the text is unreadable")));
  EXPECT_THAT(Load(BboxWriter().Page().Line(50, 100, "Ordinary words.").Finish()).warnings,
              IsEmpty());
}

TEST(PdfDocumentTest, TitlesOfProgramsAreNotTaken) {
  EXPECT_EQ(Load(BboxWriter("Microsoft Word - a.docx").Page().Line(50, 100, "Some words.").Finish())
                .title,
            "");
  EXPECT_EQ(Load(BboxWriter("A Study").Page().Line(50, 100, "Some words.").Finish()).title,
            "A Study");
}

TEST(PdfDocumentTest, LimitsAndStops) {
  const std::string xhtml = BboxWriter().Page().Line(50, 100, "Some words of text.").Finish();
  LoadOptions options;
  options.limits.max_text_bytes = 17;
  EXPECT_EQ(LoadBbox(xhtml, options).status().code(), StatusCode::kTooLarge);
  std::stop_source stop;
  stop.request_stop();
  options = {};
  options.stop = stop.get_token();
  EXPECT_EQ(LoadBbox(xhtml, options).status().code(), StatusCode::kCancelled);
}

TEST(PdfDocumentTest, PagesOfVeryManyLinesTakeBoundedTime) {
  BboxWriter scattered;
  scattered.Page();
  for (int i = 0; i < 20'000; ++i) {
    scattered.Line((i * 7919) % 600, (i * 104'729) % 800, "word another third");
  }
  BboxWriter row;
  row.Page();
  for (int i = 0; i < 20'000; ++i) row.Line(i * 20, 100, "12");
  for (int i = 0; i < 20'000; ++i) row.Line(i * 20, 200, "abcd");
  const auto start = std::chrono::steady_clock::now();
  Load(scattered.Finish());
  Load(row.Finish());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace gloss
