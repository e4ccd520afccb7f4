#include "grounding/evidence_matcher.h"

#include <gtest/gtest.h>

#include <random>

#include "grounding/pair_batch.h"
#include "grounding/test_support.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"

namespace gloss {
namespace {

/// Vectors in the plane, so that cosines are plain.
ScriptedEmbedderOptions Plane() {
  ScriptedEmbedderOptions options;
  options.dimension = 2;
  options.table = {{"claim", {1, 0}},      {"same", {1, 0}},        {"near", {0.8F, 0.6F}},
                   {"edge", {0.6F, 0.8F}}, {"far", {0.3F, 0.954F}}, {"against", {-1, 0}}};
  return options;
}

MatchResult Match(Embedder& embedder, EntailmentClassifier& classifier,
                  const std::vector<std::string_view>& claims,
                  const std::vector<Document>& documents, float tau = 0.5F) {
  return EvidenceMatcher(embedder, classifier).Match(claims, documents, tau, {}, {});
}

TEST(EvidenceMatcher, ScoresAreImportanceTimesSign) {
  ScriptedEmbedder embedder(Plane());
  ScriptedClassifier classifier(Script({.table = {{{"same", "claim"}, Relation::kEntailment},
                                                  {{"near", "claim"}, Relation::kContradiction},
                                                  {{"far", "claim"}, Relation::kEntailment},
                                                  {{"against", "claim"}, Relation::kEntailment}}}));
  const std::vector<Document> documents = {MakeDocument("d1", {"far", "near", "edge"}),
                                           MakeDocument("d2", {"against", "same"})};
  const MatchResult result = Match(embedder, classifier, {"claim"}, documents);
  const ClaimMatch& match = result.claims[0];
  EXPECT_TRUE(match.status.ok());
  ASSERT_EQ(match.scores.size(), 3U);  // "far" and "against" are below tau: zero, though entailing
  EXPECT_EQ(match.scores[0].sentence, (SentenceRef{0, 1}));
  EXPECT_NEAR(match.scores[0].signed_score, -0.8F, 1e-6);
  EXPECT_EQ(match.scores[1].sentence, (SentenceRef{0, 2}));
  EXPECT_EQ(match.scores[1].signed_score, 0);
  EXPECT_NEAR(match.scores[2].signed_score, 1.0F, 1e-6);
  ASSERT_EQ(match.evidence.size(), 2U);
  EXPECT_EQ(match.evidence[0].polarity, Polarity::kSupports);
  EXPECT_EQ(match.evidence[1].polarity, Polarity::kContradicts);
  EXPECT_NEAR(match.evidence[1].score, 0.8F, 1e-6);
  EXPECT_GT(match.evidence[1].probability, 0.9F);
}

TEST(EvidenceMatcher, TauIsInclusiveAndSetsTheCandidates) {
  ScriptedEmbedder embedder(Plane());
  ScriptedClassifier classifier(Script({.fallback = Relation::kEntailment}));
  const std::vector<Document> documents = {MakeDocument("d1", {"same", "near", "edge", "far"})};
  EXPECT_EQ(Match(embedder, classifier, {"claim"}, documents, 1.0F).claims[0].scores.size(), 1U);
  EXPECT_EQ(Match(embedder, classifier, {"claim"}, documents, 0.7F).claims[0].scores.size(), 2U);
  EXPECT_EQ(Match(embedder, classifier, {"claim"}, documents, 0.0F).claims[0].scores.size(), 4U);
}

// LettuceDetect#85: repeated text maps to one place only.
TEST(EvidenceMatcher, EveryPlaceOfARepeatedSentenceIsEvidence) {
  ScriptedEmbedder embedder(Plane());
  int asked = 0;
  ScriptedClassifier classifier(Script({.callback = [&](const PremiseHypothesis&) {
    ++asked;
    return std::optional(Relation::kEntailment);
  }}));
  const std::vector<Document> documents = {MakeDocument("d1", {"same", "far", "same"}),
                                           MakeDocument("d2", {"same"})};
  const MatchResult result = Match(embedder, classifier, {"claim", "claim"}, documents);
  EXPECT_EQ(result.claims[0].evidence.size(), 3U);
  EXPECT_EQ(result.claims[1].evidence.size(), 3U);
  EXPECT_EQ(asked, 1);
}

TEST(EvidenceMatcher, EvidenceOfEqualScoreIsInDocumentOrder) {
  ScriptedEmbedder embedder(Plane());
  ScriptedClassifier classifier(Script({.fallback = Relation::kEntailment}));
  const std::vector<Document> documents = {MakeDocument("d1", {"near", "same", "same"})};
  const MatchResult result = Match(embedder, classifier, {"claim"}, documents);
  EXPECT_EQ(result.claims[0].evidence[0].sentences[0], (SentenceRef{0, 1}));
  EXPECT_EQ(result.claims[0].evidence[1].sentences[0], (SentenceRef{0, 2}));
  EXPECT_EQ(result.claims[0].evidence[2].sentences[0], (SentenceRef{0, 0}));
}

TEST(EvidenceMatcher, AFailingClassifierLeavesFinishedClaims) {
  ScriptedEmbedder embedder(Plane());
  ScriptedClassifier classifier(Script({.fallback = Relation::kEntailment, .fail_after = 3}));
  const std::vector<Document> documents = {MakeDocument("d1", {"same", "near"})};
  const std::vector<std::string_view> claims = {"claim", "same", "near"};
  const MatchResult result = Match(embedder, classifier, claims, documents);
  EXPECT_TRUE(result.claims[0].status.ok());
  EXPECT_EQ(result.claims[0].unchecked_pairs, 0);
  EXPECT_EQ(result.claims[1].unchecked_pairs, 1);
  EXPECT_EQ(result.claims[1].status.code(), StatusCode::kModelFailed);
  EXPECT_EQ(result.claims[2].unchecked_pairs, 2);
}

TEST(EvidenceMatcher, AFailingEmbedderLeavesEveryClaimUnfinished) {
  ScriptedEmbedderOptions options = Plane();
  options.fail_after = 2;  // the claim and one of two sentences
  ScriptedEmbedder embedder(options);
  ScriptedClassifier classifier(Script({.fallback = Relation::kEntailment}));
  const std::vector<Document> documents = {MakeDocument("d1", {"same", "near"})};
  const MatchResult result = Match(embedder, classifier, {"claim"}, documents);
  EXPECT_EQ(result.claims[0].unchecked_pairs, 1);
  EXPECT_EQ(result.claims[0].status.code(), StatusCode::kModelFailed);
}

TEST(EvidenceMatcher, AStoppedCallerGetsUnfinishedClaims) {
  ScriptedEmbedder embedder(Plane());
  ScriptedClassifier classifier(Script({.fallback = Relation::kEntailment}));
  std::stop_source source;
  source.request_stop();
  const std::vector<Document> documents = {MakeDocument("d1", {"same"})};
  const std::vector<std::string_view> claims = {"claim"};
  const MatchResult result =
      EvidenceMatcher(embedder, classifier).Match(claims, documents, 0.5F, {}, source.get_token());
  EXPECT_EQ(result.claims[0].status.code(), StatusCode::kCancelled);
}

TEST(EvidenceMatcher, WithoutContextNothingIsScored) {
  ScriptedEmbedder embedder(Plane());
  ScriptedClassifier classifier;
  EXPECT_TRUE(Match(embedder, classifier, {"claim"}, {}).claims[0].scores.empty());
  EXPECT_TRUE(
      Match(embedder, classifier, {"claim"}, {MakeDocument("d1", {})}).claims[0].scores.empty());
  EXPECT_TRUE(Match(embedder, classifier, {}, {MakeDocument("d1", {"same"})}).claims.empty());
}

/// A label that depends on the pair alone.
Relation LabelOf(const PremiseHypothesis& pair) {
  return static_cast<Relation>((pair.premise.size() * 7 + pair.hypothesis.size() * 3) % 3);
}

/// Random sentences of a small vocabulary, the same at every run.
std::vector<std::string> RandomTexts(size_t count, unsigned seed) {
  const std::vector<std::string> words = {"aspirin", "lowers", "fever", "dose",  "trial", "heart",
                                          "risk",    "adults", "daily", "sleep", "rate",  "blood"};
  std::mt19937 random(seed);
  std::vector<std::string> texts;
  for (size_t i = 0; i < count; ++i) {
    std::string text;
    for (size_t w = 0; w < 3 + random() % 6; ++w) text += words[random() % words.size()] + " ";
    texts.push_back(text + ".");
  }
  return texts;
}

// Oracle: all claims together give what each gives alone, and what the definition gives.
TEST(EvidenceMatcher, BatchEqualsSingleEqualsDefinition) {
  ScriptedEmbedder embedder;
  ScriptedClassifier classifier(Script(
      {.callback = [](const PremiseHypothesis& pair) { return std::optional(LabelOf(pair)); }}));
  const std::vector<std::string> claim_texts = RandomTexts(25, 1);
  const std::vector<std::string> sentences = RandomTexts(60, 2);
  Document document = MakeDocument("d1", {});
  for (const std::string& sentence : sentences) {
    const size_t begin = document.text.size();
    document.text += sentence;
    Sentence entry;
    entry.span = {begin, document.text.size()};
    document.sentences.push_back(entry);
    document.text += ' ';
  }
  const std::vector<Document> documents = {document};
  const std::vector<std::string_view> claims(claim_texts.begin(), claim_texts.end());
  const float tau = 0.4F;
  const MatchResult together = Match(embedder, classifier, claims, documents, tau);
  for (size_t c = 0; c < claims.size(); ++c) {
    const MatchResult alone = Match(embedder, classifier, {claims[c]}, documents, tau);
    ASSERT_EQ(alone.claims[0].scores.size(), together.claims[c].scores.size());
    size_t next = 0;
    for (size_t s = 0; s < sentences.size(); ++s) {
      const std::string_view texts[] = {claims[c], sentences[s]};
      const auto vectors = embedder.Embed(texts, {});
      const float importance = Cosine(*vectors.items[0], *vectors.items[1]);
      if (importance < tau) continue;
      const PairScore& pair = together.claims[c].scores[next];
      EXPECT_EQ(pair.sentence.sentence, static_cast<int>(s));
      const float expected =
          importance * static_cast<float>(SignOf(LabelOf({sentences[s], claims[c]})));
      EXPECT_FLOAT_EQ(pair.signed_score, expected);
      EXPECT_EQ(alone.claims[0].scores[next].signed_score, pair.signed_score);
      ++next;
    }
    EXPECT_EQ(next, together.claims[c].scores.size());
  }
}

TEST(EvidenceMatcher, AClaimIsEmbeddedAsTheModelWantsQueries) {
  ScriptedEmbedderOptions options;
  options.dimension = 2;
  options.query_prefix = "Query:";
  options.table = {{"Query:same", {1, 0}}, {"same", {0, 1}}, {"other", {1, 0}}};
  ScriptedEmbedder embedder(options);
  ScriptedClassifier classifier(Script(
      {.callback = [](const PremiseHypothesis&) { return std::optional(Relation::kEntailment); }}));
  const MatchResult result =
      Match(embedder, classifier, {"same"}, {MakeDocument("d", {"same", "other"})});
  ASSERT_EQ(result.claims[0].scores.size(), 1u);
  EXPECT_EQ(result.claims[0].scores[0].sentence.sentence, 1);
}

TEST(EvidenceMatcher, ASentenceIsEmbeddedAsTheModelWantsPassages) {
  ScriptedEmbedderOptions options;
  options.dimension = 2;
  options.query_prefix = "query: ";
  options.passage_prefix = "passage: ";
  options.table = {{"query: same", {1, 0}}, {"passage: same", {0, 1}}, {"passage: other", {1, 0}}};
  ScriptedEmbedder embedder(options);
  ScriptedClassifier classifier(Script(
      {.callback = [](const PremiseHypothesis&) { return std::optional(Relation::kEntailment); }}));
  const MatchResult result =
      Match(embedder, classifier, {"same"}, {MakeDocument("d", {"same", "other"})});
  ASSERT_EQ(result.claims[0].scores.size(), 1u);
  EXPECT_EQ(result.claims[0].scores[0].sentence.sentence, 1);
}

// LettuceDetect#11, summac: adding irrelevant context never weakens a verdict.
TEST(EvidenceMatcher, AddedContextTakesNoEvidenceAway) {
  ScriptedEmbedder embedder(Plane());
  ScriptedClassifier classifier(Script({.table = {{{"same", "claim"}, Relation::kEntailment}}}));
  const Document small = MakeDocument("d1", {"same"});
  const Document big = MakeDocument("d2", {"far", "near", "edge", "against"});
  const MatchResult before = Match(embedder, classifier, {"claim"}, {small});
  const MatchResult after = Match(embedder, classifier, {"claim"}, {small, big});
  EXPECT_EQ(before.claims[0].evidence[0].score, after.claims[0].evidence[0].score);
  EXPECT_EQ(after.claims[0].evidence.size(), 1U);
}

TEST(ClassifyPairs, GoesOnAfterOneBadPairAndReportsProgress) {
  /// Fails at one pair alone, like a model for which one hypothesis is too long.
  class Picky : public ScriptedClassifier {
   public:
    BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                         std::stop_token stop) override {
      BatchResult<RelationScores> result = ScriptedClassifier::Classify(pairs, stop);
      for (size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].hypothesis != "bad") continue;
        result.items[i].reset();
        result.status = Status(StatusCode::kTooLarge, "too long");
      }
      return result;
    }
  };
  Picky classifier;
  std::vector<std::string> texts(700);
  std::vector<PremiseHypothesis> pairs;
  for (size_t i = 0; i < texts.size(); ++i) {
    texts[i] = "sentence " + std::to_string(i);
    pairs.push_back({texts[i], i == 3 ? "bad" : "good"});
  }
  size_t last = 0;
  const PairBatch batch = ClassifyPairs(classifier, pairs, {}, [&](size_t done, size_t total) {
    EXPECT_GT(done, last);
    EXPECT_EQ(total, 700U);
    last = done;
  });
  EXPECT_EQ(last, 700U);
  EXPECT_EQ(batch.status.code(), StatusCode::kTooLarge);
  EXPECT_FALSE(batch.scores[3]);
  EXPECT_TRUE(batch.scores[699]);
}

}  // namespace
}  // namespace gloss
