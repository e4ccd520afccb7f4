#include "text/markdown_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Read(std::string_view text) {
  std::vector<std::string> found;
  size_t end = 0;
  for (const Block& block : MarkdownBlocks(text)) {
    EXPECT_GE(block.span.begin, end);
    EXPECT_LE(block.span.end, text.size());
    end = block.span.end;
    found.push_back(std::string(BlockKindName(block.kind)) + ": " +
                    std::string(block.span.In(text)));
  }
  return found;
}

TEST(MarkdownBlocks, SignsAreLeftOut) {
  EXPECT_THAT(
      Read("# Budget 2026 #\n\nIt was\napproved <94263ce0>.\n- One.\n  More.\n* Two.\n3. "
           "Three.\n> Quoted\n> on.\n\n**Roads**\n\nTwo bridges close.\n"),
      ElementsAre("heading: Budget 2026", "paragraph: It was\napproved <94263ce0>.",
                  "list_item: One.\n  More.", "list_item: Two.", "list_item: Three.",
                  "quote: Quoted\n> on.", "heading: Roads", "paragraph: Two bridges close."));
}

TEST(MarkdownBlocks, CodeTablesAndNotesStandAlone) {
  EXPECT_THAT(
      Read("Text.\n```\n# no heading\n\n- no item\n```\n| a | b |\n| c | d |\n[^1]: A note\n"
           "[^2]: Another\r\n"),
      ElementsAre("paragraph: Text.", "code: ```\n# no heading\n\n- no item\n```",
                  "paragraph: | a | b |", "paragraph: | c | d |", "paragraph: [^1]: A note",
                  "paragraph: [^2]: Another"));
}

TEST(MarkdownBlocks, WhatOnlyLooksLikeSignsIsText) {
  EXPECT_THAT(
      Read("#hashtag\n-5 degrees\n2026. was a year\n**Bold** and **bold**"),
      ElementsAre("paragraph: #hashtag\n-5 degrees\n2026. was a year\n**Bold** and **bold**"));
}

TEST(MarkdownBlocks, TakesAnything) {
  EXPECT_THAT(Read(""), IsEmpty());
  EXPECT_THAT(Read("\n \n\t\n"), IsEmpty());
  EXPECT_THAT(Read("#\n# \n-\n- \n>\n"), ElementsAre("paragraph: #\n# \n-\n-"));
  EXPECT_THAT(Read("```"), ElementsAre("code: ```"));
  Read("\xff\xfe # \n- \x80\n> ");
}

}  // namespace
}  // namespace gloss
