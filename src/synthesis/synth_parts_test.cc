// The small parts of the room: splits, near duplicates, instructions, answers, limits, the journal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "synthesis/instruction_generator.h"
#include "synthesis/instruction_templates.h"
#include "synthesis/journal_json.h"
#include "synthesis/near_duplicates.h"
#include "synthesis/spend_limits.h"
#include "synthesis/splits.h"
#include "synthesis/synthesis_test_support.h"
#include "synthesis/teacher_answer.h"
#include "text/language.h"

namespace gloss {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Splits, ThreeToSevenAndOthers) {
  std::vector<std::string> documents;
  for (int i = 0; i < 50; ++i) documents.push_back("document" + std::to_string(i));
  const auto sides = SplitDocuments(documents, {});
  std::map<std::string, size_t> counts;
  for (const auto& [document, side] : sides) ++counts[side];
  EXPECT_EQ(counts["train"], 15U);
  EXPECT_EQ(counts["eval"], 35U);
  // The order of the documents does not count, the seed does.
  std::reverse(documents.begin(), documents.end());
  EXPECT_EQ(SplitDocuments(documents, {}), sides);
  EXPECT_NE(SplitDocuments(documents, {.seed = 43}), sides);

  const auto shares = ParseSplit("8:1:1");
  ASSERT_TRUE(shares.ok());
  counts.clear();
  for (const auto& [document, side] : SplitDocuments(documents, {.shares = *shares})) {
    ++counts[side];
  }
  EXPECT_EQ(counts["train"], 40U);
  EXPECT_EQ(counts["dev"], 5U);
  EXPECT_EQ(counts["eval"], 5U);
  for (const std::string wrong : {"", "0:0", "a:b", "1:2:3:4", "3:", "-1:2", "3:7x"}) {
    EXPECT_FALSE(ParseSplit(wrong).ok()) << wrong;
  }
}

TEST(NearDuplicates, FindsTextsThatAreNearlyTheSame) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "word" + std::to_string(i) + " ";
  NearDuplicates seen({.words = 5, .similarity = 0.8});
  EXPECT_FALSE(seen.Find(text).has_value());
  seen.Add("Something else entirely is said in this one.");
  seen.Add(text);
  // Case and punctuation do not count.
  std::string loud = text;
  for (char& c : loud) c = c == 'w' ? 'W' : c;
  const auto same = seen.Find(loud + ".");
  ASSERT_TRUE(same.has_value());
  EXPECT_EQ(same->index, 1U);
  EXPECT_EQ(same->similarity, 1.0);
  // Of 196 shingles one word changes five: 191 of 201.
  std::string changed = text;
  changed.replace(changed.find("word100"), 7, "other");
  const auto near = seen.Find(changed);
  ASSERT_TRUE(near.has_value());
  EXPECT_NEAR(near->similarity, 191.0 / 201.0, 1e-9);
  EXPECT_FALSE(seen.Find(text.substr(0, text.size() / 2)).has_value());
  EXPECT_TRUE(NearDuplicates({}).Find("") == std::nullopt);
}

TEST(Instructions, FiveLanguagesHaveTheSameTemplatesInTheirOwnWords) {
  const InstructionTemplates& english = InstructionTemplatesOf("en");
  for (const std::string language : {"de", "es", "fr", "it"}) {
    const InstructionTemplates& other = InstructionTemplatesOf(language);
    std::string all;
    const auto compare = [&](std::span<const InstructionTemplate> a,
                             std::span<const InstructionTemplate> b) {
      ASSERT_EQ(a.size(), b.size()) << language;
      for (size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].name, b[i].name) << language;
        EXPECT_EQ(a[i].format, b[i].format) << language;
        EXPECT_EQ(a[i].text.find("{topic}") == std::string_view::npos,
                  b[i].text.find("{topic}") == std::string_view::npos)
            << language << " " << a[i].name;
        EXPECT_NE(a[i].text, b[i].text);
        all += std::string(b[i].text) + " ";
      }
    };
    compare(english.positive, other.positive);
    compare(english.adversarial, other.adversarial);
    compare(english.formatting, other.formatting);
    EXPECT_EQ(DetectLanguage(all), language);
  }
  EXPECT_EQ(&InstructionTemplatesOf("pl"), &english);
}

TEST(Instructions, AreDrawnBySeedAndMix) {
  const Document document = FactsDocument();
  std::map<InstructionKind, int> kinds;
  std::set<std::string> texts;
  for (int i = 0; i < 400; ++i) {
    RandomChoice random(42, std::to_string(i));
    RandomChoice again(42, std::to_string(i));
    const CustomInstruction drawn = MakeInstruction({}, document, "en", random);
    EXPECT_EQ(MakeInstruction({}, document, "en", again).text, drawn.text);
    EXPECT_THAT(drawn.text, ::testing::Not(HasSubstr("{topic}")));
    EXPECT_EQ(drawn.kind == InstructionKind::kNone, drawn.text.empty());
    EXPECT_EQ(drawn.kind == InstructionKind::kFormatting, !drawn.format.empty());
    ++kinds[drawn.kind];
    texts.insert(drawn.text);
  }
  EXPECT_NEAR(kinds[InstructionKind::kNone], 160, 40);
  EXPECT_NEAR(kinds[InstructionKind::kPositive], 120, 40);
  EXPECT_NEAR(kinds[InstructionKind::kAdversarial], 60, 30);
  EXPECT_GT(texts.size(), 12U);
  RandomChoice random(1);
  EXPECT_EQ(MakeInstruction({0, 0, 0, 1}, document, "en", random).kind,
            InstructionKind::kFormatting);
}

TEST(Instructions, TopicsAreHeadingsAndNames) {
  Document document =
      PlainDocument({"Costs of the Programme", "First, Brussels pays the bill in full.",
                     "Later it was Brussels that paid.", "In the end, only Brussels could pay.",
                     "<b>Hostile {text}</b>"});
  document.blocks[0].kind = BlockKind::kHeading;
  document.blocks[4].kind = BlockKind::kHeading;
  EXPECT_THAT(TopicsOf(document, 10), ElementsAre("Costs of the Programme", "Brussels"));
  EXPECT_THAT(TopicsOf(document, 1), ElementsAre("Costs of the Programme"));
}

TEST(Instructions, LayoutsAreRecognised) {
  const std::string bullets = "- One. <a3f5e823>\n- Two. <b3f5e823>";
  const std::string numbered = "1. One.\n2. Two.";
  const std::string table = "| Topic | Statement |\n|---|:--|\n| Fee | It rose. |";
  const std::string headings = "## One\n\nText.\n\n## Two\n\nText.";
  const std::string prose = "One.\n\nTwo.";
  EXPECT_TRUE(HasFormat(bullets, "bullets"));
  EXPECT_TRUE(HasFormat(numbered, "numbered"));
  EXPECT_TRUE(HasFormat(table, "table"));
  EXPECT_TRUE(HasFormat(headings, "headings"));
  EXPECT_TRUE(HasFormat(prose, "paragraphs"));
  EXPECT_TRUE(HasFormat(prose, ""));
  for (const std::string format : {"bullets", "numbered", "table", "headings"}) {
    EXPECT_FALSE(HasFormat(prose, format)) << format;
  }
  EXPECT_FALSE(HasFormat(bullets, "paragraphs"));
  EXPECT_FALSE(HasFormat(headings, "paragraphs"));
  EXPECT_FALSE(HasFormat("| a | b |", "table"));
}

TEST(TeacherAnswers, AreTakenApart) {
  const auto read = ReadTeacherAnswer(
      "Sure!\n<reasoning>\nFirst a plan.\n</reasoning>\n\n<text>\nThe fee rose. <a3f5e823>\n</text>"
      "\nAnything else?");
  EXPECT_EQ(read.reasoning, "First a plan.");
  EXPECT_EQ(read.text, "The fee rose. <a3f5e823>");
  EXPECT_FALSE(read.stray);

  const auto bare = ReadTeacherAnswer("<think>Plan.</think>The fee rose.");
  EXPECT_EQ(bare.reasoning, "Plan.");
  EXPECT_EQ(bare.text, "The fee rose.");

  EXPECT_EQ(ReadTeacherAnswer("```\n<reasoning>A</reasoning><TEXT>B</TEXT>\n```").text, "B");
  EXPECT_EQ(ReadTeacherAnswer("The fee rose.").reasoning, "");
  EXPECT_EQ(ReadTeacherAnswer("The fee rose.").text, "The fee rose.");
  // Without its end nobody can tell the reasoning from the text.
  EXPECT_TRUE(ReadTeacherAnswer("<reasoning>A plan. The fee rose.").stray);
  EXPECT_TRUE(ReadTeacherAnswer("<reasoning>A</reasoning>B <reasoning>C</reasoning>").stray);
  EXPECT_TRUE(ReadTeacherAnswer("<reasoning>A</reasoning>B <a3f5e823>x</a3f5e823>").stray);
  EXPECT_EQ(ReadTeacherAnswer("").text, "");
  EXPECT_EQ(ReadTeacherAnswer("<reasoning></reasoning><text></text>").text, "");
}

TEST(TeacherAnswers, TagsAreFoundInAnyBrackets) {
  const Document document = FactsDocument();
  const TagIndex index({&document, 1});
  const std::string& tag = document.sentences[0].tag;
  EXPECT_THAT(
      TagsNamedIn("first " + tag + ", then [" + tag + "] and <12ab34cd>; defacing 20260101", index),
      ElementsAre(tag, "12ab34cd"));
  EXPECT_THAT(TagsNamedIn("the facade of 12345678 and x" + tag, index), IsEmpty());
}

TEST(SpendLimits, ABudgetIsNeverOverdrawn) {
  TokenBudget budget(100, 30);
  EXPECT_TRUE(budget.Reserve(50));
  EXPECT_FALSE(budget.Reserve(30));
  EXPECT_TRUE(budget.Reserve(20));
  budget.Settle(50, 10);
  EXPECT_EQ(budget.used(), 40U);
  EXPECT_TRUE(budget.Reserve(40));
  EXPECT_FALSE(budget.Reserve(1));
  TokenBudget endless(0, 0);
  EXPECT_TRUE(endless.Reserve(1000000000));
}

TEST(SpendLimits, RatesAreKept) {
  auto now = std::chrono::steady_clock::time_point{} + std::chrono::hours(1);
  const auto begin = now;
  const WaitingClock clock{.now = [&now] { return now; },
                           .sleep =
                               [&now](milliseconds time, const std::stop_token& stop) {
                                 if (stop.stop_requested()) {
                                   return Status(StatusCode::kCancelled, "stopped");
                                 }
                                 now += time;
                                 return Status::Ok();
                               }};
  RateLimiter requests(60, 0, clock);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(requests.Wait(100, {}).ok());
  EXPECT_EQ(now - begin, milliseconds(9000));
  const auto middle = now;
  RateLimiter tokens(0, 6000, clock);
  EXPECT_TRUE(tokens.Wait(1000, {}).ok());
  EXPECT_EQ(now, middle);
  EXPECT_TRUE(tokens.Wait(100, {}).ok());
  EXPECT_EQ(now - middle, milliseconds(10000));
  EXPECT_TRUE(tokens.Wait(100, {}).ok());
  EXPECT_EQ(now - middle, milliseconds(11000));
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(tokens.Wait(100, source.get_token()).code(), StatusCode::kCancelled);
}

TEST(SynthJournal, KeepsWhatIsAddedOnce) {
  const TestFolder folder;
  const std::string path = folder.path() + "/journal.jsonl";
  TeacherAnswer answer{"text \xff", true, 7, 8};
  ExampleVerdict verdict;
  verdict.rejections = {{RejectionCode::kUnknownTag, "<deadbeef>"}};
  verdict.quality.emplace();
  verdict.quality->recall = 0.5;
  verdict.claims = {{"A claim.", {1, 2}}};
  GroundingRecords records;
  records.groups = {{"S.", "B.", {"C."}, "rule", 0.5}};
  records.pairs.emplace_back();
  records.pairs.back().label = Relation::kContradiction;
  records.pairs.back().was = "5";
  records.changes["number"] = {2, 1};
  {
    auto journal = SynthJournal::Open(path);
    ASSERT_TRUE(journal.ok()) << journal.status().ToString();
    EXPECT_TRUE(journal->AddAnswer("t1", answer).ok());
    EXPECT_TRUE(journal->AddAnswer("t1", TeacherAnswer{}).ok());
    EXPECT_TRUE(journal->AddVerdict("t1", "f1", verdict).ok());
    EXPECT_TRUE(journal->AddGrounding("g1", records).ok());
    EXPECT_EQ(SynthJournal::Open(path).status().code(), StatusCode::kOverloaded);
  }
  const std::string bytes = ReadFile(path).value_or("");
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), '\n'), 3);
  // Killed in the middle of a line.
  ASSERT_TRUE(WriteFileAtomically(path, bytes + R"({"schema":"gloss)").ok());
  auto journal = SynthJournal::Open(path);
  ASSERT_TRUE(journal.ok()) << journal.status().ToString();
  EXPECT_GT(journal->cut(), 0U);
  ASSERT_NE(journal->FindAnswer("t1"), nullptr);
  EXPECT_EQ(journal->FindAnswer("t1")->completion_tokens, 8U);
  EXPECT_TRUE(journal->FindAnswer("t1")->cut_off);
  EXPECT_EQ(journal->FindAnswer("t2"), nullptr);
  EXPECT_EQ(journal->FindVerdict("t1", "f2"), nullptr);
  const ExampleVerdict* kept = journal->FindVerdict("t1", "f1");
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(kept->rejections, verdict.rejections);
  EXPECT_EQ(kept->quality->recall, 0.5);
  EXPECT_EQ(kept->quality->precision, std::nullopt);
  EXPECT_THAT(kept->claims[0].evidence, ElementsAre(1U, 2U));
  const GroundingRecords* grounding = journal->FindGrounding("g1");
  ASSERT_NE(grounding, nullptr);
  EXPECT_EQ(grounding->pairs[0].label, Relation::kContradiction);
  EXPECT_EQ(grounding->changes.at("number").kept, 1U);
}

TEST(SynthJournal, ADamagedLineIsNamed) {
  const TestFolder folder;
  const std::string path = folder.path() + "/journal.jsonl";
  for (const std::string line :
       {"not json", "{}", R"({"schema":"glossator/synth_journal/2","kind":"answer","key":"a"})",
        R"({"schema":"glossator/synth_journal/1","kind":"other","key":"a"})",
        R"({"schema":"glossator/synth_journal/1","kind":"answer","key":"a","text":5})"}) {
    ASSERT_TRUE(WriteFileAtomically(path, line + "\n").ok());
    const auto journal = SynthJournal::Open(path);
    ASSERT_FALSE(journal.ok()) << line;
    EXPECT_EQ(journal.status().code(), StatusCode::kParseError);
    EXPECT_THAT(journal.status().message(), HasSubstr("line 1"));
  }
}

}  // namespace
}  // namespace gloss
