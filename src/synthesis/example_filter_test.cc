#include "synthesis/example_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "synthesis/synthesis_test_support.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// An answer that is good but for one fault, and the only code that it must be rejected with.
struct Fault {
  std::string name;
  RejectionCode code;
  std::function<std::string(const Document&)> answer;
  std::function<void(SynthTask&, TeacherAnswer&)> change = {};
};

std::string Replaced(std::string text, const std::string& what, const std::string& with) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

/// In the text, behind the reasoning.
std::string InText(const std::string& answer, const std::string& what, const std::string& with) {
  const size_t text = answer.find("<text>");
  return answer.substr(0, text) + Replaced(answer.substr(text), what, with);
}

std::string Statement(size_t fact) { return std::string(kTestFacts[fact].statement); }

class ExampleFilterTest : public ::testing::Test {
 protected:
  ExampleFilterTest() {
    source_.document = FactsDocument();
    task_.language = "en";
    task_.words = 70;
    task_.tags = 12;
  }

  ExampleVerdict Judge(const std::string& text,
                       const std::function<void(SynthTask&, TeacherAnswer&)>& change = {}) {
    TeacherAnswer answer;
    answer.text = text;
    SynthTask task = task_;
    if (change) change(task, answer);
    const ExampleFilter filter(judges_.models(), {});
    auto verdict = filter.Judge(task, source_, answer, {});
    EXPECT_TRUE(verdict.ok()) << verdict.status().ToString();
    return verdict.ok() ? *verdict : ExampleVerdict{};
  }

  static std::vector<std::string> Codes(const ExampleVerdict& verdict) {
    std::vector<std::string> codes;
    for (const Rejection& each : verdict.rejections) {
      codes.push_back(std::string(RejectionCodeName(each.code)) + ": " + each.detail);
    }
    return codes;
  }

  TestJudges judges_;
  SynthSource source_;
  SynthTask task_;
};

TEST_F(ExampleFilterTest, AGoodAnswerIsAcceptedWithItsClaims) {
  const ExampleVerdict verdict = Judge(GoodAnswer(source_.document));
  EXPECT_THAT(Codes(verdict), IsEmpty());
  ASSERT_TRUE(verdict.quality.has_value());
  EXPECT_EQ(verdict.quality->citations, kTestFacts.size());
  EXPECT_EQ(verdict.quality->reasoning_tags, kTestFacts.size());
  EXPECT_EQ(verdict.quality->precision, 1.0);
  ASSERT_EQ(verdict.claims.size(), kTestFacts.size());
  EXPECT_EQ(verdict.claims[1].claim, Statement(1));
  EXPECT_THAT(verdict.claims[1].evidence, ElementsAre(1U));
}

/// Each filter catches its fault, and no other filter is set off by it.
TEST_F(ExampleFilterTest, EachFilterCatchesItsFaultAndNothingElse) {
  const std::string named = TagMark(source_.document, 0);
  const std::vector<Fault> faults = {
      {"cut off", RejectionCode::kCutOff, GoodAnswer,
       [](SynthTask&, TeacherAnswer& answer) { answer.cut_off = true; }},
      {"no reasoning", RejectionCode::kNoReasoning,
       [](const Document& document) {
         const std::string good = GoodAnswer(document);
         return good.substr(good.find("</reasoning>") + 13);
       }},
      {"no text", RejectionCode::kNoText,
       [](const Document& document) {
         const std::string good = GoodAnswer(document);
         return good.substr(0, good.find("</reasoning>") + 12);
       }},
      {"closing tag", RejectionCode::kStrayMarkup,
       [&](const Document& document) {
         std::string closing = named;
         closing.insert(1, "/");
         return InText(GoodAnswer(document), named, named + closing);
       }},
      {"German", RejectionCode::kWrongLanguage, GoodAnswer,
       [](SynthTask& task, TeacherAnswer&) { task.language = "de"; }},
      {"no tags", RejectionCode::kNoCitation,
       [](const Document& document) {
         std::string good = GoodAnswer(document);
         const size_t text = good.find("<text>") + 6;
         std::string rest = good.substr(text);
         for (size_t i = 0; i < kTestFacts.size(); ++i) {
           rest = Replaced(rest, " " + TagMark(document, i), "");
         }
         return good.substr(0, text) + rest;
       }},
      {"unknown tag", RejectionCode::kUnknownTag,
       [&](const Document& document) {
         return InText(GoodAnswer(document), named, named + " <12ab34cd>");
       }},
      {"one digit wrong", RejectionCode::kUnknownTag,
       [&](const Document& document) {
         std::string near = named;
         near[1] = near[1] == '0' ? '1' : '0';
         return InText(GoodAnswer(document), named, named + " " + near);
       }},
      {"number for a tag", RejectionCode::kUnknownTag,
       [&](const Document& document) {
         return InText(GoodAnswer(document), named, named + " [1]");
       }},
      {"repeated tag", RejectionCode::kRepeatedTag,
       [&](const Document& document) {
         return InText(GoodAnswer(document), Statement(1),
                       "The budget passed. " + named + " " + Statement(1));
       }},
      {"uncited statement", RejectionCode::kUncitedStatement,
       [](const Document& document) {
         return InText(GoodAnswer(document), " " + TagMark(document, 11), "");
       }},
      {"unsupported", RejectionCode::kUnsupported,
       [](const Document& document) {
         return InText(GoodAnswer(document), Statement(2), "All is wrong about every wage.");
       }},
      {"contradicted", RejectionCode::kContradicted,
       [](const Document& document) {
         return InText(GoodAnswer(document), Statement(2), "Quite the contrary befell the bridge.");
       }},
      {"a tag that the reasoning does not name", RejectionCode::kReasoningOmitsTag,
       [&](const Document& document) {
         return Replaced(GoodAnswer(document), named, "The first");
       }},
      {"a tag of the reasoning that does not exist", RejectionCode::kReasoningUnknownTag,
       [&](const Document& document) {
         return Replaced(GoodAnswer(document), named, "<12ab34cd> or " + named);
       }},
      {"copy", RejectionCode::kVerbatimCopy,
       [](const Document& document) {
         return InText(GoodAnswer(document), Statement(0),
                       "The long copy about the budget says that the fountain was cleaned by "
                       "hand every single week of the year with care.");
       }},
      {"length", RejectionCode::kWrongLength, GoodAnswer,
       [](SynthTask& task, TeacherAnswer&) { task.words = 300; }},
      {"format", RejectionCode::kFormatIgnored, GoodAnswer,
       [](SynthTask& task, TeacherAnswer&) { task.instruction.format = "bullets"; }},
  };
  source_.document = FactsDocument(
      "For the budget the fountain was cleaned by hand every single week of the year with care.");
  for (const Fault& fault : faults) {
    const ExampleVerdict verdict = Judge(fault.answer(source_.document), fault.change);
    ASSERT_EQ(verdict.rejections.size(), 1U)
        << fault.name << ": " << ::testing::PrintToString(Codes(verdict));
    EXPECT_EQ(RejectionCodeName(verdict.rejections[0].code), RejectionCodeName(fault.code))
        << fault.name << ": " << verdict.rejections[0].detail;
    EXPECT_THAT(verdict.claims, IsEmpty()) << fault.name;
  }
}

TEST_F(ExampleFilterTest, HalfOfTheReasoningsTagsMustBeUsed) {
  std::string text;
  for (size_t i = 0; i < 5; ++i) text += Statement(i) + " " + TagMark(source_.document, i) + " ";
  const std::string good = GoodAnswer(source_.document);
  const ExampleVerdict verdict = Judge(good.substr(0, good.find("<text>")) + text);
  EXPECT_THAT(Codes(verdict), ElementsAre("reasoning_unused_tags: 5 of 12 are used"));
}

TEST_F(ExampleFilterTest, CitationsOfTheBeginningAloneArePoorlySpread) {
  std::string reasoning =
      "<reasoning>The text tells of a town and of its many places; from these I "
      "choose for their weight:";
  std::string text = "</reasoning>";
  for (size_t i = 0; i < 3; ++i) {
    reasoning += " " + TagMark(source_.document, i);
    text += Statement(i) + " " + TagMark(source_.document, i) + " ";
  }
  const auto spread = [](SynthTask& task, TeacherAnswer&) { task.words = 20; };
  EXPECT_THAT(Codes(Judge(reasoning + text, spread)), IsEmpty());
  // A long document of which only the beginning is cited.
  std::vector<std::string> paragraphs;
  for (const TestFact& fact : kTestFacts) paragraphs.emplace_back(fact.sentence);
  for (int i = 0; i < 60; ++i) {
    paragraphs.push_back("Then the people of house " + std::string(1, char('a' + i % 26)) +
                         std::string(1, char('a' + i / 26)) + " went to sleep in the evening.");
  }
  source_.document = PlainDocument(paragraphs);
  const ExampleVerdict verdict = Judge(reasoning + text, spread);
  ASSERT_EQ(verdict.rejections.size(), 1U) << ::testing::PrintToString(Codes(verdict));
  EXPECT_EQ(verdict.rejections[0].code, RejectionCode::kPoorSpread);
}

TEST_F(ExampleFilterTest, ALongStretchWithoutACitationIsPoorlySpaced) {
  // Questions state nothing, so that nothing but the spacing is wrong.
  std::string questions;
  for (int i = 0; i < 9; ++i) questions += "Who would want to know about any of these things? ";
  const std::string text =
      InText(GoodAnswer(source_.document), Statement(6), questions + "\n\n" + Statement(6));
  const ExampleFilter filter(judges_.models(), {.most_filler = 1.0});
  SynthTask task = task_;
  task.words = 160;
  TeacherAnswer answer;
  answer.text = text;
  const auto verdict = filter.Judge(task, source_, answer, {});
  ASSERT_TRUE(verdict.ok());
  ASSERT_EQ(verdict->rejections.size(), 1U) << ::testing::PrintToString(Codes(*verdict));
  EXPECT_EQ(verdict->rejections[0].code, RejectionCode::kPoorSpacing);
}

TEST_F(ExampleFilterTest, FillerIsRejected) {
  std::string text = GoodAnswer(source_.document);
  text = InText(text, Statement(3), "What now? Who cares? " + Statement(3));
  const ExampleVerdict verdict = Judge(text);
  ASSERT_EQ(verdict.rejections.size(), 1U) << ::testing::PrintToString(Codes(verdict));
  EXPECT_EQ(verdict.rejections[0].code, RejectionCode::kFiller);
}

TEST_F(ExampleFilterTest, AFailingModelGivesNoVerdict) {
  ScriptedEmbedder embedder;
  ScriptedClassifier failing(Script({.fail_after = 0}));
  const JudgeModelsFor models = [&](const Document&, const Document&) -> Result<JudgeModels> {
    return JudgeModels{&embedder, &failing, nullptr};
  };
  TeacherAnswer answer;
  answer.text = GoodAnswer(source_.document);
  const auto verdict = ExampleFilter(models, {}).Judge(task_, source_, answer, {});
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.status().code(), StatusCode::kModelFailed);
}

}  // namespace
}  // namespace gloss
