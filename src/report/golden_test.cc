#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/file_system.h"
#include "report/check_report.h"
#include "report/document_json.h"
#include "report/grounding_json.h"
#include "report/html.h"
#include "report/markdown.h"
#include "report/terminal.h"
#include "report/testing/sample_report.h"

namespace gloss {
namespace {

/// Compares with testdata/<name>; with GLOSSATOR_ACCEPT_GOLDEN set, writes it instead.
void ExpectGolden(const std::string& name, const std::string& actual) {
  const std::string path = std::string(GLOSSATOR_SOURCE_DIR) + "/src/report/testdata/" + name;
  if (std::getenv("GLOSSATOR_ACCEPT_GOLDEN") != nullptr) {
    ASSERT_TRUE(WriteFileAtomically(path, actual).ok());
    return;
  }
  const auto expected = ReadFile(path);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  EXPECT_EQ(*expected, actual) << "see " << path;
}

TEST(GoldenTest, SamplesKeepTheContract) {
  for (const GroundingReport& report :
       {testing::SampleReport(), testing::HostileReport(), testing::RightToLeftReport(),
        testing::EmptyReport(), testing::UncheckedReport(), testing::ReformulatedReport(),
        testing::LongReport(50)}) {
    EXPECT_EQ(CheckReport(report), Status::Ok());
  }
}

TEST(GoldenTest, Json) {
  ExpectGolden("sample.json", RenderGroundingJson(testing::SampleReport()));
  ExpectGolden("reformulated.json", RenderGroundingJson(testing::ReformulatedReport()));
  ExpectGolden("hostile.json", RenderGroundingJson(testing::HostileReport()));
}

TEST(GoldenTest, DocumentJson) {
  ExpectGolden("document.json",
               RenderDocumentJson(testing::SampleReport().documents[0], {.word_boxes = false}));
}

TEST(GoldenTest, Terminal) {
  ExpectGolden("sample.txt", RenderGroundingText(testing::SampleReport()));
  ExpectGolden("sample_color.txt",
               RenderGroundingText(testing::SampleReport(), {.color = true, .width = 60}));
  ExpectGolden("sample_ascii.txt",
               RenderGroundingText(testing::SampleReport(), {.unicode = false, .width = 60}));
  ExpectGolden(
      "sample_problems.txt",
      RenderGroundingText(testing::SampleReport(), {.only_problems = true, .all_evidence = true}));
  ExpectGolden("reformulated.txt", RenderGroundingText(testing::ReformulatedReport()));
  ExpectGolden("reformulated_color.txt",
               RenderGroundingText(testing::ReformulatedReport(), {.color = true, .width = 60}));
  ExpectGolden("hostile.txt", RenderGroundingText(testing::HostileReport()));
  ExpectGolden("empty.txt", RenderGroundingText(testing::EmptyReport()));
  ExpectGolden("unchecked.txt", RenderGroundingText(testing::UncheckedReport()));
}

TEST(GoldenTest, Markdown) {
  ExpectGolden("sample.md", RenderGroundingMarkdown(testing::SampleReport()));
  ExpectGolden("reformulated.md", RenderGroundingMarkdown(testing::ReformulatedReport()));
  ExpectGolden("hostile.md", RenderGroundingMarkdown(testing::HostileReport()));
  ExpectGolden("problems.md",
               RenderGroundingMarkdown(testing::SampleReport(), {.only_problems = true}));
  ExpectGolden("empty.md", RenderGroundingMarkdown(testing::EmptyReport()));
}

/// Style, script and their hashes change with the page's design; the golden is what is between.
std::string PageBody(const std::string& page) {
  const size_t begin = page.find("<header class=\"top\">");
  const size_t end = page.find("<dialog");
  EXPECT_NE(begin, std::string::npos);
  EXPECT_NE(end, std::string::npos);
  return page.substr(begin, end - begin);
}

TEST(GoldenTest, Html) {
  ExpectGolden("sample.html", PageBody(RenderGroundingHtml(testing::SampleReport())));
  ExpectGolden("reformulated.html", PageBody(RenderGroundingHtml(testing::ReformulatedReport())));
  ExpectGolden("hostile.html", PageBody(RenderGroundingHtml(testing::HostileReport())));
  ExpectGolden("empty.html", PageBody(RenderGroundingHtml(testing::EmptyReport())));
}

TEST(GoldenTest, DocumentText) {
  ExpectGolden("document.txt", RenderDocumentText(testing::SampleReport().documents[0]));
  ExpectGolden("document_hostile.txt", RenderDocumentText(testing::HostileReport().documents[0]));
}

}  // namespace
}  // namespace gloss
