#include "grounding/cascade_matcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "grounding/test_support.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Claims = std::vector<std::string_view>;

struct Fixture {
  Labels labels = {};
  CascadeOptions options = {};
  std::optional<size_t> embedder_fails_after = {};
  std::stop_token stop = {};
  Calibration calibration = {};

  MatchResult Run(const Claims& claims, const std::vector<Document>& documents) {
    ScriptedEmbedderOptions embedder_options;
    embedder_options.fail_after = embedder_fails_after;
    ScriptedEmbedder embedder(embedder_options);
    ScriptedClassifierOptions classifier_options = Script(labels);
    classifier_options.calibration = calibration;
    ScriptedClassifier classifier(std::move(classifier_options));
    return CascadeMatcher(embedder, classifier, options).Match(claims, documents, "en", {}, stop);
  }
};

bool Supports(const ClaimMatch& match) {
  return std::any_of(match.evidence.begin(), match.evidence.end(),
                     [](const EvidenceSet& set) { return set.polarity == Polarity::kSupports; });
}

bool Contradicts(const ClaimMatch& match) {
  return std::any_of(match.evidence.begin(), match.evidence.end(),
                     [](const EvidenceSet& set) { return set.polarity == Polarity::kContradicts; });
}

TEST(CascadeMatcherTest, FindsSupportAndContradiction) {
  Fixture fixture;
  fixture.labels.table = {
      {{"Aspirin lowers fever.", "Aspirin reduces fever."}, Relation::kEntailment},
      {{"Aspirin never cures cancer.", "Aspirin cures cancer."}, Relation::kContradiction}};
  const MatchResult result =
      fixture.Run({"Aspirin reduces fever.", "Aspirin cures cancer."},
                  {MakeDocument("d1", {"Aspirin lowers fever.", "Aspirin never cures cancer."})});
  ASSERT_THAT(result.claims[0].evidence, SizeIs(1));
  EXPECT_EQ(result.claims[0].evidence[0].polarity, Polarity::kSupports);
  EXPECT_THAT(result.claims[0].evidence[0].sentences, ElementsAre(SentenceRef{0, 0}));
  ASSERT_THAT(result.claims[1].evidence, SizeIs(1));
  EXPECT_EQ(result.claims[1].evidence[0].polarity, Polarity::kContradicts);
  EXPECT_THAT(result.claims[1].evidence[0].sentences, ElementsAre(SentenceRef{0, 1}));
}

/// What is more likely no support than support is shown and decides nothing.
TEST(CascadeMatcherTest, UnlikelySupportIsNoEvidence) {
  Fixture fixture;
  fixture.labels.table = {
      {{"Aspirin lowers fever.", "Aspirin reduces fever."}, Relation::kEntailment}};
  const std::vector<Document> documents = {MakeDocument("d1", {"Aspirin lowers fever.", "Other."})};
  for (const float constant : {-0.6F, 0.1F}) {
    EvidenceCalibration evidence;
    evidence.support = {0.1F, 0, 0, 0, constant - 0.6F};  // σ(constant) for an entailed pair
    evidence.contradiction = {0, 0, 0, 0, -9};
    evidence.support_threshold = 0.3F;
    fixture.calibration.evidence = evidence;
    const MatchResult result = fixture.Run({"Aspirin reduces fever."}, documents);
    const bool likely = constant > 0;
    EXPECT_THAT(result.claims[0].evidence, SizeIs(likely ? 1 : 0)) << constant;
    ASSERT_THAT(result.claims[0].weak_evidence, SizeIs(likely ? 0 : 1)) << constant;
    if (!likely) {
      EXPECT_THAT(result.claims[0].weak_evidence[0].sentences, ElementsAre(SentenceRef{0, 0}));
      EXPECT_NEAR(result.claims[0].weak_evidence[0].probability, 0.354, 0.001);
    }
  }
}

TEST(CascadeMatcherTest, AWrongFigureIsNeverSupport) {
  Fixture fixture;
  fixture.labels.fallback = Relation::kEntailment;  // A model that takes everything.
  const MatchResult result = fixture.Run(
      {"The fire department receives $85.3 million."},
      {MakeDocument("d1", {"The fire department receives $58.3 million in the plan."})});
  EXPECT_FALSE(Supports(result.claims[0]));
  EXPECT_TRUE(Contradicts(result.claims[0]));
  ASSERT_THAT(result.claims[0].figures, SizeIs(1));
  EXPECT_TRUE(result.claims[0].figures[0].conflict);
  EXPECT_THAT(result.claims[0].figures[0].text, HasSubstr("58.3"));
}

TEST(CascadeMatcherTest, AFigureThatTheEvidenceLacksLeavesItWeak) {
  Fixture fixture;
  fixture.labels.fallback = Relation::kEntailment;
  const MatchResult result =
      fixture.Run({"The fire department receives 85 million and hires officers."},
                  {MakeDocument("d1", {"The fire department hires officers."})});
  EXPECT_THAT(result.claims[0].evidence, IsEmpty());
  ASSERT_THAT(result.claims[0].weak_evidence, SizeIs(1));
  EXPECT_LT(result.claims[0].weak_evidence[0].probability, 0.5F);
  ASSERT_THAT(result.claims[0].figures, SizeIs(1));
  EXPECT_FALSE(result.claims[0].figures[0].conflict);
}

/// Rows of a table read alike but for their names: another's figure contradicts nothing.
TEST(CascadeMatcherTest, WhatIsSaidOfAnotherContradictsNothing) {
  Fixture fixture;
  fixture.labels.table = {{{"The district of Falmiton spent 61.5 million on roads.",
                            "The district of Falmiton spent 61.5 million on roads."},
                           Relation::kEntailment}};
  fixture.labels.fallback =
      Relation::kContradiction;  // A model that sees contradiction everywhere.
  const MatchResult result =
      fixture.Run({"The district of Falmiton spent 61.5 million on roads."},
                  {MakeDocument("d1", {"The district of Garvonne spent 33.2 million on roads.",
                                       "The district of Falmiton spent 61.5 million on roads.",
                                       "The district of Herault spent 70.1 million on roads."})});
  EXPECT_TRUE(Supports(result.claims[0]));
  EXPECT_FALSE(Contradicts(result.claims[0]));
}

/// A group is no way round the evidence: it must hold the claim's words, each member its share.
TEST(CascadeMatcherTest, AGroupMustCoverTheClaim) {
  Fixture fixture;
  fixture.labels.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
    const bool is_group = pair.premise.find(". ") != std::string_view::npos;
    return is_group ? std::optional(Relation::kEntailment) : std::nullopt;
  };
  const MatchResult result =
      fixture.Run({"The bankers protested against the rental fee in spring."},
                  {MakeDocument("d1", {"A rental fee was adopted.", "That fee is new.",
                                       "The session was closed in spring."})});
  EXPECT_FALSE(Supports(result.claims[0]));
}

TEST(CascadeMatcherTest, AFigureThatIsNotThereIsNoSupport) {
  Fixture fixture;
  fixture.labels.fallback = Relation::kEntailment;
  fixture.options.evidence_sets = false;
  const MatchResult result = fixture.Run({"The council opened 14 schools in the city."},
                                         {MakeDocument("d1", {"The council opened schools."})});
  EXPECT_THAT(result.claims[0].evidence, IsEmpty());
  ASSERT_THAT(result.claims[0].figures, SizeIs(1));
  EXPECT_FALSE(result.claims[0].figures[0].conflict);

  fixture.options.check_figures = false;
  EXPECT_TRUE(Supports(fixture
                           .Run({"The council opened 14 schools in the city."},
                                {MakeDocument("d1", {"The council opened schools."})})
                           .claims[0]));
}

TEST(CascadeMatcherTest, TwoSentencesTogether) {
  Fixture fixture;
  const std::string claim = "The rental fee is expected to bring in 9 million.";
  fixture.labels.table = {
      {{"A rental fee was adopted. That fee is expected to bring in 9 million.", claim},
       Relation::kEntailment}};
  const std::vector<Document> documents = {MakeDocument(
      "d1", {"Parks are open.", "A rental fee was adopted.",
             "That fee is expected to bring in 9 million.", "The session was closed."})};
  const MatchResult result = fixture.Run({claim}, documents);
  ASSERT_THAT(result.claims[0].evidence, SizeIs(1));
  EXPECT_THAT(result.claims[0].evidence[0].sentences,
              ElementsAre(SentenceRef{0, 1}, SentenceRef{0, 2}));
  EXPECT_GT(result.counts.groups, 0U);

  fixture.options.evidence_sets = false;
  EXPECT_THAT(fixture.Run({claim}, documents).claims[0].evidence, IsEmpty());
}

TEST(CascadeMatcherTest, NoGroupWhereOneSentenceDecides) {
  Fixture fixture;
  fixture.labels.callback = [](const PremiseHypothesis& pair) {
    return pair.premise.find("adopted the budget") != std::string_view::npos
               ? std::optional(Relation::kEntailment)
               : std::nullopt;
  };
  const MatchResult result =
      fixture.Run({"The council adopted the budget."},
                  {MakeDocument("d1", {"The session began.", "The council adopted the budget."})});
  EXPECT_EQ(result.counts.groups, 0U);
  ASSERT_THAT(result.claims[0].evidence, SizeIs(1));
  EXPECT_THAT(result.claims[0].evidence[0].sentences, SizeIs(1));
}

TEST(CascadeMatcherTest, SourcesThatDisagreeGiveBothSides) {
  Fixture fixture;
  fixture.labels.table = {
      {{"Sales rose in May.", "Sales rose during May."}, Relation::kEntailment},
      {{"Sales fell in May.", "Sales rose during May."}, Relation::kContradiction}};
  const MatchResult result = fixture.Run(
      {"Sales rose during May."},
      {MakeDocument("d1", {"Sales rose in May."}), MakeDocument("d2", {"Sales fell in May."})});
  EXPECT_TRUE(Supports(result.claims[0]));
  EXPECT_TRUE(Contradicts(result.claims[0]));
}

/// Irrelevant context, before and after and in other documents, never weakens a verdict.
TEST(CascadeMatcherTest, IrrelevantContextChangesNoVerdict) {
  Fixture fixture;
  fixture.labels.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
    if (pair.premise == "Aspirin lowers fever.") return Relation::kEntailment;
    return std::nullopt;
  };
  std::mt19937 random(7);
  for (const size_t filler : {0U, 5U, 300U, 2000U}) {
    std::vector<std::string> texts;
    for (size_t i = 0; i < filler; ++i) {
      texts.push_back("Notice " + std::to_string(random() % 100'000) + " of the harbour office.");
    }
    texts.insert(texts.begin() + static_cast<std::ptrdiff_t>(filler / 2), "Aspirin lowers fever.");
    const MatchResult result = fixture.Run({"Aspirin reduces fever."}, {DocumentOf("d1", texts)});
    EXPECT_TRUE(Supports(result.claims[0])) << filler;
    EXPECT_FALSE(Contradicts(result.claims[0])) << filler;
  }
}

TEST(CascadeMatcherTest, TheCascadeLabelsFewPairsAndFindsWhatAllPairsGive) {
  Fixture fixture;
  fixture.labels.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
    return pair.premise.find("turbine") != std::string_view::npos
               ? std::optional(Relation::kEntailment)
               : std::nullopt;
  };
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    texts.push_back("Item " + std::to_string(i) + " of the harbour ledger was read.");
  }
  texts[637] = "The turbine was repaired in the harbour.";
  const Document document = DocumentOf("d1", texts);
  const Claims claims = {"The harbour turbine was repaired."};
  const MatchResult cascade = fixture.Run(claims, {document});
  fixture.options.exhaustive = true;
  const MatchResult all = fixture.Run(claims, {document});
  ASSERT_THAT(all.claims[0].evidence, SizeIs(1));
  ASSERT_THAT(cascade.claims[0].evidence, SizeIs(1));
  EXPECT_EQ(cascade.claims[0].evidence[0].sentences, all.claims[0].evidence[0].sentences);
  EXPECT_EQ(all.counts.labelled, 1000U);
  EXPECT_LE(cascade.counts.labelled, 48U);
  EXPECT_LE(cascade.counts.embedded, 96U);
}

TEST(CascadeMatcherTest, RepeatedSentencesAreLabelledOnceAndCitedEverywhere) {
  Fixture fixture;
  fixture.labels.table = {
      {{"Aspirin lowers fever.", "Aspirin reduces fever."}, Relation::kEntailment}};
  const MatchResult result = fixture.Run({"Aspirin reduces fever."},
                                         {MakeDocument("d1", {"Aspirin lowers fever.", "Other."}),
                                          MakeDocument("d2", {"Aspirin lowers fever."})});
  EXPECT_THAT(result.claims[0].evidence, SizeIs(2));
  EXPECT_LE(result.counts.labelled, 2U);
}

TEST(CascadeMatcherTest, AFailedModelLeavesClaimsUnfinished) {
  Fixture classifier_fails;
  classifier_fails.labels.fail_after = 0;
  const MatchResult unlabelled = classifier_fails.Run(
      {"Aspirin reduces fever."}, {MakeDocument("d1", {"Aspirin lowers fever."})});
  EXPECT_FALSE(unlabelled.claims[0].status.ok());
  EXPECT_GT(unlabelled.claims[0].unchecked_pairs, 0);
  EXPECT_THAT(unlabelled.claims[0].evidence, IsEmpty());

  Fixture embedder_fails;
  embedder_fails.embedder_fails_after = 0;
  EXPECT_FALSE(embedder_fails
                   .Run({"Aspirin reduces fever."}, {MakeDocument("d1", {"Aspirin lowers fever."})})
                   .claims[0]
                   .status.ok());
}

TEST(CascadeMatcherTest, NothingToMatch) {
  Fixture fixture;
  EXPECT_THAT(fixture.Run({}, {MakeDocument("d1", {"Text."})}).claims, IsEmpty());
  const MatchResult result = fixture.Run({"A claim."}, {});
  ASSERT_THAT(result.claims, SizeIs(1));
  EXPECT_TRUE(result.claims[0].status.ok());
  EXPECT_THAT(result.claims[0].evidence, IsEmpty());
}

/// The result depends neither on the other claims nor on the order of documents.
TEST(CascadeMatcherTest, ClaimsAreIndependentOfEachOther) {
  Fixture fixture;
  fixture.labels.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
    const size_t sum = pair.premise.size() * 7 + pair.hypothesis.size() * 3;
    return static_cast<Relation>(sum % 3);
  };
  const std::vector<Document> documents = {
      MakeDocument("d1",
                   {"Aspirin lowers fever in adults.", "Aspirin does nothing.", "Rest helps."}),
      MakeDocument("d2", {"Fever is common.", "Aspirin helps adults with fever."})};
  const Claims claims = {"Aspirin helps adults.", "Fever is rare.", "Aspirin lowers fever."};
  const MatchResult together = fixture.Run(claims, documents);
  for (size_t c = 0; c < claims.size(); ++c) {
    const MatchResult alone = fixture.Run({claims[c]}, documents);
    ASSERT_EQ(alone.claims[0].scores.size(), together.claims[c].scores.size());
    ASSERT_EQ(alone.claims[0].evidence.size(), together.claims[c].evidence.size());
    for (size_t i = 0; i < alone.claims[0].evidence.size(); ++i) {
      EXPECT_EQ(alone.claims[0].evidence[i].sentences, together.claims[c].evidence[i].sentences);
      EXPECT_EQ(alone.claims[0].evidence[i].probability,
                together.claims[c].evidence[i].probability);
    }
  }
}

}  // namespace
}  // namespace gloss
