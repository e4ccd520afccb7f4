#include "report/html.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "report/grounding_json.h"
#include "report/html_text.h"
#include "report/page_assets.h"
#include "report/testing/sample_report.h"

namespace gloss {
namespace {

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1)) ++count;
  return count;
}

/// The values of an attribute, in order.
std::vector<std::string> Attributes(const std::string& page, const std::string& name) {
  std::vector<std::string> values;
  const std::string start = " " + name + "=\"";
  for (size_t i = page.find(start); i != std::string::npos; i = page.find(start, i + 1)) {
    const size_t begin = i + start.size();
    values.push_back(page.substr(begin, page.find('"', begin) - begin));
  }
  return values;
}

std::string WithoutScriptAndStyle(std::string page) {
  for (const std::string name : {"<script", "<style"}) {
    size_t begin = 0;
    while ((begin = page.find(name)) != std::string::npos) {
      const size_t end = page.find("</" + name.substr(1), begin);
      page.erase(begin, end + name.size() + 2 - begin);
    }
  }
  return page;
}

TEST(HtmlTextTest, EscapesMarkupAndShowsHiddenCharacters) {
  EXPECT_EQ(EscapeHtml("<a href=\"x\" b='y'>&"), "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
  EXPECT_EQ(EscapeHtml("\u202E58.3\u202C"), "[U+202E]58.3[U+202C]");
  EXPECT_EQ(EscapeHtml(std::string("a\0b\x1b", 4)), "a[U+0000]b[U+001B]");
  EXPECT_EQ(EscapeHtml("a\r\nb\u2028c\td"), "a\n\nb\nc\td");
  EXPECT_EQ(EscapeHtml("\xFF é 漢"), "\uFFFD é 漢");
}

TEST(HtmlTextTest, HashIsTheOneOfTheStandard) {
  // SHA-256 of nothing, in base 64.
  EXPECT_EQ(CspHash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
}

TEST(HtmlTextTest, OddLanguagesGiveNoAttribute) {
  Document document;
  document.language = "pt-BR";
  EXPECT_EQ(LanguageAttribute(document), " lang=\"pt-BR\"");
  document.language = "en\" onload=\"x";
  EXPECT_EQ(LanguageAttribute(document), "");
}

TEST(HtmlTest, PolicyAllowsOnlyThePagesOwnCode) {
  const std::string page = RenderGroundingHtml(testing::SampleReport());
  const std::string policy = "content=\"default-src 'none'; script-src " + CspHash(PageScript()) +
                             "; style-src " + CspHash(PageStyle()) +
                             "; img-src data:; base-uri 'none'; form-action 'none'\"";
  EXPECT_NE(page.find(policy), std::string::npos);
  // One style, the data and one script; nothing from elsewhere.
  EXPECT_EQ(Count(page, "<style"), 1U);
  EXPECT_EQ(Count(page, "<script"), 2U);
  EXPECT_NE(page.find("<script>" + std::string(PageScript()) + "</script>"), std::string::npos);
  EXPECT_TRUE(Attributes(page, "src").empty());
  EXPECT_TRUE(Attributes(page, "style").empty());
}

TEST(HtmlTest, DocumentsCannotBecomeMarkup) {
  const std::string page = RenderGroundingHtml(testing::HostileReport());
  EXPECT_EQ(Count(page, "<script"), 2U);
  EXPECT_EQ(Count(page, "</script"), 2U);
  const std::string markup = WithoutScriptAndStyle(page);
  for (const char* part : {"<img", "<b>85", "<h1 onclick", "<svg onload", "<!--", "<a3f5e823",
                           "onerror=w>", "\x1b", "\u202E", "\u009b"}) {
    EXPECT_EQ(Count(markup, part), 0U) << part;
  }
  for (const std::string& href : Attributes(page, "href")) EXPECT_EQ(href.front(), '#') << href;
  for (const char* name : {"onclick", "onload", "onerror"}) {
    EXPECT_TRUE(Attributes(markup, name).empty()) << name;
  }
}

TEST(HtmlTest, EveryLinkLeadsSomewhereAndIdsAreUnique) {
  for (const GroundingReport& report :
       {testing::SampleReport(), testing::HostileReport(), testing::RightToLeftReport(),
        testing::EmptyReport(), testing::UncheckedReport(), testing::LongReport(500)}) {
    const std::string page = RenderGroundingHtml(report);
    const auto ids = Attributes(page, "id");
    const std::set<std::string> unique(ids.begin(), ids.end());
    EXPECT_EQ(ids.size(), unique.size());
    for (const std::string& href : Attributes(page, "href")) {
      EXPECT_TRUE(unique.contains(href.substr(1))) << href;
    }
  }
}

TEST(HtmlTest, EverySentenceOfEverySourceIsThere) {
  for (const GroundingReport& report : {testing::SampleReport(), testing::LongReport(500)}) {
    const std::string page = RenderGroundingHtml(report);
    for (size_t d = 0; d < report.documents.size(); ++d) {
      for (size_t s = 0; s < report.documents[d].sentences.size(); ++s) {
        EXPECT_EQ(Count(page, " id=\"d" + std::to_string(d) + "s" + std::to_string(s) + "\""), 1U);
      }
    }
  }
}

TEST(HtmlTest, CarriesTheReport) {
  const GroundingReport report = testing::HostileReport();
  const std::string page = RenderGroundingHtml(report);
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const size_t begin = page.find(open) + open.size();
  const auto read = ReadGroundingJson(page.substr(begin, page.find("</script>", begin) - begin));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(RenderGroundingJson(*read, {.word_boxes = false}),
            RenderGroundingJson(report, {.word_boxes = false}));
  EXPECT_EQ(Count(RenderGroundingHtml(report, {.embed_data = false}), "id=\"data\""), 0U);
}

TEST(HtmlTest, UnstructuredTextIsWhole) {
  GroundingReport report = testing::LongReport(100);
  for (Document& document : report.documents) {
    document.blocks.clear();
    for (Sentence& sentence : document.sentences) sentence.block = -1;
  }
  const std::string page = RenderGroundingHtml(report);
  EXPECT_EQ(Count(page, "<span class=\"s\"") + Count(page, "<span class=\"s e "),
            303U);  // With three headings.
  EXPECT_GT(Count(page, "<p dir=\"auto\"><span class=\"s"), 30U);
}

TEST(HtmlTest, TablesWithHugePositionsStaySmall) {
  GroundingReport report = testing::SampleReport();
  for (Block& block : report.documents[0].blocks) {
    if (block.cell) block.cell->column = 2'000'000'000;
  }
  EXPECT_LT(RenderGroundingHtml(report).size(), 200'000U);
}

}  // namespace
}  // namespace gloss
