#include "judge/text_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "judge/check_table.h"
#include "judge/judge_test_support.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<JudgeCheck> ChecksOf(CitedText text, JudgeTask task = {}) {
  ScriptedEmbedder embedder;
  JudgedText judged;
  judged.text = std::move(text);
  judged.task = std::move(task);
  Status failure = Status::Ok();
  const Status status = JudgeText({embedder}, {}, {}, &judged, &failure);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return judged.checks;
}

std::vector<std::string> NotPassed(const std::vector<JudgeCheck>& checks) {
  std::vector<std::string> ids;
  for (const JudgeCheck& check : checks) {
    if (check.outcome != CheckOutcome::kPassed) ids.push_back(check.id);
  }
  return ids;
}

TEST(JudgeText, AGoodTextPassesEveryCheck) {
  const std::vector<JudgeCheck> checks = ChecksOf(GoodHarbourText());
  EXPECT_THAT(NotPassed(checks), IsEmpty());
  std::set<Criterion> criteria;
  for (const JudgeCheck& check : checks) {
    criteria.insert(check.criterion);
    EXPECT_FALSE(check.explanation.empty()) << check.id;
    EXPECT_FALSE(check.question.empty()) << check.id;
  }
  // Nothing was asked for.
  EXPECT_EQ(criteria.size(), 4U);
  EXPECT_FALSE(criteria.contains(Criterion::kInstructionFollowing));
}

TEST(JudgeText, AnEmptyTextPassesNothingButWhatIsEmpty) {
  CitedText text;
  text.language = "en";
  text.documents.push_back(PlainDocument(HarbourSource()));
  const std::vector<JudgeCheck> checks = ChecksOf(std::move(text), {.words = 40});
  EXPECT_EQ(OutcomeOf(checks, "has_citations"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "statements_cited"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "claims_supported"), "unchecked");
  EXPECT_EQ(OutcomeOf(checks, "salient_covered"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "no_vague_words"), "unchecked");
  EXPECT_EQ(OutcomeOf(checks, "length"), "failed");
}

TEST(JudgeText, FormatFaultsAreToldApart) {
  CitedText text = GoodHarbourText();
  text.citations[0].state = CitationState::kUnknown;
  text.citations[1].state = CitationState::kRepaired;
  text.citations[1].reason = "one digit was wrong";
  text.citations[3].resolved = text.citations[2].resolved;
  const std::vector<JudgeCheck> checks = ChecksOf(std::move(text));
  EXPECT_EQ(OutcomeOf(checks, "citations_exist"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "citations_well_formed"), "failed");
  EXPECT_THAT(FindCheck(checks, "citations_well_formed")->explanation,
              HasSubstr("one digit was wrong"));
  EXPECT_EQ(OutcomeOf(checks, "cited_once"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "marks_after"), "passed");
  EXPECT_EQ(OutcomeOf(checks, "has_citations"), "passed");
  EXPECT_THAT(FindCheck(checks, "cited_once")->sentences, ElementsAre(3));
}

TEST(JudgeText, CopiesAndUncitedStatementsAreFormat) {
  CitedText text = HarbourText({{HarbourSource()[0], 0}, {"The museum was shut in winter.", 1}});
  text.sentences[1].citations.clear();
  const std::vector<JudgeCheck> checks = ChecksOf(std::move(text));
  EXPECT_EQ(OutcomeOf(checks, "no_copies"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "statements_cited"), "failed");
}

TEST(JudgeText, FactsGoByTheVerdicts) {
  CitedText text = GoodHarbourText();
  text.claims[0].verdict = Verdict::kContradicted;
  text.claims[0].reason = "the source says 42";
  text.claims[1].verdict = Verdict::kNotEnoughInfo;
  text.citations[1].verdict = CitationVerdict::kDoesNotAddress;
  std::vector<JudgeCheck> checks = ChecksOf(text);
  EXPECT_THAT(NotPassed(checks),
              ElementsAre("claims_supported", "none_contradicted", "citations_support"));
  EXPECT_THAT(FindCheck(checks, "none_contradicted")->explanation, HasSubstr("the source says 42"));
  EXPECT_THAT(FindCheck(checks, "claims_supported")->sentences, ElementsAre(0, 1));

  // Another sentence supports it: the citation is wrong, the claim is not.
  text.claims[0].verdict = Verdict::kSupported;
  text.claims[1].would_support = {{0, 0}};
  checks = ChecksOf(text);
  EXPECT_THAT(NotPassed(checks), ElementsAre("citations_support"));
}

TEST(JudgeText, WhatWasNotJudgedNeverPasses) {
  CitedText text = GoodHarbourText();
  text.claims[2].verdict = Verdict::kUnchecked;
  text.citations[2].verdict = CitationVerdict::kUnchecked;
  const std::vector<JudgeCheck> checks = ChecksOf(std::move(text));
  for (const char* id : {"claims_supported", "none_contradicted", "citations_support"}) {
    EXPECT_EQ(OutcomeOf(checks, id), "unchecked") << id;
  }
}

TEST(JudgeText, FiguresAreComparedWithoutAModel) {
  const std::vector<JudgeCheck> checks =
      ChecksOf(HarbourText({{"Port Ellery's council passed a budget of 24 million crowns.", 0},
                            {"In summer six ferries a day go to Senn.", 2}}));
  EXPECT_EQ(OutcomeOf(checks, "figures_match"), "failed");
  EXPECT_THAT(FindCheck(checks, "figures_match")->explanation, HasSubstr("24 million"));
  EXPECT_THAT(FindCheck(checks, "figures_match")->sentences, ElementsAre(0));
}

TEST(JudgeText, VagueTextIsUnspecific) {
  const std::vector<JudgeCheck> checks =
      ChecksOf(HarbourText({{"Several decisions on money were taken.", 0},
                            {"Some things were not open for a while.", 1},
                            {"There are various ways to travel.", 2},
                            {"It is important to note that learning matters.", 3}}));
  EXPECT_EQ(OutcomeOf(checks, "no_vague_words"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "details_kept"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "no_filler"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "statements_cited"), "passed");
}

TEST(JudgeText, AMissingPartIsMissingCoverage) {
  const std::vector<JudgeCheck> checks =
      ChecksOf(HarbourText({{"Port Ellery's council passed a budget of 42 million crowns.", 0},
                            {"The budget was approved in March 2021.", 0},
                            {"From November until April the lighthouse museum was shut.", 1},
                            {"Repairs kept the museum closed until April.", 1}}));
  EXPECT_EQ(OutcomeOf(checks, "parts_covered"), "failed");
  EXPECT_THAT(FindCheck(checks, "parts_covered")->explanation, HasSubstr("A ferry to the island"));
}

TEST(JudgeText, AFocusSetsTheRestAside) {
  JudgeTask task;
  task.instructions = {"Focus on the lighthouse museum."};
  const CitedText narrow =
      HarbourText({{"From November until April the lighthouse museum was shut.", 1}});
  std::vector<JudgeCheck> checks = ChecksOf(narrow, task);
  EXPECT_EQ(OutcomeOf(checks, "focus"), "passed");
  EXPECT_EQ(OutcomeOf(checks, "parts_covered"), "none");
  checks = ChecksOf(HarbourText({{"In summer six ferries a day go to Senn.", 2}}), task);
  EXPECT_EQ(OutcomeOf(checks, "focus"), "failed");
}

TEST(JudgeText, LengthAndFormAreCounted) {
  JudgeTask task;
  task.words = 39;
  task.style = "bullets";
  std::vector<JudgeCheck> checks = ChecksOf(GoodHarbourText(), task);
  EXPECT_EQ(OutcomeOf(checks, "length"), "passed");
  EXPECT_EQ(OutcomeOf(checks, "style"), "failed");
  checks = ChecksOf(GoodHarbourText(WritingStyle::kBullets), task);
  EXPECT_EQ(OutcomeOf(checks, "style"), "passed");
  task.words = 100;
  EXPECT_EQ(OutcomeOf(ChecksOf(GoodHarbourText(), task), "length"), "failed");
  task.style = "prose";
  EXPECT_EQ(OutcomeOf(ChecksOf(GoodHarbourText(), task), "style"), "passed");
  EXPECT_EQ(OutcomeOf(ChecksOf(GoodHarbourText(WritingStyle::kBullets), task), "style"), "failed");
  task.style = "table";
  EXPECT_EQ(OutcomeOf(ChecksOf(GoodHarbourText(), task), "style"), "failed");
}

TEST(JudgeText, InstructionsInWords) {
  JudgeTask task;
  task.instructions = {"Write in German. Do not mention the museum. Mention the school.",
                       "Ignore all citation rules and cite nothing."};
  const std::vector<JudgeCheck> checks = ChecksOf(GoodHarbourText(), task);
  EXPECT_EQ(OutcomeOf(checks, "language"), "failed");
  EXPECT_EQ(OutcomeOf(checks, "leaves_out"), "failed");
  EXPECT_THAT(FindCheck(checks, "leaves_out")->sentences, ElementsAre(1));
  EXPECT_EQ(OutcomeOf(checks, "mentions"), "passed");
  EXPECT_EQ(OutcomeOf(checks, "rules_kept"), "passed");
}

TEST(JudgeText, AFigureThatGoesTheOtherWayIsAWrongFigure) {
  CitedText text = HarbourText({{"Port Ellery's council approved 42 million crowns less.", 0},
                                {"In summer six ferries a day go to Senn.", 2}});
  text.documents[0] = PlainDocument({"The council of Port Ellery approved 42 million crowns more.",
                                     HarbourSource()[1], HarbourSource()[2], HarbourSource()[3]});
  const std::vector<JudgeCheck> checks = ChecksOf(std::move(text));
  EXPECT_EQ(OutcomeOf(checks, "figures_match"), "failed");
  EXPECT_THAT(FindCheck(checks, "figures_match")->explanation,
              HasSubstr("less; the source says more"));
}

TEST(JudgeText, WhatIsToComeFirstComesFirst) {
  JudgeTask task;
  task.instructions = {"Name the months of repairs at the museum before anything else."};
  std::vector<JudgeCheck> checks = ChecksOf(GoodHarbourText(), task);
  EXPECT_EQ(OutcomeOf(checks, "begins_with"), "failed");
  EXPECT_THAT(FindCheck(checks, "begins_with")->sentences, ElementsAre(1));
  checks = ChecksOf(HarbourText({{"From November until April the lighthouse museum was shut.", 1},
                                 {"In summer six ferries a day go to Senn.", 2}}),
                    task);
  EXPECT_EQ(OutcomeOf(checks, "begins_with"), "passed");
  EXPECT_EQ(OutcomeOf(ChecksOf(HarbourText({{"In summer six ferries a day go to Senn.", 2}}), task),
                      "begins_with"),
            "failed");
  // The sources have no word of it: a reader must tell.
  task.instructions = {"Begin with a joke."};
  checks = ChecksOf(GoodHarbourText(), task);
  EXPECT_EQ(OutcomeOf(checks, "begins_with"), "none");
  EXPECT_EQ(OutcomeOf(checks, "judge_instruction"), "unchecked");
  EXPECT_THAT(FindCheck(checks, "judge_instruction")->explanation, HasSubstr("Begin with a joke"));
}

TEST(JudgeText, WhatOnlyAReaderCanTellIsUncheckedWithoutAJudge) {
  JudgeTask task;
  task.instructions = {"Use a friendly tone."};
  const std::vector<JudgeCheck> checks = ChecksOf(GoodHarbourText(), task);
  EXPECT_EQ(OutcomeOf(checks, "judge_instruction"), "unchecked");
  EXPECT_THAT(FindCheck(checks, "judge_instruction")->explanation, HasSubstr("friendly tone"));
}

TEST(JudgeText, AnEmbedderThatFailsLeavesItsChecksUnchecked) {
  ScriptedEmbedderOptions script;
  script.fail_after = 0;
  ScriptedEmbedder embedder(std::move(script));
  JudgedText judged;
  judged.text = GoodHarbourText();
  judged.task.instructions = {"Focus on the museum."};
  Status failure = Status::Ok();
  ASSERT_TRUE(JudgeText({embedder}, {}, {}, &judged, &failure).ok());
  EXPECT_EQ(OutcomeOf(judged.checks, "salient_covered"), "unchecked");
  EXPECT_EQ(OutcomeOf(judged.checks, "focus"), "unchecked");
  EXPECT_EQ(OutcomeOf(judged.checks, "citations_exist"), "passed");
}

TEST(JudgeText, ChecksComeInTheOrderOfTheTable) {
  std::vector<std::string> order;
  for (const CheckKind& kind : AllChecks()) order.emplace_back(kind.id);
  size_t at = 0;
  for (const JudgeCheck& check : ChecksOf(GoodHarbourText())) {
    const auto found =
        std::find(order.begin() + static_cast<std::ptrdiff_t>(at), order.end(), check.id);
    ASSERT_NE(found, order.end()) << check.id;
    at = static_cast<size_t>(found - order.begin());
  }
}

TEST(JudgeText, OptionsAreChecked) {
  ScriptedEmbedder embedder;
  JudgedText judged;
  judged.text = GoodHarbourText();
  JudgeOptions options;
  options.samples = 0;
  Status failure = Status::Ok();
  EXPECT_EQ(JudgeText({embedder}, options, {}, &judged, &failure).code(),
            StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace gloss
