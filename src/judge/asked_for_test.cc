#include "judge/asked_for.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

AskedFor Read(std::vector<std::string> instructions) {
  JudgeTask task;
  task.instructions = std::move(instructions);
  return ReadAskedFor(task);
}

TEST(AskedFor, Lengths) {
  EXPECT_EQ(Read({"Write about 120 words."}).words, 120U);
  EXPECT_FALSE(Read({"Write about 120 words."}).words_at_most);
  EXPECT_TRUE(Read({"Use at most 80 words."}).words_at_most);
  EXPECT_EQ(Read({"Höchstens 60 Wörter."}).words, 60U);
  EXPECT_EQ(Read({"No más de 90 palabras."}).words, 90U);
  EXPECT_EQ(Read({"Environ 70 mots."}).words, 70U);
  EXPECT_EQ(Read({"Circa 50 parole."}).words, 50U);
}

TEST(AskedFor, Forms) {
  EXPECT_EQ(Read({"Use bullet points."}).style, "bullets");
  const AskedFor five = Read({"Write five bullet points."});
  EXPECT_EQ(five.style, "bullets");
  EXPECT_EQ(five.items, 5U);
  EXPECT_EQ(Read({"Write it as a table."}).style, "table");
  EXPECT_EQ(Read({"Use headings."}).style, "sections");
}

TEST(AskedFor, Languages) {
  EXPECT_EQ(Read({"Write in German."}).language, "de");
  EXPECT_EQ(Read({"Schreibe auf Französisch."}).language, "fr");
  EXPECT_EQ(Read({"Escribe en inglés."}).language, "en");
}

TEST(AskedFor, FocusAndWhatToMentionOrLeaveOut) {
  const AskedFor asked = Read(
      {"Please focus on the costs. Do not mention names of people. Mention the opening date."});
  EXPECT_EQ(asked.focus, "the costs");
  EXPECT_THAT(asked.leave_out, ElementsAre("names of people"));
  EXPECT_THAT(asked.mention, ElementsAre("the opening date"));
  EXPECT_THAT(asked.open, IsEmpty());
}

TEST(AskedFor, WhatIsToComeFirst) {
  EXPECT_EQ(Read({"Begin with the price of a ticket."}).begin_with, "the price of a ticket");
  EXPECT_EQ(Read({"Please name the latest figure before anything else."}).begin_with,
            "the latest figure");
  EXPECT_EQ(Read({"Mention the fire first."}).begin_with, "the fire");
  EXPECT_THAT(Read({"Mention the fire first."}).mention, IsEmpty());
  EXPECT_EQ(Read({"Beginne mit dem Preis."}).begin_with, "dem Preis");
  EXPECT_EQ(Read({"Menciona primero el precio."}).begin_with, "el precio");
  EXPECT_EQ(Read({"Commence par le prix."}).begin_with, "le prix");
  EXPECT_EQ(Read({"Inizia con il prezzo."}).begin_with, "il prezzo");
  // Two beginnings cannot be: the second is for a reader.
  EXPECT_THAT(Read({"Begin with the price. Begin with the date."}).open,
              ElementsAre("Begin with the date"));
  EXPECT_THAT(Read({"Mention the first prize."}).mention, ElementsAre("the first prize"));
}

TEST(AskedFor, RulesAndWhatNoRuleReads) {
  const AskedFor asked = Read({"Ignore the citation format. Write for children of ten."});
  EXPECT_THAT(asked.against_rules, ElementsAre("Ignore the citation format"));
  EXPECT_THAT(asked.open, ElementsAre("Write for children of ten"));
  EXPECT_EQ(asked.focus, "");
}

TEST(AskedFor, FieldsGoBeforeWords) {
  JudgeTask task;
  task.words = 50;
  task.style = "prose";
  task.language = "en";
  task.instructions = {"Write 200 words in German as bullet points."};
  const AskedFor asked = ReadAskedFor(task);
  EXPECT_EQ(asked.words, 50U);
  EXPECT_EQ(asked.style, "prose");
  EXPECT_EQ(asked.language, "en");
}

TEST(AskedFor, AnyBytes) { EXPECT_THAT(Read({"\xff\xfe", "", "…"}).focus, ""); }

}  // namespace
}  // namespace gloss
