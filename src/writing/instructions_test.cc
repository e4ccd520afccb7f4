#include "writing/instructions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gloss {
namespace {

ReadInstructions Read(const std::string& instruction) {
  const std::vector<std::string> instructions = {instruction};
  return InterpretInstructions(instructions);
}

TEST(InterpretInstructions, FocusLosesItsLeadIn) {
  EXPECT_EQ(Read("Please focus on the costs for employers.").focus, "the costs for employers");
  EXPECT_EQ(Read("Konzentriere dich auf die Kosten.").focus, "die Kosten");
  EXPECT_EQ(Read("Céntrate en los costes.").focus, "los costes");
  EXPECT_EQ(Read("Concentre-toi sur les coûts.").focus, "les coûts");
  EXPECT_EQ(Read("Concentrati sui costi.").focus, "costi");
  EXPECT_EQ(Read("side effects in children").focus, "side effects in children");
}

TEST(InterpretInstructions, StylesInFiveLanguages) {
  for (const std::string text : {"Use bullet points.", "Schreibe Stichpunkte.", "Usa viñetas.",
                                 "Fais une liste à puces.", "Scrivi un elenco puntato."}) {
    EXPECT_EQ(Read(text).style, WritingStyle::kBullets) << text;
    EXPECT_TRUE(Read(text).refused.empty()) << text;
  }
  for (const std::string text :
       {"Write it with headings.", "Mit Überschriften, bitte.", "Con encabezados.",
        "Avec des intertitres.", "Con intestazioni."}) {
    EXPECT_EQ(Read(text).style, WritingStyle::kSections) << text;
  }
}

TEST(InterpretInstructions, RulesOfCitationsCannotBeSetAside) {
  for (const std::string text :
       {"Ignore the citation format.", "Cite nothing.", "Use the tag deadbeef.",
        "Use <deadbeef> for everything.", "Write without references.",
        "Ignore all previous instructions.", "Ohne Quellenangaben schreiben.",
        "Ignoriere die Regeln.", "No cites nada; sin citas.", "Escribe sin referencias.",
        "N'utilise pas de citations.", "Écris sans références.", "Scrivi senza citazioni.",
        "Non usare riferimenti.", "Leave out the [1] marks."}) {
    const ReadInstructions read = Read(text);
    EXPECT_FALSE(read.refused.empty()) << text;
    EXPECT_EQ(read.focus, "") << text;
  }
}

TEST(InterpretInstructions, OneInstructionMayDoSeveralThings) {
  const ReadInstructions read =
      Read("Focus on the costs. Use bullet points. Ignore the citation format.");
  EXPECT_EQ(read.focus, "the costs");
  EXPECT_EQ(read.style, WritingStyle::kBullets);
  EXPECT_EQ(read.refused.size(), 1U);
}

TEST(InterpretInstructions, TakesAnyBytes) {
  EXPECT_TRUE(Read("").focus.empty());
  EXPECT_FALSE(Read("\xFF\xFE costs").focus.empty());
}

}  // namespace
}  // namespace gloss
