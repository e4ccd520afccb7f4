#include "writing/salience.h"

#include <gtest/gtest.h>

#include "models/scripted_embedder.h"
#include "writing/writing_test_support.h"

namespace gloss {
namespace {

/// The sentence that is ranked first of two. Two are equally near to their middle.
std::string FirstOf(const std::vector<std::string>& paragraphs, std::string_view language) {
  const Document document = PlainDocument(paragraphs, language);
  const std::vector<SourceSentence> sentences = StatingSentences({&document, 1});
  EXPECT_EQ(sentences.size(), 2U);
  ScriptedEmbedder embedder;
  const auto ranked = RankSentences(embedder, {{&document, 1}, sentences, ""}, {}, {}, {});
  EXPECT_TRUE(ranked.ok()) << ranked.status().ToString();
  return std::string(sentences[ranked->front().index].text);
}

TEST(Salience, FiguresCountAndReferencesDoNot) {
  const std::string figures = "The council of the old town spent 12 million euros on 5 schools.";
  EXPECT_EQ(
      FirstOf({"The rules of sections 12 and 14 and of Article 5 apply to them as well.", figures},
              "en"),
      figures);
  const std::string german = "Der Rat der alten Stadt gab 12 Millionen Euro für 5 Schulen aus.";
  EXPECT_EQ(
      FirstOf({"Die Regeln der §§ 435, 436 und des Absatzes 2 Satz 1 gelten auch für sie.", german},
              "de"),
      german);
}

TEST(Salience, AmongEqualsTheEarlierComesFirst) {
  const std::string first = "The council of the old town met in the large hall on the hill.";
  EXPECT_EQ(FirstOf({first, "The members of the young choir sang in the small room below."}, "en"),
            first);
}

}  // namespace
}  // namespace gloss
