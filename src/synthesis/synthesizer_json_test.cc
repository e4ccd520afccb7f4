#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "synthesis/journal_json.h"
#include "synthesis/synth_lines_json.h"
#include "synthesis/synthesis_test_support.h"
#include "synthesis/synthesizer.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Json = nlohmann::json;

std::vector<Json> Lines(const std::string& path) {
  std::vector<Json> lines;
  const std::string bytes = ReadFile(path).value_or("");
  for (size_t begin = 0; begin < bytes.size();) {
    const size_t end = bytes.find('\n', begin);
    lines.push_back(Json::parse(bytes.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

/// Documents of the facts, each with a paragraph of its own so that they are no near duplicates.
std::vector<Document> Documents(size_t count) {
  std::vector<Document> documents;
  for (size_t i = 0; i < count; ++i) {
    std::string own;
    for (int k = 0; k < 120; ++k) own += "own" + std::to_string(i) + "x" + std::to_string(k) + " ";
    documents.push_back(FactsDocument(own + "end."));
    documents.back().uri = "d" + std::to_string(i) + ".txt";
  }
  return documents;
}

class SynthesizerTest : public ::testing::Test {
 protected:
  SynthesizerTest() {
    options_.tasks.fewest_words = 70;
    options_.tasks.most_words = 70;
    options_.tasks.part_tokens = 100000;
    options_.tasks.instructions = {1, 0, 0, 0};
    options_.spend.jobs = 2;
    // The texts are alike; only the test of duplicates wants to see that.
    options_.text_duplicates.similarity = 1.0;
  }

  SynthPlan Plan(size_t documents = 4) const {
    auto plan = PlanSynthesis(Documents(documents), ReadPlain, options_, "stub");
    EXPECT_TRUE(plan.ok()) << plan.status().ToString();
    return plan.ok() ? *std::move(plan) : SynthPlan{};
  }

  /// What the teacher says to a document, by the number in its own paragraph: a good answer with a
  /// word of its own, unless `answers` has another one.
  std::optional<std::string> Answer(const SynthPlan& plan, const GenerationRequest& request) {
    const std::scoped_lock lock(mutex_);
    for (size_t i = 0; i < plan.sources.size(); ++i) {
      const Document& document = plan.sources[i].document;
      const std::string own = document.text.substr(document.text.rfind("\n\n") + 2, 8);
      if (request.messages.back().content.find(own) == std::string::npos) continue;
      ++asked_[i];
      if (answers_.contains(i)) return answers_[i];
      std::string answer = GoodAnswer(document);
      const size_t text = answer.find("<text>");
      answer.replace(answer.find("agreed", text), 6, "assented " + std::string(1, char('a' + i)));
      return answer;
    }
    return std::nullopt;
  }

  Result<SynthSummary> Run(const SynthPlan& plan, std::optional<size_t> fail_after = {},
                           const std::stop_token& stop = {}) {
    ScriptedGeneratorOptions script;
    script.role = ModelRole::kWriter;
    script.callback = [&](const GenerationRequest& request) { return Answer(plan, request); };
    script.fail_after = fail_after;
    ScriptedGenerator teacher(script);
    SynthModels models{&teacher, judges_.models(), "test judges"};
    return Synthesizer(models, options_).Run(plan, folder_.path(), {}, stop);
  }

  std::string Path(const std::string& file) const { return folder_.path() + "/" + file; }

  TestFolder folder_;
  TestJudges judges_;
  SynthOptions options_;
  std::mutex mutex_;
  std::map<size_t, int> asked_;
  std::map<size_t, std::string> answers_;
};

TEST_F(SynthesizerTest, WritesWhatPassesAndWhatDoesNot) {
  const SynthPlan plan = Plan();
  answers_[1] = "I cannot do that.";
  const auto summary = Run(plan);
  ASSERT_TRUE(summary.ok()) << summary.status().ToString();
  EXPECT_EQ(summary->tasks, 4U);
  EXPECT_EQ(summary->accepted, 3U);
  EXPECT_EQ(summary->rejected, 1U);
  EXPECT_EQ(summary->open, 0U);
  EXPECT_EQ(summary->rejections.at("no_reasoning"), 1U);
  EXPECT_EQ(summary->first_rejections.at("no_reasoning"), 1U);
  EXPECT_EQ(summary->by_language.at("en").accepted, 3U);

  const std::vector<Json> examples = Lines(Path("examples.jsonl"));
  ASSERT_THAT(examples, SizeIs(3));
  const Json& first = examples[0];
  EXPECT_EQ(first["schema"], "glossator/synth_example/1");
  EXPECT_EQ(first["language"], "en");
  EXPECT_EQ(first["sources"][0]["text"], plan.sources[0].document.text);
  EXPECT_EQ(first["teacher"]["model"], "stub");
  EXPECT_THAT(first["summary"].get<std::string>(), HasSubstr("assented a to the budget. <"));
  EXPECT_THAT(first["reasoning"].get<std::string>(), HasSubstr("I choose:"));
  EXPECT_FALSE(first.contains("rejections"));
  // The prompt to learn from is whole, and knows nothing of the reasoning that was asked for.
  const std::string user = first["prompt"]["user_before"].get<std::string>() +
                           first["tagged"].get<std::string>() +
                           first["prompt"]["user_after"].get<std::string>();
  EXPECT_THAT(user, HasSubstr("70 words"));
  EXPECT_THAT(user, HasSubstr(TagMark(plan.sources[0].document, 0) + "The budget"));
  EXPECT_THAT(first.dump(), ::testing::Not(HasSubstr("<reasoning>")));

  const std::vector<Json> rejected = Lines(Path("rejected.jsonl"));
  ASSERT_THAT(rejected, SizeIs(1));
  EXPECT_EQ(rejected[0]["rejections"][0]["code"], "no_reasoning");
  EXPECT_TRUE(rejected[0]["quality"].is_null());
  const Json written = Json::parse(SummaryJson(*summary));
  EXPECT_EQ(written["accepted"], 3);
  EXPECT_TRUE(written["cost"].is_null());
}

TEST_F(SynthesizerTest, ARunIsTakenUpWithNothingLostOrDoubled) {
  const SynthPlan plan = Plan(6);
  const auto first = Run(plan, 3);
  ASSERT_TRUE(first.ok()) << first.status().ToString();
  EXPECT_EQ(first->answered, 3U);
  EXPECT_EQ(first->failed, 3U);
  EXPECT_THAT(first->failures, ::testing::Not(IsEmpty()));
  const auto second = Run(plan);
  ASSERT_TRUE(second.ok()) << second.status().ToString();
  EXPECT_EQ(second->accepted, 6U);
  EXPECT_EQ(second->failed, 0U);
  const std::string data = ReadFile(Path("examples.jsonl")).value_or("");
  std::set<std::string> ids;
  for (const Json& line : Lines(Path("examples.jsonl"))) ids.insert(line["id"]);
  EXPECT_THAT(ids, SizeIs(6));
  // Nothing is asked or judged again, and the data stay as they are.
  asked_.clear();
  const std::string journal = ReadFile(Path("journal.jsonl")).value_or("");
  const auto third = Run(plan);
  ASSERT_TRUE(third.ok());
  EXPECT_THAT(asked_, IsEmpty());
  EXPECT_EQ(ReadFile(Path("journal.jsonl")).value_or(""), journal);
  EXPECT_EQ(ReadFile(Path("examples.jsonl")).value_or(""), data);
}

TEST_F(SynthesizerTest, AKilledRunsHalfLineIsDoneAgain) {
  const SynthPlan plan = Plan();
  ASSERT_TRUE(Run(plan).ok());
  const std::string data = ReadFile(Path("examples.jsonl")).value_or("");
  std::string journal = ReadFile(Path("journal.jsonl")).value_or("");
  // The last verdict is torn, and so the answers are judged again without asking.
  journal.resize(journal.size() - 40);
  ASSERT_TRUE(WriteFileAtomically(Path("journal.jsonl"), journal).ok());
  asked_.clear();
  const auto summary = Run(plan);
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->accepted, 4U);
  EXPECT_THAT(asked_, IsEmpty());
  EXPECT_EQ(ReadFile(Path("examples.jsonl")).value_or(""), data);
}

TEST_F(SynthesizerTest, OtherFiltersJudgeOldAnswersAnew) {
  const SynthPlan plan = Plan();
  ASSERT_TRUE(Run(plan).ok());
  asked_.clear();
  options_.filter.least_reasoning_words = 5000;
  const auto summary = Run(plan);
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->rejections.at("no_reasoning"), 4U);
  EXPECT_THAT(asked_, IsEmpty());
  options_.filter.least_reasoning_words = 15;
  EXPECT_EQ(Run(plan)->accepted, 4U);
}

TEST_F(SynthesizerTest, TheBudgetEndsARunBeforeItIsOverdrawn) {
  const SynthPlan plan = Plan(6);
  const auto estimate = EstimateCost(plan, options_, folder_.path());
  ASSERT_TRUE(estimate.ok());
  EXPECT_EQ(estimate->tasks, 6U);
  EXPECT_EQ(estimate->cost, std::nullopt);
  options_.spend.jobs = 1;
  // Room for one question, and for no other once it has cost anything.
  options_.spend.most_tokens =
      plan.tasks[0].prompt_tokens + static_cast<size_t>(plan.tasks[0].max_tokens) + 1;
  options_.spend.price_in = 1;
  options_.spend.price_out = 2;
  const auto summary = Run(plan);
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->answered, 1U);
  EXPECT_EQ(summary->open, 5U);
  EXPECT_LE(summary->prompt_tokens + summary->completion_tokens, options_.spend.most_tokens);
  EXPECT_THAT(summary->stopped, HasSubstr("budget"));
  const double cost = static_cast<double>(summary->prompt_tokens) / 1e6 +
                      static_cast<double>(summary->completion_tokens) * 2 / 1e6;
  EXPECT_DOUBLE_EQ(summary->cost.value_or(0), cost);
  // What was spent before counts.
  asked_.clear();
  const auto again = Run(plan);
  ASSERT_TRUE(again.ok());
  EXPECT_LE(again->prompt_tokens + again->completion_tokens, options_.spend.most_tokens);
  const auto left = EstimateCost(plan, options_, folder_.path());
  ASSERT_TRUE(left.ok());
  EXPECT_EQ(left->done, again->answered);
  EXPECT_GT(left->cost.value_or(0), 0);
  options_.spend.most_tokens = 0;
  EXPECT_EQ(Run(plan)->accepted, 6U);
}

TEST_F(SynthesizerTest, AServerThatIsGoneEndsTheRun) {
  const SynthPlan plan = Plan(20);
  options_.spend.jobs = 1;
  const auto summary = Run(plan, 2);
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->answered, 2U);
  EXPECT_EQ(summary->failed, 8U);
  EXPECT_EQ(summary->open, 10U);
  EXPECT_THAT(summary->stopped, HasSubstr("in a row failed"));
}

TEST_F(SynthesizerTest, AStopRequestEndsTheRun) {
  const SynthPlan plan = Plan();
  std::stop_source source;
  source.request_stop();
  const auto summary = Run(plan, {}, source.get_token());
  ASSERT_TRUE(summary.ok()) << summary.status().ToString();
  EXPECT_EQ(summary->answered, 0U);
  EXPECT_EQ(summary->stopped, "stopped by the user");
  EXPECT_THAT(asked_, IsEmpty());
}

TEST_F(SynthesizerTest, NearDuplicatesAreLeftOutAndNamed) {
  std::vector<Document> documents = Documents(2);
  documents.push_back(documents[0]);
  documents.back().uri = "copy.txt";
  const auto plan = PlanSynthesis(std::move(documents), ReadPlain, options_, "stub");
  ASSERT_TRUE(plan.ok());
  EXPECT_THAT(plan->sources, SizeIs(2));
  ASSERT_THAT(plan->near_duplicates, SizeIs(1));
  EXPECT_EQ(plan->near_duplicates[0].uri, "copy.txt");
  EXPECT_EQ(plan->near_duplicates[0].like, "d0.txt");
  // Texts that are alike: one word of seventy differs.
  options_.text_duplicates.similarity = 0.7;
  const auto summary = Run(*plan);
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->accepted, 1U);
  EXPECT_EQ(summary->rejections.at("duplicate_text"), 1U);
  const std::vector<Json> rejected = Lines(Path("rejected.jsonl"));
  EXPECT_EQ(rejected[0]["rejections"][0]["detail"], Lines(Path("examples.jsonl"))[0]["id"]);
}

TEST_F(SynthesizerTest, TasksDependOnWhatTheyAreMadeOf) {
  const SynthPlan plan = Plan();
  const SynthPlan again = Plan();
  for (size_t i = 0; i < plan.tasks.size(); ++i) EXPECT_EQ(plan.tasks[i].id, again.tasks[i].id);
  options_.tasks.seed = 43;
  EXPECT_NE(Plan().tasks[0].id, plan.tasks[0].id);
  options_.tasks.seed = 42;
  options_.tasks.per_part = 2;
  const SynthPlan more = Plan();
  ASSERT_THAT(more.tasks, SizeIs(8));
  EXPECT_EQ(more.tasks[0].id, plan.tasks[0].id);
  EXPECT_NE(more.tasks[1].id, more.tasks[0].id);
  options_.tasks.language = "fr";
  const SynthPlan french = Plan();
  const auto prompt = TeacherPromptOf(french.tasks[0], french.sources[0]);
  ASSERT_TRUE(prompt.ok());
  EXPECT_THAT(prompt->id, HasSubstr("synth_reasoning_fr_v1"));
  EXPECT_THAT(prompt->messages.back().content, HasSubstr("Écris d’abord ton raisonnement"));
}

TEST_F(SynthesizerTest, LongDocumentsAreCutIntoParts) {
  options_.tasks.part_tokens = 400;
  options_.tasks.fewest_sentences = 3;
  const SynthPlan plan = Plan(1);
  ASSERT_GE(plan.sources.size(), 2U);
  std::string text;
  for (const SynthSource& source : plan.sources) {
    EXPECT_EQ(source.whole, plan.sources[0].whole);
    text += source.document.text + "\n";
  }
  for (const TestFact& fact : kTestFacts) EXPECT_THAT(text, HasSubstr(std::string(fact.sentence)));
  options_.tasks.most_parts = 1;
  EXPECT_THAT(Plan(1).sources, SizeIs(1));
}

TEST_F(SynthesizerTest, GroupsAndPairsComeBesideTheTexts) {
  options_.groups = true;
  options_.pairs = true;
  const SynthPlan plan = Plan(2);
  const auto summary = Run(plan);
  ASSERT_TRUE(summary.ok()) << summary.status().ToString();
  const std::vector<Json> pairs = Lines(Path("pairs.jsonl"));
  std::map<std::string, std::string> side_of;
  std::set<std::string> ids;
  bool of_summary = false;
  for (const Json& pair : pairs) {
    EXPECT_TRUE(ids.insert(pair["id"]).second);
    const auto [found, is_new] = side_of.emplace(pair["document"], pair["split"]);
    EXPECT_EQ(found->second, pair["split"]);
    of_summary = of_summary || pair["origin"] == "summary";
  }
  EXPECT_TRUE(of_summary);
  EXPECT_GT(summary->pairs.at("entailment"), 0U);
  EXPECT_GT(summary->pairs.at("neutral"), 0U);
  EXPECT_THAT(Lines(Path("groups.jsonl")), ::testing::Not(IsEmpty()));
  const std::string data = ReadFile(Path("pairs.jsonl")).value_or("");
  const std::string journal = ReadFile(Path("journal.jsonl")).value_or("");
  ASSERT_TRUE(Run(plan).ok());
  EXPECT_EQ(ReadFile(Path("pairs.jsonl")).value_or(""), data);
  EXPECT_EQ(ReadFile(Path("journal.jsonl")).value_or(""), journal);
}

}  // namespace
}  // namespace gloss
