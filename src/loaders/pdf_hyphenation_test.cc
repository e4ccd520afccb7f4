#include "loaders/pdf_hyphenation.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace gloss {
namespace {

/// A document of one line of these words.
LineJoiner JoinerFor(std::string_view words) {
  PdfBlock block;
  PdfLine line;
  std::istringstream stream{std::string(words)};
  for (std::string word; stream >> word;) line.words.push_back({{}, {}, word});
  line.words.push_back({{}, {}, "."});
  block.lines.push_back(std::move(line));
  return LineJoiner({block});
}

LineJoin Decide(std::string_view token, std::string_view next, std::string_view words = "") {
  return JoinerFor(words).Decide(token, next);
}

TEST(LineJoinerTest, OrdinaryLineEndsAreSpaces) {
  EXPECT_EQ(Decide("the", "cell"), LineJoin::kSpace);
  EXPECT_EQ(Decide("-", "five"), LineJoin::kSpace);
  EXPECT_EQ(Decide("–", "five"), LineJoin::kSpace);
}

TEST(LineJoinerTest, CutWordsLoseTheirHyphen) {
  EXPECT_EQ(Decide("infor-", "mation"), LineJoin::kDropHyphen);
  EXPECT_EQ(Decide("(infor-", "mation),"), LineJoin::kDropHyphen);
  EXPECT_EQ(Decide("infor\u2010", "mation"), LineJoin::kDropHyphen);
  EXPECT_EQ(Decide("Ver-", "ständnis"), LineJoin::kDropHyphen);
}

TEST(LineJoinerTest, SoftHyphensAlwaysGo) {
  EXPECT_EQ(Decide("FAA\u00AD", "Approved"), LineJoin::kDropHyphen);
}

TEST(LineJoinerTest, TheDocumentDecides) {
  EXPECT_EQ(Decide("double-", "blind", "A double-blind trial"), LineJoin::kTogether);
  EXPECT_EQ(Decide("on-", "line", "The on-line form, on-line"), LineJoin::kTogether);
  EXPECT_EQ(Decide("on-", "line", "An online form"), LineJoin::kDropHyphen);
  EXPECT_EQ(Decide("INFOR-", "MATION", "ALL INFORMATION HERE"), LineJoin::kDropHyphen);
}

TEST(LineJoinerTest, BothPartsAreWordsOfTheDocument) {
  EXPECT_EQ(Decide("load-", "carrying", "a load while carrying it"), LineJoin::kTogether);
  EXPECT_EQ(Decide("self-", "locking", "a locking nut"), LineJoin::kTogether);
  EXPECT_EQ(Decide("over-", "view", "a view over it"), LineJoin::kDropHyphen);
  EXPECT_EQ(Decide("as-", "signed", "as signed"), LineJoin::kDropHyphen);
}

TEST(LineJoinerTest, OnlyTheLastPartOfACompoundWasCut) {
  EXPECT_EQ(Decide("placebo-con-", "trolled", "a controlled trial"), LineJoin::kDropHyphen);
}

TEST(LineJoinerTest, NamesNumbersAndRangesKeepTheirs) {
  EXPECT_EQ(Decide("Soekarno-", "Hatta"), LineJoin::kTogether);
  EXPECT_EQ(Decide("FAA-", "approved"), LineJoin::kTogether);
  EXPECT_EQ(Decide("2018–", "23–51,"), LineJoin::kTogether);
  EXPECT_EQ(Decide("COVID-", "19"), LineJoin::kTogether);
  EXPECT_EQ(Decide("and/", "or"), LineJoin::kTogether);
}

TEST(LineJoinerTest, AHyphenThatStandsForAPartStays) {
  EXPECT_EQ(Decide("Haupt-", "und"), LineJoin::kSpace);
  EXPECT_EQ(Decide("pre-", "and"), LineJoin::kSpace);
}

TEST(LineJoinerTest, AddressesAreOnePiece) {
  EXPECT_EQ(Decide("https://", "www.regulations.gov."), LineJoin::kTogether);
  EXPECT_EQ(Decide("http://knkt.go.id/ntsc/2018%20-", "%20035%20-"), LineJoin::kTogether);
  EXPECT_EQ(Decide("Inquiry@", "faa.gov."), LineJoin::kTogether);
  EXPECT_EQ(Decide("https://a.org", "and"), LineJoin::kSpace);
}

TEST(LineJoinerTest, ScriptsWithoutSpaces) {
  EXPECT_EQ(Decide("数据", "分析"), LineJoin::kTogether);
  EXPECT_EQ(Decide("です。", "これ"), LineJoin::kTogether);
  EXPECT_EQ(Decide("数据", "model"), LineJoin::kSpace);
  EXPECT_EQ(Decide("보험", "상품"), LineJoin::kSpace);
  EXPECT_EQ(Decide("보험", "상품", "그 보험상품 은"), LineJoin::kTogether);
}

TEST(LineJoinerTest, EmptyTextIsNoMatter) {
  EXPECT_EQ(Decide("", ""), LineJoin::kSpace);
  EXPECT_EQ(Decide("-", ""), LineJoin::kSpace);
  EXPECT_EQ(Decide("a-", ""), LineJoin::kSpace);
}

}  // namespace
}  // namespace gloss
