#include "synthesis/claim_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "models/scripted_generator.h"
#include "synthesis/synthesis_test_support.h"

namespace gloss {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Entailment for tests: what is contained is entailed; what differs in one figure is contradicted,
/// so that a careless check would pass; "whale" sentences go with everything.
class ClaimDataTest : public ::testing::Test {
 protected:
  ClaimDataTest()
      : classifier_(
            Script({.callback = [this](const PremiseHypothesis& pair) -> std::optional<Relation> {
              if (gullible_) return Relation::kEntailment;
              if (pair.premise.find(pair.hypothesis.substr(0, pair.hypothesis.size() - 1)) !=
                  std::string_view::npos) {
                return Relation::kEntailment;
              }
              if (pair.premise.find("whale") != std::string_view::npos) {
                return Relation::kEntailment;
              }
              if (pair.premise.find("never") != std::string_view::npos) {
                return Relation::kContradiction;
              }
              return Relation::kNeutral;
            }})) {
    source_.whole = "w";
    source_.document = PlainDocument({"The town paid 4,500 euros for the new bridge in May.",
                                      "A famous whale was seen in the harbour by many people.",
                                      "The museum stays closed during the long winter months.",
                                      "Readers of the library like the quiet rooms upstairs.",
                                      "The theatre was sold to a company from the capital.",
                                      "Visitors of the zoo feed the old elephant with apples.",
                                      "The station has a clock that shows the wrong time.",
                                      "Nurses of the hospital work in three shifts a day.",
                                      "The council meets on the first Monday of the month.",
                                      "The baker near the church sells bread until the evening.",
                                      "Children of the village swim in the lake behind the mill.",
                                      "The painter gave her best pictures to the old castle."});
  }

  GroundingRecords Make(Teacher* teacher = nullptr) {
    ClaimDataMaker maker({&embedder_, &classifier_, nullptr}, options_, teacher);
    auto records = maker.OfSource(source_, true, {});
    EXPECT_TRUE(records.ok()) << records.status().ToString();
    return records.ok() ? *std::move(records) : GroundingRecords{};
  }

  static std::vector<ClaimPair> Of(const GroundingRecords& records, Relation label) {
    std::vector<ClaimPair> pairs;
    for (const ClaimPair& pair : records.pairs) {
      if (pair.label == label) pairs.push_back(pair);
    }
    return pairs;
  }

  ScriptedEmbedder embedder_;
  ScriptedClassifier classifier_;
  SynthSource source_;
  PairOptions options_;
  bool gullible_ = false;
};

TEST_F(ClaimDataTest, GroupsPairsContradictionsAndNeutrals) {
  const GroundingRecords records = Make();
  EXPECT_GE(records.groups.size(), 7U);
  for (const ClaimGroup& group : records.groups) {
    EXPECT_FALSE(group.claims.empty());
    EXPECT_GE(group.coverage, 0.8) << group.sentence;
  }
  std::map<std::string, size_t> neutrals;
  std::map<std::string, std::string> claim_of;
  for (const ClaimPair& pair : Of(records, Relation::kEntailment)) {
    EXPECT_EQ(pair.id, pair.claim_id);
    EXPECT_EQ(pair.origin, "source");
    EXPECT_GT(pair.probability, 0.9);
    claim_of[pair.id] = pair.claim;
  }
  for (const ClaimPair& pair : Of(records, Relation::kNeutral)) {
    EXPECT_EQ(pair.claim, claim_of.at(pair.claim_id));
    EXPECT_THAT(pair.evidence, ::testing::Not(HasSubstr("whale")));
    EXPECT_NE(pair.evidence, pair.claim);
    ++neutrals[pair.claim_id];
  }
  for (const auto& [claim, count] : neutrals) EXPECT_EQ(count, 5U) << claim;
  bool number = false;
  for (const ClaimPair& pair : Of(records, Relation::kContradiction)) {
    EXPECT_EQ(pair.origin, "rule");
    EXPECT_EQ(claim_of.at(pair.claim_id) == pair.claim, pair.changed == "evidence");
    EXPECT_THAT(pair.changed == "evidence" ? pair.evidence : pair.claim, HasSubstr(pair.now));
    number = number || pair.change == "number";
  }
  EXPECT_TRUE(number);
  EXPECT_GT(records.changes.at("number").made, 0U);
}

TEST_F(ClaimDataTest, AChangeThatTheChecksCallSupportedIsNotKept) {
  gullible_ = true;
  const GroundingRecords records = Make();
  for (const ClaimPair& pair : Of(records, Relation::kContradiction)) {
    // The figures check is not gullible, and names and swaps are the rules'.
    EXPECT_TRUE(pair.change == "number" || pair.change == "date" || pair.change == "unit" ||
                pair.change == "negation" || pair.change == "antonym" ||
                pair.change == "role_swap" || pair.change == "entity")
        << pair.change << ": " << pair.evidence << " / " << pair.claim;
  }
  EXPECT_TRUE(Of(records, Relation::kNeutral).empty());
}

TEST_F(ClaimDataTest, TheTeachersContradictionsAreChecked) {
  ScriptedGeneratorOptions script;
  script.role = ModelRole::kWriter;
  script.callback = [](const GenerationRequest& request) -> std::optional<std::string> {
    const std::string& user = request.messages.back().content;
    if (user.find("museum") != std::string::npos) {
      return "The museum is never closed during the long winter months.\nAnd more.";
    }
    if (user.find("theatre") != std::string::npos) return "The theatre is nice to look at.";
    return user.substr(user.rfind(": ") + 2);  // Says what was said.
  };
  ScriptedGenerator generator(script);
  TokenBudget budget(0, 0);
  RateLimiter rates(0, 0, WaitingClock::System());
  Teacher teacher(generator, budget, rates, 2);
  options_.contradictions = 0;
  const GroundingRecords records = Make(&teacher);
  const std::vector<ClaimPair> made = Of(records, Relation::kContradiction);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].origin, "teacher");
  EXPECT_EQ(made[0].evidence, "The museum is never closed during the long winter months.");
  EXPECT_EQ(records.changes.at("teacher").made, 2U);
  EXPECT_EQ(records.changes.at("teacher").kept, 1U);
  EXPECT_GT(records.prompt_tokens, 0U);
}

TEST_F(ClaimDataTest, ClaimsOfATextGoWithWhatTheyCite) {
  ClaimDataMaker maker({&embedder_, &classifier_, nullptr}, options_, nullptr);
  const std::vector<CitedClaimRecord> claims = {
      {"The museum stays closed during the long winter months.", {2}},
      {"Something that the source does not say at all.", {3}},
      {"Out of range is this one here.", {99}}};
  const auto records = maker.OfClaims(source_, claims, {});
  ASSERT_TRUE(records.ok());
  const std::vector<ClaimPair> pairs = Of(*records, Relation::kEntailment);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].origin, "summary");
  EXPECT_TRUE(records->groups.empty());
}

TEST_F(ClaimDataTest, AFailingModelIsAnError) {
  ScriptedClassifier failing(Script({.fail_after = 0}));
  ClaimDataMaker maker({&embedder_, &failing, nullptr}, options_, nullptr);
  EXPECT_FALSE(maker.OfSource(source_, true, {}).ok());
}

}  // namespace
}  // namespace gloss
