#include "loaders/docx_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loaders/document_check.h"
#include "loaders/loader_test_util.h"

namespace gloss {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Parts = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> LoadZip(const std::string& bytes) {
  const auto document = LoadDocx(bytes, {});
  if (!document.ok()) return {document.status().ToString()};
  const Status check = CheckDocument(*document);
  if (!check.ok()) return {check.ToString()};
  return Shown(*document);
}

std::vector<std::string> Load(std::string_view body, const Parts& parts = {}) {
  return LoadZip(DocxOf(body, parts));
}

Status StatusOf(std::string_view body, const Parts& parts = {}, const LoadOptions& options = {}) {
  return LoadDocx(DocxOf(body, parts), options).status();
}

std::string Text(std::string_view text) {
  return "<w:r><w:t xml:space=\"preserve\">" + std::string(text) + "</w:t></w:r>";
}
std::string Para(std::string_view inner, std::string_view properties = {}) {
  return "<w:p><w:pPr>" + std::string(properties) + "</w:pPr>" + std::string(inner) + "</w:p>";
}

TEST(DocxLoaderTest, RunsAndSpecialCharacters) {
  EXPECT_THAT(
      Load(Para("<w:r><w:t>a</w:t><w:tab/><w:t xml:space='preserve'> b</w:t><w:br/><w:t>c</w:t>"
                "<w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e &lt; f</w:t>"
                "<w:sym w:font='Symbol' w:char='F0B3'/><w:sym w:font='Wingdings' w:char='F0FC'/>"
                "<w:sym w:font='Arial' w:char='00B5'/></w:r>") +
           Para(Text("10") +
                "<w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>-6</w:t>"
                "</w:r>" +
                Text(" m"))),
      ElementsAre("paragraph: a\t b\nc\xE2\x80\x91"
                  "d\xC2\xAD"
                  "e < f≥✔µ",
                  "paragraph: 10⁻⁶ m"));
}

TEST(DocxLoaderTest, HeadingsByStyle) {
  const std::string styles = WordRoot(
      "styles",
      "<w:style w:styleId='berschrift1'><w:name w:val='heading 1'/></w:style>"
      "<w:style w:styleId='Kapitel'><w:name w:val='Kapitel'/><w:basedOn w:val='berschrift1'/>"
      "</w:style>"
      "<w:style w:styleId='Own'><w:name w:val='Own'/><w:pPr><w:outlineLvl w:val='1'/></w:pPr>"
      "</w:style>"
      "<w:style w:styleId='Cyc1'><w:basedOn w:val='Cyc2'/></w:style>"
      "<w:style w:styleId='Cyc2'><w:basedOn w:val='Cyc1'/></w:style>"
      "<w:style w:styleId='T3'><w:name w:val='Titre 3'/></w:style>"
      "<w:style w:styleId='C'><w:name w:val='caption'/></w:style>"
      "<w:style w:styleId='LB'><w:name w:val='List Bullet'/></w:style>"
      "<w:style w:styleId='Sub'><w:name w:val='Subtitle'/><w:pPr><w:numPr><w:ilvl w:val='1'/>"
      "</w:numPr></w:pPr></w:style>"
      "<w:style w:styleId='TOC1'><w:name w:val='toc 1'/></w:style>");
  const auto style = [](std::string_view id) {
    return "<w:pStyle w:val='" + std::string(id) + "'/>";
  };
  const auto document =
      LoadDocx(DocxOf(Para(Text("Chapter"), style("Kapitel")) + Para(Text("Part"), style("Own")) +
                          Para(Text("Third"), style("T3")) + Para(Text("text"), style("Cyc1")) +
                          Para(Text("Direct"), "<w:outlineLvl w:val='1'/>") +
                          Para(Text("Body"), style("Own") + "<w:outlineLvl w:val='9'/>") +
                          Para(Text("Cap"), style("C")) + Para(Text("item"), style("LB")) +
                          Para(Text("Chapter 1"), style("TOC1")) + Para(Text("sub"), style("Sub")) +
                          Para(Text("numbered"), "<w:numPr><w:numId w:val='3'/></w:numPr>"),
                      {{"word/styles.xml", styles}}),
               {});
  ASSERT_TRUE(document.ok()) << document.status().ToString();
  EXPECT_THAT(
      Shown(*document),
      ElementsAre("heading@1: Chapter", "heading@2: Part", "heading@3: Third", "paragraph: text",
                  "heading@2: Direct", "paragraph: Body", "caption: Cap", "list_item: item",
                  "paragraph: sub", "list_item: numbered", "furniture: Chapter 1"));
  EXPECT_THAT(document->blocks[3].heading_path, ElementsAre(0, 1, 2));
  EXPECT_THAT(document->blocks[5].heading_path, ElementsAre(0, 4));
}

TEST(DocxLoaderTest, TrackedChangesAndHiddenText) {
  EXPECT_THAT(Load(Para(Text("kept ") + "<w:ins>" + Text("new ") +
                        "</w:ins><w:del><w:r><w:delText>old"
                        "</w:delText></w:r></w:del><w:moveFrom>" +
                        Text("from") + "</w:moveFrom><w:moveTo>" + Text("to") +
                        "</w:moveTo><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
                        "<w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>!</w:t></w:r>") +
                   Para(Text("joined "), "<w:rPr><w:del/></w:rPr>") + Para(Text("again"))),
              ElementsAre("paragraph: kept new to!", "paragraph: joined again"));
}

TEST(DocxLoaderTest, FieldsGiveTheirResults) {
  const std::string field =
      "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>"
      "<w:r><w:t>code</w:t></w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r>" +
      Text("7") + "<w:r><w:fldChar w:fldCharType='end'/></w:r>";
  EXPECT_THAT(Load(Para(Text("page ") + field + Text(" of ") + "<w:fldSimple>" + Text("9") +
                        "</w:fldSimple><w:hyperlink>" + Text(" link") + "</w:hyperlink>")),
              ElementsAre("paragraph: page 7 of 9 link"));
  // A field that never ends must not swallow the rest.
  EXPECT_THAT(Load(Para("<w:r><w:fldChar w:fldCharType='begin'/></w:r>" + Text("text"))),
              ElementsAre("paragraph: text"));
}

TEST(DocxLoaderTest, TablesWithMergedCells) {
  const auto cell = [](std::string_view text, std::string_view properties = {}) {
    return "<w:tc><w:tcPr>" + std::string(properties) + "</w:tcPr>" + Para(Text(text)) + "</w:tc>";
  };
  const std::string table =
      "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" + cell("A", "<w:gridSpan w:val='2'/>") +
      cell("B") + "</w:tr><w:sdt><w:sdtContent><w:tr>" + cell("C", "<w:vMerge w:val='restart'/>") +
      cell("D") + cell("E") + "</w:tr></w:sdtContent></w:sdt><w:tr>" +
      cell("unseen", "<w:vMerge/>") + cell("F") + "<w:tc><w:tbl><w:tr>" + cell("x") + cell("y") +
      "</w:tr></w:tbl><w:p/></w:tc></w:tr><w:tr><w:trPr><w:del/></w:trPr>" + cell("gone") +
      "</w:tr></w:tbl>";
  EXPECT_THAT(Load(table + Para(Text("after"))),
              ElementsAre("table_cell@0/0/0!: A", "table_cell@0/0/2!: B", "table_cell@0/1/0: C",
                          "table_cell@0/1/1: D", "table_cell@0/1/2: E", "table_cell@0/2/1: F",
                          "table_cell@1/0/0: x", "table_cell@1/0/1: y", "paragraph: after"));
  EXPECT_THAT(Load("<w:tbl><w:tr>" + cell("framed") + "</w:tr></w:tbl>"),
              ElementsAre("paragraph: framed"));
}

TEST(DocxLoaderTest, NotesCommentsHeaders) {
  const auto note = [](std::string_view id, std::string_view text) {
    return "<w:footnote w:id='" + std::string(id) + "'>" +
           Para("<w:r><w:footnoteRef/></w:r>" + Text(text)) + "</w:footnote>";
  };
  const Parts parts = {
      {"word/footnotes.xml",
       WordRoot("footnotes", note("-1", "separator") + note("5", "Note five") + note("2", "Two"))},
      {"word/endnotes.xml",
       WordRoot("endnotes", "<w:endnote w:id='1'>" + Para(Text("End")) + "</w:endnote>")},
      {"word/comments.xml",
       WordRoot("comments", "<w:comment w:id='0'>" + Para(Text("Really?")) + "</w:comment>")},
      {"word/header1.xml", WordRoot("hdr", Para(Text("Running head")))},
      {"word/header2.xml", WordRoot("hdr", Para(Text("Running head")))},
      {"word/footer1.xml", WordRoot("ftr", Para(Text("Page 1")))},
  };
  EXPECT_THAT(Load(Para(Text("One") + "<w:r><w:footnoteReference w:id='2'/></w:r>" + Text(" two") +
                        "<w:r><w:footnoteReference w:id='5'/><w:endnoteReference w:id='1'/></w:r>"),
                   parts),
              ElementsAre("paragraph: One[1] two[2][i]", "footnote: Two", "footnote: Note five",
                          "footnote: End", "comment: Really?", "furniture: Running head",
                          "furniture: Page 1"));
}

TEST(DocxLoaderTest, TextBoxesComeOnce) {
  const std::string box = "<w:txbxContent>" + Para(Text("boxed")) + "</w:txbxContent>";
  EXPECT_THAT(
      Load(Para(Text("before") +
                "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wps:txbx>" + box +
                "</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>" + box +
                "</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>" +
                Text(" after"))),
      ElementsAre("paragraph: before after", "paragraph: boxed"));
}

TEST(DocxLoaderTest, Equations) {
  const auto math = [](std::string_view text) {
    return "<m:r><m:t>" + std::string(text) + "</m:t></m:r>";
  };
  EXPECT_THAT(Load(Para(Text("Let ") + "<m:oMath><m:sSup><m:e>" + math("x") + "</m:e><m:sup>" +
                        math("2") + "</m:sup></m:sSup>" + math("=") + "<m:f><m:num>" + math("a+b") +
                        "</m:num><m:den>" + math("c") + "</m:den></m:f>" + math("+") +
                        "<m:rad><m:e>" + math("y") + "</m:e></m:rad></m:oMath>" + Text("."))),
              ElementsAre("paragraph: Let x^2=(a+b)/c+√(y)."));
}

TEST(DocxLoaderTest, PlaceholdersAndUnknownWrappers) {
  EXPECT_THAT(
      Load("<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>" + Para(Text("Click here")) +
           "</w:sdtContent></w:sdt><w:sdt><w:sdtContent>" +
           Para("<w:smartTag>" + Text("real") + "</w:smartTag>") + "</w:sdtContent></w:sdt>"),
      ElementsAre("paragraph: real"));
}

TEST(DocxLoaderTest, StrictNamespacesAndOtherPrefixes) {
  const std::string main =
      "<x:document xmlns:x='http://purl.oclc.org/ooxml/wordprocessingml/main'><x:body><x:p><x:r>"
      "<x:t>strict</x:t></x:r></x:p></x:body></x:document>";
  const std::string rels =
      "<Relationships><Relationship Id='r' Target='/doc/main.xml' "
      "Type='http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument'/>"
      "</Relationships>";
  EXPECT_THAT(LoadZip(ZipOf({{"_rels/.rels", rels}, {"doc/main.xml", main}})),
              ElementsAre("paragraph: strict"));
}

TEST(DocxLoaderTest, TitleFromProperties) {
  const auto document =
      LoadDocx(DocxOf(Para(Text("x")), {{"docProps/core.xml",
                                         "<cp:coreProperties><dc:title> A  title </dc:title>"
                                         "</cp:coreProperties>"}}),
               {});
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->title, "A title");
}

TEST(DocxLoaderTest, DamagedFilesNameThePart) {
  const std::string good = DocxOf(Para(Text(std::string(5000, 'x'))));
  EXPECT_THAT(LoadDocx(good, {}).status(), Status::Ok());
  const Status cut = LoadDocx(good.substr(0, good.size() / 2), {}).status();
  EXPECT_EQ(cut.code(), StatusCode::kCorruptDocument);
  EXPECT_THAT(cut.message(), HasSubstr("ZIP"));

  const Status no_main = LoadDocx(ZipOf({{"[Content_Types].xml", "<x/>"}}), {}).status();
  EXPECT_EQ(no_main.code(), StatusCode::kCorruptDocument);
  EXPECT_THAT(no_main.message(), HasSubstr("word/document.xml is missing"));

  const Status broken = StatusOf("<w:p><w:r>");
  EXPECT_EQ(broken.code(), StatusCode::kCorruptDocument);
  EXPECT_THAT(broken.message(), HasSubstr("word/document.xml is broken XML"));

  const Status notes = StatusOf(Para("<w:r><w:footnoteReference w:id='1'/></w:r>" + Text("x")),
                                {{"word/footnotes.xml", "<w:footnotes><oops>"}});
  EXPECT_EQ(notes.code(), StatusCode::kCorruptDocument);
  EXPECT_THAT(notes.message(), HasSubstr("word/footnotes.xml"));

  const Status bytes = StatusOf(Para(Text("bad \xFF byte")));
  EXPECT_EQ(bytes.code(), StatusCode::kCorruptDocument);
  EXPECT_THAT(bytes.message(), HasSubstr("word/document.xml"));

  const Status twice =
      LoadDocx(ZipOf({{"word/document.xml", "<a/>"}, {"word/document.xml", "<b/>"}}), {}).status();
  EXPECT_EQ(twice.code(), StatusCode::kCorruptDocument);
  EXPECT_THAT(twice.message(), HasSubstr("twice"));
}

TEST(DocxLoaderTest, EveryCutIsAnErrorAndNoCrash) {
  const std::string good = DocxOf(Para(Text("some text")));
  for (size_t length = 0; length < good.size(); length += 7) {
    EXPECT_THAT(LoadDocx(good.substr(0, length), {}).status().code(),
                AnyOf(StatusCode::kCorruptDocument, StatusCode::kOk))
        << length;
  }
}

TEST(DocxLoaderTest, EntitiesOfADtdAreNotExpanded) {
  const std::string main =
      "<!DOCTYPE d [<!ENTITY a 'AAAAAAAAAA'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>"
      "<!ENTITY c SYSTEM 'file:///etc/passwd'>]><w:document><w:body><w:p><w:r><w:t>&b;&c; end"
      "</w:t></w:r></w:p></w:body></w:document>";
  EXPECT_THAT(LoadZip(ZipOf({{"word/document.xml", main}})), ElementsAre("paragraph: &b;&c; end"));
}

TEST(DocxLoaderTest, Limits) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<w:ins>";
  for (int i = 0; i < 100'000; ++i) deep += "</w:ins>";
  const Status nesting = StatusOf("<w:p>" + deep + "</w:p>");
  EXPECT_EQ(nesting.code(), StatusCode::kTooLarge);
  EXPECT_THAT(nesting.message(), HasSubstr("word/document.xml"));

  LoadOptions options;
  options.limits.max_archive_entries = 2;
  EXPECT_EQ(StatusOf(Para(Text("x")), {}, options).code(), StatusCode::kTooLarge);

  LoadOptions small;
  small.limits.max_expanded_bytes = 5000;
  EXPECT_EQ(StatusOf(Para(Text(std::string(6000, 'x'))), {}, small).code(), StatusCode::kTooLarge);

  // 64 MiB of one letter pack into 64 KiB.
  const Status bomb = StatusOf(Para(Text(std::string(size_t{64} << 20, 'x'))));
  EXPECT_EQ(bomb.code(), StatusCode::kTooLarge);
  EXPECT_THAT(bomb.message(), HasSubstr("bomb"));

  LoadOptions tree;
  tree.limits.max_expanded_bytes = size_t{1} << 20;
  std::string elements;
  for (int i = 0; i < 20'000; ++i) elements += "<w:p/>";
  EXPECT_EQ(StatusOf(elements, {}, tree).code(), StatusCode::kTooLarge);

  std::stop_source stop;
  stop.request_stop();
  LoadOptions stopped;
  stopped.stop = stop.get_token();
  EXPECT_EQ(StatusOf(Para(Text("x")), {}, stopped).code(), StatusCode::kCancelled);
}

TEST(DocxLoaderTest, NoText) { EXPECT_EQ(StatusOf("<w:p/>").code(), StatusCode::kNoText); }

TEST(DocxLoaderTest, MissingStylesAreAWarning) {
  const std::string rels =
      "<Relationships><Relationship Id='s' Type='x/styles' Target='styles.xml'/></Relationships>";
  const auto document = LoadDocx(
      ZipOf(
          {{"word/document.xml", WordRoot("document", "<w:body>" + Para(Text("x")) + "</w:body>")},
           {"word/_rels/document.xml.rels", rels}}),
      {});
  ASSERT_TRUE(document.ok());
  EXPECT_THAT(document->warnings, ElementsAre("its part word/styles.xml is missing"));
}

}  // namespace
}  // namespace gloss
