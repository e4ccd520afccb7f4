#include "grounding/grounder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "grounding/test_support.h"
#include "models/scripted_embedder.h"
#include "models/scripted_generator.h"

namespace gloss {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// Each sentence is answered with itself as its only claim.
std::optional<std::string> Echo(const GenerationRequest& request) {
  return "- " + request.messages.back().content;
}

/// The same, begun with a word that changes nothing, so that the claim is not its sentence.
std::optional<std::string> Rephrase(const GenerationRequest& request) {
  return "- So " + Echo(request)->substr(2);
}

/// Scripted models around one call; premises in `table` are context sentences.
struct Fixture {
  GroundingInput input;
  GroundingOptions options = {.method = "etracer", .tau = 0.3F};
  std::map<std::pair<std::string, std::string>, Relation> table = {};
  std::optional<size_t> classifier_fails_after = {};
  std::optional<size_t> embedder_fails_after = {};
  std::optional<size_t> generator_fails_after = {};
  std::stop_token stop = {};
  GroundingProgress progress = {};
  bool rephrase = false;
  std::vector<std::string> generator_languages = {};

  GroundingReport Run() {
    ScriptedEmbedderOptions embedder_options;
    embedder_options.fail_after = embedder_fails_after;
    ScriptedEmbedder embedder(embedder_options);
    ScriptedGeneratorOptions generator_options;
    generator_options.callback = rephrase ? Rephrase : Echo;
    generator_options.fail_after = generator_fails_after;
    generator_options.languages = generator_languages;
    ScriptedGenerator generator(generator_options);
    ScriptedClassifier classifier(Script({.table = table,
                                          .callback =
                                              [](const PremiseHypothesis& pair) {
                                                // The check of a claim by its own sentence.
                                                return "So " + std::string(pair.premise) ==
                                                               pair.hypothesis
                                                           ? std::optional(Relation::kEntailment)
                                                           : std::nullopt;
                                              },
                                          .fail_after = classifier_fails_after}));
    auto report = Grounder(embedder, classifier, &generator).Ground(input, options, progress, stop);
    EXPECT_TRUE(report.ok()) << report.status().ToString();
    return *std::move(report);
  }
};

Fixture Aspirin() {
  Fixture fixture;
  fixture.input.id = "r7";
  fixture.input.response = MakeDocument(
      "r", {"Aspirin lowers fever.", "Aspirin cures cancer.", "Aspirin tastes bitter to adults."});
  fixture.input.documents = {MakeDocument("d1", {"We found that aspirin lowers fever.",
                                                 "No aspirin cures cancer at all."}),
                             MakeDocument("d2", {"Unrelated words stand here."})};
  fixture.table = {
      {{"We found that aspirin lowers fever.", "Aspirin lowers fever."}, Relation::kEntailment},
      {{"No aspirin cures cancer at all.", "Aspirin cures cancer."}, Relation::kContradiction}};
  return fixture;
}

/// The same with claims that are not their sentences, so that every stage has work.
Fixture Rephrased() {
  Fixture fixture = Aspirin();
  fixture.rephrase = true;
  fixture.table = {
      {{"We found that aspirin lowers fever.", "So Aspirin lowers fever."}, Relation::kEntailment},
      {{"No aspirin cures cancer at all.", "So Aspirin cures cancer."}, Relation::kContradiction}};
  return fixture;
}

std::vector<Verdict> Verdicts(const GroundingReport& report) {
  std::vector<Verdict> verdicts;
  for (const ClaimResult& result : report.claims) verdicts.push_back(result.verdict);
  return verdicts;
}

TEST(Grounder, GroundsClaimByClaim) {
  const GroundingReport report = Aspirin().Run();
  EXPECT_EQ(report.id, "r7");
  EXPECT_THAT(Verdicts(report),
              ElementsAre(Verdict::kSupported, Verdict::kContradicted, Verdict::kNotEnoughInfo));
  EXPECT_TRUE(report.coverage.complete()) << report.coverage.gaps.front();
  EXPECT_EQ(report.coverage.claims, 3);
  EXPECT_EQ(report.coverage.claims_checked, 3);
  EXPECT_EQ(report.coverage.response_sentences_checked, 3);
  EXPECT_EQ(report.coverage.sources_read, 2);
  EXPECT_FALSE(report.coverage.model_failed);
  EXPECT_DOUBLE_EQ(*report.metrics.cer, 1);
  ASSERT_THAT(report.citations, SizeIs(3));
  EXPECT_EQ(report.citations[1].links[0].polarity, Polarity::kContradicts);
  EXPECT_THAT(report.citations[2].links, IsEmpty());
}

TEST(Grounder, FillsProvenance) {
  const Provenance provenance = Aspirin().Run().provenance;
  EXPECT_EQ(provenance.method, "etracer");
  EXPECT_FALSE(provenance.splitter_version.empty());
  ASSERT_THAT(provenance.models, SizeIs(3));
  EXPECT_EQ(provenance.models[2].role, "decomposer");
  ASSERT_THAT(provenance.prompts, SizeIs(1));
  EXPECT_THAT(provenance.prompts[0].sha256, SizeIs(64));
  EXPECT_EQ(provenance.settings.at("tau"), "0.3");
  EXPECT_EQ(provenance.settings.at("seed"), "42");
}

TEST(Grounder, ConflictingEvidenceOfTwoSources) {
  Fixture fixture = Aspirin();
  fixture.input.response = MakeDocument("r", {"Aspirin lowers fever."});
  fixture.input.documents = {MakeDocument("d1", {"We found that aspirin lowers fever."}),
                             MakeDocument("d2", {"Aspirin never lowers fever."})};
  fixture.table[{"Aspirin never lowers fever.", "Aspirin lowers fever."}] =
      Relation::kContradiction;
  const GroundingReport report = fixture.Run();
  EXPECT_THAT(Verdicts(report), ElementsAre(Verdict::kConflicting));
  EXPECT_DOUBLE_EQ(*report.metrics.acr, 1);
}

TEST(Grounder, AnUnreadSourceLeavesOpenClaimsUnchecked) {
  Fixture fixture = Aspirin();
  fixture.input.unread_sources = {{"b.pdf", Status(StatusCode::kCorruptDocument, "b.pdf: broken")}};
  const GroundingReport report = fixture.Run();
  EXPECT_THAT(Verdicts(report),
              ElementsAre(Verdict::kSupported, Verdict::kContradicted, Verdict::kUnchecked));
  EXPECT_THAT(report.claims[2].reason, HasSubstr("b.pdf"));
  EXPECT_FALSE(report.coverage.complete());
  EXPECT_EQ(report.coverage.sources, 3);
  EXPECT_EQ(report.coverage.sources_read, 2);
  EXPECT_FALSE(report.coverage.model_failed);
}

// rhesis#1188: no context = "Correct".
TEST(Grounder, NoContextIsNeverAPass) {
  for (const std::vector<Document>& documents :
       {std::vector<Document>{}, {MakeDocument("d1", {})}}) {
    Fixture fixture = Aspirin();
    fixture.input.documents = documents;
    const GroundingReport report = fixture.Run();
    EXPECT_THAT(Verdicts(report),
                ElementsAre(Verdict::kUnchecked, Verdict::kUnchecked, Verdict::kUnchecked));
    EXPECT_FALSE(report.coverage.complete());
    EXPECT_DOUBLE_EQ(*report.metrics.unchecked, 1);
  }
}

TEST(Grounder, NothingToCheckIsNeverAPass) {
  Fixture fixture = Aspirin();
  fixture.input.response = MakeDocument("r", {"Hello!", "How can I help you?"});
  GroundingReport report = fixture.Run();
  EXPECT_THAT(Verdicts(report), ElementsAre(Verdict::kNotCheckable, Verdict::kNotCheckable));
  EXPECT_THAT(report.coverage.gaps, ElementsAre(HasSubstr("no statement")));
  EXPECT_FALSE(report.metrics.fcr);
  fixture.input.response = MakeDocument("r", {});
  report = fixture.Run();
  EXPECT_THAT(report.coverage.gaps, ElementsAre(HasSubstr("no text")));
  EXPECT_THAT(report.claims, IsEmpty());
}

TEST(Grounder, ATruncatedResponseIsAGapEvenAtASentenceEnd) {
  Fixture fixture = Aspirin();
  fixture.input.response_truncated = true;
  const GroundingReport report = fixture.Run();
  EXPECT_THAT(Verdicts(report), Not(Contains(Verdict::kUnchecked)));
  EXPECT_THAT(report.coverage.gaps, ElementsAre(HasSubstr("cut off")));
}

// Fault: the n-th item of each model fails. Whatever n, nothing unchecked passes for checked.
TEST(Grounder, AFailingModelNeverMakesAPass) {
  const GroundingReport whole = Rephrased().Run();
  for (size_t n = 0; n < 12; ++n) {
    for (int model = 0; model < 3; ++model) {
      Fixture fixture = Rephrased();
      fixture.options.compute_pfcr = false;
      if (model == 0) fixture.classifier_fails_after = n;
      if (model == 1) fixture.embedder_fails_after = n;
      if (model == 2) fixture.generator_fails_after = n;
      const GroundingReport report = fixture.Run();
      ASSERT_THAT(report.claims, SizeIs(3));
      bool unchecked = false;
      for (size_t c = 0; c < 3; ++c) {
        if (report.claims[c].verdict == Verdict::kUnchecked) {
          unchecked = true;
          EXPECT_FALSE(report.claims[c].reason.empty());
        } else {
          EXPECT_EQ(report.claims[c].verdict, whole.claims[c].verdict) << n << " " << model;
        }
      }
      EXPECT_EQ(report.coverage.complete(), !unchecked) << n << " " << model;
      EXPECT_EQ(report.coverage.model_failed, unchecked) << n << " " << model;
      const GroundingMetrics& m = report.metrics;
      EXPECT_NEAR(*m.fcr + *m.acr + *m.hcr + *m.ucr + *m.unchecked, 1, 1e-12);
    }
  }
}

TEST(Grounder, AStoppedRunIsUnchecked) {
  std::stop_source source;
  source.request_stop();
  Fixture fixture = Aspirin();
  fixture.stop = source.get_token();
  const GroundingReport report = fixture.Run();
  EXPECT_THAT(Verdicts(report),
              ElementsAre(Verdict::kUnchecked, Verdict::kUnchecked, Verdict::kUnchecked));
  EXPECT_THAT(report.claims[0].reason, HasSubstr("cancelled"));
}

TEST(Grounder, ReportsProgressOfEveryStage) {
  Fixture fixture = Rephrased();
  std::map<GroundingStage, std::pair<size_t, size_t>> seen;
  fixture.progress = [&](GroundingStage stage, size_t done, size_t total) {
    EXPECT_LE(done, total);
    seen[stage] = {done, total};
  };
  fixture.Run();
  EXPECT_EQ(seen.size(), 5U);
  for (const auto& [stage, counts] : seen) EXPECT_EQ(counts.first, counts.second);
}

TEST(Grounder, AModelSplitsNoLanguageThatItIsNotMadeFor) {
  Fixture fixture = Aspirin();
  fixture.generator_languages = {"en"};
  EXPECT_THAT(fixture.Run().warnings, Not(Contains(HasSubstr("is not made for"))));
  fixture.input.response.language = "de";
  const GroundingReport report = fixture.Run();
  EXPECT_THAT(report.warnings, Contains(HasSubstr("scripted-generator is not made for the "
                                                  "response's language (de)")));
  EXPECT_EQ(report.claims[0].claim.origin, ClaimOrigin::kSentence);
  EXPECT_EQ(report.provenance.models.size(), 2U) << "it was not asked";
  EXPECT_EQ(report.provenance.settings.at("decomposition"), "rules");
}

TEST(Grounder, IsDeterministic) {
  const GroundingReport first = Aspirin().Run();
  const GroundingReport second = Aspirin().Run();
  for (size_t c = 0; c < first.claims.size(); ++c) {
    ASSERT_EQ(first.claims[c].scores.size(), second.claims[c].scores.size());
    for (size_t s = 0; s < first.claims[c].scores.size(); ++s) {
      EXPECT_EQ(first.claims[c].scores[s].signed_score, second.claims[c].scores[s].signed_score);
    }
  }
}

TEST(Grounder, RefusesBadOptions) {
  ScriptedEmbedder embedder;
  ScriptedClassifier classifier;
  const Grounder grounder(embedder, classifier, nullptr);
  const auto code = [&](const auto& change) {
    GroundingOptions options;
    change(options);
    return grounder.Ground({}, options, {}, {}).status().code();
  };
  EXPECT_EQ(code([](auto& o) { o.method = "magic"; }), StatusCode::kInvalidArgument);
  EXPECT_EQ(code([](auto& o) { o.tau = 1.5F; }), StatusCode::kInvalidArgument);
  EXPECT_EQ(code([](auto& o) { o.tau = std::numeric_limits<float>::quiet_NaN(); }),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(code([](auto& o) { o.max_attempts = 0; }), StatusCode::kInvalidArgument);
  EXPECT_EQ(code([](auto& o) { o.max_claims_per_sentence = 0; }), StatusCode::kInvalidArgument);
  EXPECT_EQ(code([](auto& o) { o.decompose_prompt = "nope"; }), StatusCode::kNotFound);
}

TEST(Grounder, WithoutADecomposerSaysSo) {
  ScriptedEmbedder embedder;
  ScriptedClassifier classifier;
  Fixture fixture = Aspirin();
  const auto report = Grounder(embedder, classifier, nullptr).Ground(fixture.input, {}, {}, {});
  ASSERT_TRUE(report.ok());
  EXPECT_THAT(report->warnings, ElementsAre(HasSubstr("no decomposition model")));
  EXPECT_THAT(report->provenance.models, SizeIs(2));
}

}  // namespace
}  // namespace gloss
