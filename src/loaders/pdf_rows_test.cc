#include "loaders/pdf_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gloss {
namespace {

using testing::ElementsAre;

PdfLine LineAt(double x, double y, std::string_view text, double height = 10) {
  PdfLine line;
  PdfWord word;
  word.text = text;
  word.rect = {x, y, x + 0.5 * height * static_cast<double>(text.size()), y + height};
  line.words.push_back(std::move(word));
  MeasureLine(line);
  return line;
}

std::vector<std::string> TextsOf(const std::vector<PdfLine>& lines) {
  std::vector<std::string> texts;
  for (const PdfLine& line : lines) texts.push_back(line.Text());
  return texts;
}

TEST(GroupIntoRowsTest, RowsFromTopToBottomAndLeftToRight) {
  const std::vector<PdfLine> lines{LineAt(300, 100, "c"), LineAt(50, 120, "d"),
                                   LineAt(50, 101, "a"), LineAt(150, 99, "b")};
  EXPECT_THAT(GroupIntoRows(lines), ElementsAre(ElementsAre(2, 3, 0), ElementsAre(1)));
}

TEST(GroupIntoRowsTest, RaisedMarksShareTheRowOfTheirWord) {
  const std::vector<PdfLine> lines{LineAt(50, 100, "word"), LineAt(70, 98, "1", 6),
                                   LineAt(50, 112, "below")};
  EXPECT_THAT(GroupIntoRows(lines), ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
}

TEST(GroupIntoRowsTest, LinesAboveEachOtherAreTwoRowsThoughACellStandsBetweenThem) {
  const std::vector<PdfLine> lines{LineAt(50, 100, "upper"), LineAt(50, 109, "lower"),
                                   LineAt(200, 104, "between")};
  EXPECT_THAT(GroupIntoRows(lines), ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
}

TEST(JoinCellsTest, NearPiecesAreOneLineAndFarOnesCells) {
  EXPECT_THAT(TextsOf(JoinCells({LineAt(50, 100, "near"), LineAt(80, 100, "by")})),
              ElementsAre("near by"));
  EXPECT_THAT(TextsOf(JoinCells({LineAt(50, 100, "far"), LineAt(100, 100, "away")})),
              ElementsAre("far", "away"));
}

TEST(JoinCellsTest, ListMarksGoWithTheirText) {
  EXPECT_THAT(TextsOf(JoinCells({LineAt(50, 100, "•"), LineAt(80, 100, "item")})),
              ElementsAre("• item"));
  EXPECT_THAT(TextsOf(JoinCells({LineAt(50, 100, "2.1"), LineAt(90, 100, "Heading")})),
              ElementsAre("2.1 Heading"));
}

TEST(JoinCellsTest, NumbersSideBySideAreCells) {
  EXPECT_THAT(TextsOf(JoinCells({LineAt(50, 100, "0.965"), LineAt(82, 100, "1,934")})),
              ElementsAre("0.965", "1,934"));
}

TEST(JoinCellsTest, AMarkInsideALineIsPutBetweenItsWords) {
  PdfLine line = LineAt(50, 100, "cells");
  line.words.push_back(LineAt(90, 100, "grew").words.front());
  MeasureLine(line);
  EXPECT_THAT(TextsOf(JoinCells({std::move(line), LineAt(76, 98, "2", 6)})),
              ElementsAre("cells 2 grew"));
}

TEST(IsListMarkTest, MarksAndNoMarks) {
  for (const char* mark :
       {"•", "–", "1.", "12.", "(3)", "a)", "(iv)", "2.1", "2.1.", "A.3", "[4]", "7"}) {
    EXPECT_TRUE(IsListMark(mark)) << mark;
  }
  for (const char* other :
       {"2020.", "3195.", "ab)", "the", "1,234", "10.5%", "(see", "", "3rd", "."}) {
    EXPECT_FALSE(IsListMark(other)) << other;
  }
}

}  // namespace
}  // namespace gloss
