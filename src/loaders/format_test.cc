#include "loaders/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loaders/loader_test_util.h"

namespace gloss {
namespace {

using ::testing::HasSubstr;
using namespace std::string_view_literals;

Result<Format> Detect(std::string_view bytes, std::string uri = {}, std::string media_type = {}) {
  LoadOptions options;
  options.uri = std::move(uri);
  options.media_type = std::move(media_type);
  return DetectFormat(bytes, options);
}

void ExpectFormat(const Result<Format>& format, Format expected) {
  ASSERT_TRUE(format.ok()) << format.status().ToString();
  EXPECT_EQ(MediaTypeOf(*format), MediaTypeOf(expected));
}

void ExpectUnsupported(const Result<Format>& format, std::string_view word) {
  ASSERT_FALSE(format.ok()) << MediaTypeOf(*format);
  EXPECT_EQ(format.status().code(), StatusCode::kUnsupportedFormat);
  EXPECT_THAT(format.status().message(), HasSubstr(word));
}

TEST(FormatTest, ContentGoesBeforeTheName) {
  ExpectFormat(Detect("%PDF-1.7\n", "notes.txt"), Format::kPdf);
  ExpectFormat(Detect("junk\n%PDF-1.4\n", "x.bin"), Format::kPdf);
  ExpectFormat(Detect(std::string(1020, '\n') + "%PDF-1.4"), Format::kPdf);
  ExpectFormat(Detect(std::string(1100, '\n') + "%PDF-1.4"), Format::kText);
  ExpectFormat(Detect("<!DOCTYPE html><html>", "page.txt"), Format::kHtml);
  ExpectFormat(Detect(DocxOf("<w:p/>"), "renamed.pdf"), Format::kDocx);
}

TEST(FormatTest, TextThatMentionsAFormatIsText) {
  ExpectFormat(Detect("A file begins with %PDF-1.7 then.", "notes.txt"), Format::kText);
  ExpectFormat(Detect("<p> is the paragraph tag.", "notes.txt"), Format::kText);
  ExpectFormat(Detect("GIF89a is a format.", "-"), Format::kText);
  ExpectFormat(Detect("PK is short for Pakistan.", "-"), Format::kText);
  ExpectFormat(Detect("<a3f5e823>A tagged sentence.</a3f5e823>", "-"), Format::kText);
}

TEST(FormatTest, HtmlBySniffing) {
  ExpectFormat(Detect("\xEF\xBB\xBF <!-- c --> <HTML lang=en>"), Format::kHtml);
  ExpectFormat(Detect("<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'>"), Format::kHtml);
  ExpectFormat(Detect("<div class=x>text</div>", "-"), Format::kHtml);
  ExpectFormat(Detect("Just text", "page.html"), Format::kHtml);
  ExpectFormat(Detect("\xFF\xFE<\0h\0t\0m\0l\0>\0"sv), Format::kHtml);
}

TEST(FormatTest, MarkdownNeedsTheNameOrStructure) {
  ExpectFormat(Detect("# Not sure", "notes.md"), Format::kMarkdown);
  ExpectFormat(Detect("<div align=center>", "README.md"), Format::kMarkdown);
  ExpectFormat(Detect("text", "a", "text/markdown; charset=utf-8"), Format::kMarkdown);
  ExpectFormat(Detect("# Title\n\nSee [here](https://x.y).\n", "-"), Format::kMarkdown);
  ExpectFormat(Detect("# Title\n\n## Part\n\ntext", "-"), Format::kMarkdown);
  ExpectFormat(Detect("# a comment of a script\nvalue = 1\n", "-"), Format::kText);
  ExpectFormat(Detect("# Title\n\n## Part\n\ntext", "notes.txt"), Format::kText);
}

TEST(FormatTest, WhatItLooksLike) {
  ExpectUnsupported(Detect("\x89PNG\r\n\x1A\n\0\0"sv), "PNG");
  ExpectUnsupported(Detect("\xFF\xD8\xFF\xE0\0\x10JFIF"sv), "JPEG");
  ExpectUnsupported(Detect("\x1F\x8B\x08\0\0"sv), "gzip");
  ExpectUnsupported(Detect("{\\rtf1 text}"), "RTF");
  ExpectUnsupported(Detect("<?xml version='1.0'?><article>x</article>"), "XML");
  ExpectUnsupported(Detect(ZipOf({{"a.txt", "x"}})), "ZIP");
  ExpectUnsupported(Detect(ZipOf({{"[Content_Types].xml", "<x/>"}, {"xl/workbook.xml", "<x/>"}})),
                    "Excel");
  ExpectUnsupported(Detect("text", {}, "application/msword"), "application/msword");
}

TEST(FormatTest, OldAndEncryptedOfficeFiles) {
  const std::string ole2 = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(504, '\0');
  const auto wide = [](std::string_view name) {
    std::string bytes;
    for (const char c : name) bytes += {c, '\0'};
    return bytes;
  };
  ExpectUnsupported(Detect(ole2 + wide("WordDocument")), "old Word");
  const auto encrypted = Detect(ole2 + wide("EncryptedPackage"), "x.docx");
  ASSERT_FALSE(encrypted.ok());
  EXPECT_EQ(encrypted.status().code(), StatusCode::kEncrypted);
}

TEST(FormatTest, MediaTypeForcesTheFormat) {
  ExpectFormat(Detect("<html>", {}, "text/plain"), Format::kText);
  ExpectFormat(Detect("<html>", {}, "application/octet-stream"), Format::kHtml);
  ExpectFormat(Detect("x", "a.pdf", "Text/HTML; charset=utf-8"), Format::kHtml);
}

}  // namespace
}  // namespace gloss
