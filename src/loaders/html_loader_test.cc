#include "loaders/html_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loaders/document_check.h"
#include "loaders/html_entities.h"
#include "loaders/loader_test_util.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::string_view_literals;

std::vector<std::string> Load(std::string_view html) {
  const auto document = LoadHtml(html, {}, {});
  if (!document.ok()) return {document.status().ToString()};
  const Status check = CheckDocument(*document);
  if (!check.ok()) return {check.ToString()};
  return Shown(*document);
}

StatusCode CodeOf(std::string_view html, const LoadOptions& options = {}) {
  return LoadHtml(html, {}, options).status().code();
}

TEST(HtmlLoaderTest, BlocksAndWhiteSpace) {
  EXPECT_THAT(Load("<p>One\n  <b> two</b> <i>three</i>,four<p>Next<div>in a div<div>inner</div> "
                   "after</div>tail"),
              ElementsAre("paragraph: One two three,four", "paragraph: Next", "paragraph: in a div",
                          "paragraph: inner", "paragraph: after", "paragraph: tail"));
}

TEST(HtmlLoaderTest, EntitiesBreaksAndSpecialSpaces) {
  EXPECT_THAT(Load("<p>5&nbsp;&lt;&nbsp;6 &amp;amp; &eacute;&#8364;&hellip; soft&shy;hyphen "
                   "a<wbr>b<br>line<br> <br>paragraph<br></p>"),
              ElementsAre("paragraph: 5\xC2\xA0<\xC2\xA0"
                          "6 &amp; é€… soft\xC2\xADhyphen ab\nline",
                          "paragraph: paragraph"));
}

TEST(HtmlLoaderTest, HiddenThingsAreOut) {
  EXPECT_THAT(
      Load(
          "<head><title>T</title><style>p{}</style></head><script>x</script><noscript>no</noscript>"
          "<template><p>t</p></template><p hidden>h</p><p style='color:red; DISPLAY : none'>d</p>"
          "<p style='visibility:hidden'>v</p><p style='font-size:0px'>f</p>"
          "<p style='opacity:0.0'>o</p><span aria-hidden=true>a</span><dialog>closed</dialog>"
          "<!-- c --><select><option>x</select><textarea>y</textarea><svg><title>s</title>"
          "<text>z</text></svg><iframe>i</iframe><p style='font-size:0.8em;opacity:0.5'>seen</p>"),
      ElementsAre("paragraph: seen"));
}

TEST(HtmlLoaderTest, HeadingsListsQuotesCode) {
  const auto document = LoadHtml(
      "<title>The &amp; title</title><h1>A</h1><p>x<h3>B <br> b</h3><ul><li>one<ul><li>two</ul>"
      "<li><p>three</p><p>more</ul><blockquote><p>said</p></blockquote>"
      "<pre>\n  code\n    in</pre><figure><img alt=z><figcaption>Fig</figcaption></figure>"
      "<dl><dt>term<dd>meaning</dl><p>He <q>said</q> so",
      {}, {});
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->title, "The & title");
  EXPECT_THAT(Shown(*document),
              ElementsAre("heading@1: A", "paragraph: x", "heading@3: B b", "list_item: one",
                          "list_item: two", "list_item: three", "list_item: more", "quote: said",
                          "code:   code\n    in", "caption: Fig", "list_item: term",
                          "list_item: meaning", "paragraph: He “said” so"));
  EXPECT_THAT(document->blocks[4].heading_path, ElementsAre(0, 2));
}

TEST(HtmlLoaderTest, TableGrid) {
  EXPECT_THAT(Load("<table><caption>Cap</caption><thead><tr><td>H1<td>H2</thead>"
                   "<tr><th rowspan=2>R<td>a<td colspan=2>b<tr><td>c<td><td>d"
                   "<tr><td>e</table>"),
              ElementsAre("caption: Cap", "table_cell@0/0/0!: H1", "table_cell@0/0/1!: H2",
                          "table_cell@0/1/0!: R", "table_cell@0/1/1: a", "table_cell@0/1/2: b",
                          "table_cell@0/2/1: c", "table_cell@0/2/3: d", "table_cell@0/3/0: e"));
}

TEST(HtmlLoaderTest, LayoutTablesOnlyArrange) {
  EXPECT_THAT(
      Load("<table><tr><td><h1>Head</h1><p>Text<td><table><tr><td>a<td>b</table></table>"
           "<table role=presentation><tr><td>c<td>d</table><table><tr><td>alone</table>"),
      ElementsAre("heading@1: Head", "paragraph: Text", "table_cell@0/0/0: a",
                  "table_cell@0/0/1: b", "paragraph: c", "paragraph: d", "paragraph: alone"));
}

TEST(HtmlLoaderTest, FurnitureOfThePage) {
  EXPECT_THAT(Load("<header>Site <h1>Page title</h1></header><nav><a>Home</a></nav><main><article>"
                   "<header>By A. Author</header><p>Body.<aside>Note</aside><footer>Dated</footer>"
                   "</article></main><aside>Ads</aside><footer>Imprint</footer>"),
              ElementsAre("heading@1: Page title", "paragraph: By A. Author", "paragraph: Body.",
                          "paragraph: Note", "paragraph: Dated", "furniture: Site",
                          "furniture: Home", "furniture: Ads", "furniture: Imprint"));
  EXPECT_THAT(Load("<div>Text.</div><aside>A note to it.</aside>"),
              ElementsAre("paragraph: Text.", "paragraph: A note to it."));
  EXPECT_THAT(Load("<nav><p>Only navigation</nav>"), ElementsAre("paragraph: Only navigation"));
}

TEST(HtmlLoaderTest, ExponentsAndImages) {
  EXPECT_THAT(Load("<p>10<sup>6</sup> cells, 5 m<sup>2</sup>, 10<sup>&minus;3</sup>, see "
                   "above<sup><a href=#n>1</a></sup>, the 5<sup>th</sup>, H<sub>2</sub>O"),
              ElementsAre("paragraph: 10⁶ cells, 5 m², 10⁻³, see above1, the 5th, H2O"));
  EXPECT_THAT(Load("<p>Good <img alt=':-)' aria-hidden=true> day<p><img alt='decoration'>"
                   "<p><img alt='{\\displaystyle E=mc^{2}}'>"),
              ElementsAre("paragraph: Good :-) day", "paragraph: E=mc^{2}"));
  EXPECT_THAT(
      Load("<p><math><msup> <mi>x</mi>\n <mn>2</mn> </msup><mo>+</mo><mfrac><mn>1</mn><mn>2</mn>"
           "</mfrac><annotation>tex</annotation></math>"),
      ElementsAre("paragraph: x^2+1/2"));
}

TEST(HtmlLoaderTest, RubyButtonsAndInlineDisplay) {
  EXPECT_THAT(
      Load("<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> "
           "<button>A</button><button>B</button>"
           "<p><span style='display:block'>one</span><span>two</span>"
           "<div style='display:inline'>x</div><div style='display: inline-block'>y</div>"),
      ElementsAre("paragraph: 漢(kan) A B", "paragraph: one", "paragraph: two", "paragraph: xy"));
}

TEST(HtmlLoaderTest, CharsetsAndNul) {
  const auto document = LoadHtml("<meta charset=iso-8859-1><p>caf\xE9 \x80", {}, {});
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->text, "café €");
  const auto outer = LoadHtml("<meta charset=utf-8><p>caf\xE9", "iso-8859-1", {});
  ASSERT_TRUE(outer.ok());
  EXPECT_EQ(outer->text, "café");
  LoadOptions lossy;
  lossy.lossy = true;
  const auto nul = LoadHtml(
      "<p>a long enough sentence with one NUL \0 character in it, which is not "
      "a program at all, is it? It goes on and on.</p>"sv,
      {}, lossy);
  ASSERT_TRUE(nul.ok());
  EXPECT_THAT(nul->text, HasSubstr("NUL \xEF\xBF\xBD character"));
}

TEST(HtmlLoaderTest, KeepsBidiAndZeroWidthCharacters) {
  EXPECT_THAT(Load("<p>a&#x200B;b&zwnj;c &#x202E;x&#x202C;"),
              ElementsAre("paragraph: a\xE2\x80\x8B"
                          "b\xE2\x80\x8C"
                          "c \xE2\x80\xAEx\xE2\x80\xAC"));
}

TEST(HtmlLoaderTest, HostileNesting) {
  std::string tags;
  for (int i = 0; i < 100'000; ++i) tags += "<div>";
  EXPECT_EQ(CodeOf(tags + "x"), StatusCode::kTooLarge);
  std::string spans;
  for (int i = 0; i < 100'000; ++i) spans += "<span>";
  EXPECT_EQ(CodeOf(spans + "x"), StatusCode::kTooLarge);
  std::string formatting;
  for (int i = 0; i < 600; ++i) formatting += "<b id=" + std::to_string(i) + "><p>";
  EXPECT_EQ(CodeOf(formatting + "x"), StatusCode::kTooLarge);
  std::string tables;
  for (int i = 0; i < 300; ++i) tables += "<table><tr><td>";
  EXPECT_EQ(CodeOf(tables + "x"), StatusCode::kTooLarge);
}

TEST(HtmlLoaderTest, DeadlineAndStopEndTheParser) {
  std::string tags;
  for (int i = 0; i < 20'000; ++i) tags += "<span>";
  LoadOptions options;
  options.limits.max_seconds = 0;
  EXPECT_EQ(CodeOf(tags, options), StatusCode::kTimeout);
  std::stop_source stop;
  stop.request_stop();
  LoadOptions stopped;
  stopped.stop = stop.get_token();
  EXPECT_EQ(CodeOf(tags, stopped), StatusCode::kCancelled);
  LoadOptions small;
  small.limits.max_expanded_bytes = size_t{1} << 20;
  EXPECT_EQ(CodeOf(tags, small), StatusCode::kTooLarge);
}

TEST(HtmlLoaderTest, LargeAttributesAndUnclosedThings) {
  EXPECT_THAT(Load("<p title='" + std::string(size_t{1} << 20, 'x') + "'>text"),
              ElementsAre("paragraph: text"));
  EXPECT_THAT(Load("<p>text <b>bold <a href='unclosed"), ElementsAre("paragraph: text bold"));
  EXPECT_THAT(Load("<p>before<!-- never closed <p>after"), ElementsAre("paragraph: before"));
  EXPECT_THAT(Load("<p>x<"), ElementsAre("paragraph: x<"));
  EXPECT_THAT(Load("</p></div></body></html>text"), ElementsAre("paragraph: text"));
}

TEST(HtmlLoaderTest, EmptyPagesHaveNoText) {
  EXPECT_EQ(CodeOf("<html><head><title>Only a title</title></head><body></body></html>"),
            StatusCode::kNoText);
}

TEST(HtmlEntitiesTest, Decode) {
  HtmlEntities entities;
  EXPECT_EQ(entities.Decode("&eacute;"), "é");
  EXPECT_EQ(entities.Decode("&nosuchthing;"), "&nosuchthing;");
  EXPECT_EQ(entities.Decode("&#128512;"), "😀");
  EXPECT_EQ(entities.Decode("&#xD800;"), "\xEF\xBF\xBD");
  EXPECT_EQ(entities.Decode("&#99999999999999999999;"), "\xEF\xBF\xBD");
}

}  // namespace
}  // namespace gloss
