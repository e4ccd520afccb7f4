// Text of real PDF files in the order in which a person reads it: columns, cut words, notes, turned
// pages. The files are not in the repository: GLOSSATOR_SHARED_DIR (default: the folder "shared"
// beside it) holds them under data/files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "loaders/document_check.h"
#include "loaders/loader_test_util.h"
#include "loaders/pdf_loader.h"
#include "text/segmenter.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class PdfCorpusTest : public testing::Test {
 protected:
  static fs::path Folder() {
    const char* shared = std::getenv("GLOSSATOR_SHARED_DIR");
    return (shared != nullptr ? fs::path(shared)
                              : fs::path(GLOSSATOR_SOURCE_DIR) / ".." / "shared") /
           "data" / "files" / "pdf";
  }

  void SetUp() override {
    if (!fs::is_directory(Folder())) {
      GTEST_SKIP() << "no documents at " << Folder()
                   << "; set GLOSSATOR_SHARED_DIR to the folder that has data/files";
    }
  }

  static Document Load(std::string_view name, std::string_view password = "") {
    const auto bytes = ReadFile((Folder() / name).string());
    EXPECT_TRUE(bytes.ok()) << bytes.status().ToString();
    if (!bytes.ok()) return {};
    LoadOptions options;
    options.password = password;
    auto document = LoadPdf(*bytes, options);
    EXPECT_TRUE(document.ok()) << document.status().ToString();
    return document.ok() ? std::move(document).value() : Document{};
  }

  /// The body's text: everything but furniture.
  static std::string BodyOf(const Document& document) {
    std::string body;
    for (const Block& block : document.blocks) {
      if (block.kind == BlockKind::kFurniture) continue;
      body.append(block.span.In(document.text)).append("\n");
    }
    return body;
  }

  static void ExpectInOrder(const std::string& text,
                            std::initializer_list<std::string_view> parts) {
    size_t at = 0;
    for (const std::string_view part : parts) {
      const size_t found = text.find(part, at);
      EXPECT_NE(found, std::string::npos)
          << part << (text.find(part) == std::string::npos ? " (not there)" : " (out of order)");
      if (found != std::string::npos) at = found + part.size();
    }
  }
};

TEST_F(PdfCorpusTest, EveryDocumentKeepsTheRules) {
  size_t loaded = 0;
  for (const auto& entry : fs::directory_iterator(Folder())) {
    const auto bytes = ReadFile(entry.path().string());
    ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
    const auto document = LoadPdf(*bytes, {});
    if (!document.ok()) continue;
    ++loaded;
    EXPECT_EQ(CheckDocument(*document), Status::Ok()) << entry.path();
    for (const SourceBox& word : document->boxes) {
      ASSERT_FALSE(word.span.empty()) << entry.path();
      ASSERT_GE(word.box.page, 1) << entry.path();
      ASSERT_LE(word.box.page, document->page_count) << entry.path();
      ASSERT_LE(word.box.x_min, word.box.x_max) << entry.path();
      ASSERT_LE(word.box.y_min, word.box.y_max) << entry.path();
    }
  }
  EXPECT_EQ(loaded, 34U);
}

TEST_F(PdfCorpusTest, ThreeColumnsOfTheFederalRegister) {
  const Document document = Load("pdfplumber__federal-register-2020-17221.pdf");
  const std::string body = BodyOf(document);
  ExpectInOrder(
      body,
      {"The purpose of these notices is to give interested persons an opportunity to participate "
       "in "
       "the rule making prior to the adoption of the final rules.",
       "AGENCY: Federal Aviation Administration (FAA), DOT.",
       // Joined at a dash, a slash and an at sign.
       "The FAA proposes to supersede Airworthiness Directive (AD) 2018–23–51, which applies to "
       "all",
       "found on the internet at https://www.regulations.gov by searching for and locating Docket "
       "No. "
       "FAA–2020–0686.",
       "email: 9-FAA-SACO-AD-Inquiry@faa.gov.",
       // From the second column into the third.
       "The most helpful comments reference a specific portion of the proposal, explain the reason "
       "for "
       "any recommended change, and include supporting data.",
       // From the first page to the second, at a compound's own hyphen.
       "was involved in an accident after takeoff from Soekarno-Hatta International Airport in "
       "Jakarta, Indonesia, resulting in 189 fatalities.",
       // Over the notes below the first column.
       "These effects include stall warning activation, airspeed disagree alert, and altitude "
       "disagree alert,⁵ and may affect the flightcrew’s ability to accomplish continued safe "
       "flight "
       "and landing.",
       "In addition to these four design changes, the FAA also proposes to require operators to "
       "conduct an AOA sensor system test"});
  EXPECT_THAT(body, Not(HasSubstr("VerDate")));
  EXPECT_THAT(body, Not(HasSubstr("Vol. 85, No. 152 / Thursday")));
  EXPECT_THAT(body, Not(HasSubstr("jbell on")));
  EXPECT_THAT(Shown(document),
              Contains("footnote: 3 An airplane’s nose-up or nose-down attitude is "
                       "known as its ‘‘pitch attitude.’’ On the 737 MAX, the "
                       "airplane’s pitch attitude is primarily controlled by a "
                       "combination of two movable surfaces on the tail of the "
                       "airplane: The horizontal stabilizer, which is controlled by "
                       "electric and manual (pilot) trim inputs, and the elevator, "
                       "which is controlled by moving the control columns. ‘‘Pitch "
                       "trim’’ commands move the horizontal stabilizer. Pilots use "
                       "pitch trim to adjust the position of the horizontal "
                       "stabilizer to achieve the desired flight path and to manage "
                       "the forces necessary to keep the airplane in stable flight."));
}

TEST_F(PdfCorpusTest, SentencesOverColumnsAndBehindMarks) {
  Document document = Load("pdfplumber__federal-register-2020-17221.pdf");
  document.language = "en";
  Segment(document);
  std::vector<std::string_view> sentences;
  for (size_t i = 0; i < document.sentences.size(); ++i) {
    sentences.push_back(document.SentenceText(i));
  }
  for (const char* sentence :
       {"The most helpful comments reference a specific portion of the proposal, explain the "
        "reason "
        "for any recommended change, and include supporting data.",
        "On October 29, 2018, a Boeing Model 737–8 airplane operated by Lion Air (Lion Air Flight "
        "610) "
        "was involved in an accident after takeoff from Soekarno-Hatta International Airport in "
        "Jakarta, Indonesia, resulting in 189 fatalities.",
        "On November 7, 2018, the FAA issued Emergency AD 2018–23–51 as an interim corrective "
        "action.⁶",
        "The FAA sent Emergency AD 2018–23–51 to all affected civil aviation authorities (CAAs) at "
        "the "
        "same time."}) {
    EXPECT_THAT(sentences, Contains(sentence));
  }
}

TEST_F(PdfCorpusTest, ATableBelowColumnsIsNotReadIntoThem) {
  const std::string body = BodyOf(Load("pdfplumber__federal-register-2020-17221.pdf"));
  ExpectInOrder(body,
                {"The FAA will post the draft Boeing 737 Flight Standardization Board Report at "
                 "https://www.faa.gov/aircraft/draft_docs/fsb/ for public comment.",
                 "The agency estimates the following costs to comply with this proposed AD:",
                 "ESTIMATED COSTS", "AFM revisions"});
}

TEST_F(PdfCorpusTest, TwoColumnsWithCutWords) {
  const Document document = Load("sample-files__multicolumn.pdf");
  const std::string body = BodyOf(document);
  ExpectInOrder(body, {"This is a sample document with two columns filled with Lorem Ipsum text.",
                       "Lorem ipsum dolor sit amet, consectetuer adipiscing elit.",
                       "Nam arcu libero, nonummy eget, consectetuer id, vulputate a, magna.",
                       "Pellentesque habitant morbi tristique senectus et netus",
                       "Donec nonummy pellentesque ante. Phasellus adipiscing semper elit.",
                       "Maecenas lacinia.", "Vestibulum diam.",
                       "Belgium\t11.5\t30,689\tBrussels\tDutch, French, German"});
  EXPECT_THAT(body, Not(testing::ContainsRegex("[a-z]- [a-z]")));
  EXPECT_EQ(document.title, "Two-Column Document with Lorem Ipsum");
}

TEST_F(PdfCorpusTest, TwoColumnsWithFiguresAndCompounds) {
  const std::string body = BodyOf(Load("docling__amt_handbook_sample.pdf"));
  ExpectInOrder(
      body,
      {"pulleys, provided the inner race of the bearing is clamped to the supporting structure",
       "the Boots self-locking and the stainless steel self-locking nuts, representing the "
       "all-metal types;",
       // Over two figures into the second column; fractions stay in one piece.
       "The wing type that is the most common ranges in size for No. 6 up to 1⁄4 inch, the "
       "Rol-top ranges from 1⁄4 inch to 1⁄6 inch,",
       "Figure 7-26. Self-locking nuts.", "The stainless steel self-locking nut may be spun on",
       "Elastic Stop Nut"});
  EXPECT_THAT(body, Not(HasSubstr("7-45")));
}

TEST_F(PdfCorpusTest, APageOfAPaperWithATable) {
  const Document document = Load("docling__2305.03393v1-pg9.pdf");
  const std::string body = BodyOf(document);
  ExpectInOrder(body,
                {"were obtained from the same machine on a single core with AMD EPYC 7763 CPU "
                 "@2.45 GHz.",
                 "5.1 Hyper Parameter Optimization", "trained only on PubTabNet [22]. Effects of",
                 "HTML\t0.969\t0.927", "5.2 Quantitative Results",
                 "even on difficult financial tables (FinTabNet) that contain sparse and large "
                 "tables."});
  EXPECT_THAT(Shown(document),
              Contains("furniture: Optimized Table Tokenization for Table Structure "
                       "Recognition\t9"));
}

TEST_F(PdfCorpusTest, ATranscriptWithoutItsLineNumbers) {
  const std::string body = BodyOf(Load("pdfplumber__scotus-transcript-p1.pdf"));
  ExpectInOrder(body,
                {"IN THE SUPREME COURT OF THE UNITED STATES", "MICHAEL A. KNOWLES,",
                 "The above-entitled matter came on for oral argument before the Supreme Court "
                 "of the United States at 1:01 p.m.",
                 "APPEARANCES:",
                 "STEVEN E. MERCER, ESQ., Deputy Attorney General, Los Angeles, Cal.; on behalf "
                 "of the Petitioner.",
                 "CHARLES M. SEVILLA, ESQ., San Diego, Cal.; on behalf of the Respondent."});
  EXPECT_THAT(body, Not(HasSubstr("Alderson")));
  EXPECT_THAT(body, Not(HasSubstr("Official")));
}

TEST_F(PdfCorpusTest, RightToLeftText) {
  const std::string body = BodyOf(Load("docling__right_to_left_01.pdf"));
  ExpectInOrder(body, {"البرمجة بلغة R و", "إذا كان لديك عقلية تحليلية، فإن استخدام هذه",
                       "في النهاية، يمكن أن"});
}

TEST_F(PdfCorpusTest, TurnedAndVerticalText) {
  ExpectInOrder(BodyOf(Load("pdfplumber__nics-background-checks-2015-11-rotated.pdf")),
                {"NICS Firearm Background Checks", "Alabama\t18,870\t23,022\t22,650",
                 "Alaska\t209\t3,062", "Wyoming\t383\t1,745"});
  ExpectInOrder(BodyOf(Load("pdfminer_six__issue-449-vertical.pdf")),
                {"Layout", "Vertical", "Test"});
}

TEST_F(PdfCorpusTest, PaperWithHeaderAndRaisedMarks) {
  const Document document = Load("docling__2206.01062_pg3.pdf", "1234");
  const std::string body = BodyOf(document);
  ExpectInOrder(body, {"Figure 2: Distribution of DocLayNet pages across document categories.",
                       "Each document category was sourced from various repositories.",
                       "annual reports² which expose", "we have split up DocLayNet into",
                       "2e.g. AAPL from", "4 ANNOTATION CAMPAIGN"});
  EXPECT_THAT(document.warnings, Contains(HasSubstr("ligatures")));
  EXPECT_EQ(document.blocks.back().kind, BlockKind::kFurniture);
}

TEST_F(PdfCorpusTest, ProseAndListsOverPages) {
  const Document document = Load("docling__multi_page.pdf");
  ExpectInOrder(
      BodyOf(document),
      {"The Evolution of the Word Processor", "Pre-Digital Era (19th - Early 20th Century)",
       "• IBM MT/ST (Magnetic Tape/Selectric Typewriter): Introduced in 1964, this machine "
       "combined IBM's Selectric typewriter with magnetic tape storage.",
       "1. Undo/Redo: Introduced in the 1980s", "5. Real-Time Collaboration:"});
  EXPECT_THAT(Shown(document), Contains("heading@1: The Modern Era (1990s - Present)"));
}

TEST_F(PdfCorpusTest, LecturesWithFormulasAndRunningHeaders) {
  const Document document = Load("sample-files__GeoTopo-komprimiert.pdf");
  const std::string body = BodyOf(document);
  ExpectInOrder(body,
                {"Dieses Skript wurde im Wintersemester 2013/2014 von Martin Thoma geschrieben.",
                 "1 Topologische Grundbegriffe",
                 "Ein topologischer Raum X heißt wegzusammenhängend, wenn es zu je zwei Punkten"});
  EXPECT_THAT(body, Not(HasSubstr("1.2. METRISCHE RÄUME")));
  EXPECT_THAT(Shown(document), Contains("heading@2: 1.6 Wege und Knoten"));
}

TEST_F(PdfCorpusTest, NumbersKeepTheirMarksApart) {
  EXPECT_THAT(
      Shown(Load("sample-files__google-doc-document.pdf")),
      Contains("paragraph: Population\t273.879.750¹\t83,190,556²\t8,935,112³\t67,413,000\t453"));
}

TEST_F(PdfCorpusTest, UnreadableTextIsToldOf) {
  EXPECT_THAT(Load("pdfminer_six__issue-791-non-unicode-cmap.pdf").warnings,
              Contains(HasSubstr("unreadable")));
}

}  // namespace
}  // namespace gloss
