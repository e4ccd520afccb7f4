#include "grounding/input_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

Result<InputRecord> One(std::string_view json) {
  auto records = ReadInputRecords(json, {});
  if (!records.ok()) return records.status();
  EXPECT_THAT(*records, SizeIs(1));
  return records->front();
}

std::string ErrorOf(std::string_view json) {
  const Result<InputRecord> record = One(json);
  return record.ok() ? "(ok)" : record.status().message();
}

TEST(ReadInputRecords, TakesTheShapesOfTheField) {
  const auto ragas = One(
      R"({"user_input": "Q?", "response": "A.", "retrieved_contexts": ["x", "y"], "reference": "z"})");
  ASSERT_TRUE(ragas.ok()) << ragas.status().ToString();
  EXPECT_EQ(ragas->question, "Q?");
  EXPECT_EQ(ragas->response, "A.");
  ASSERT_THAT(ragas->sources, SizeIs(2));
  EXPECT_EQ(ragas->sources[1].text, "y");
  EXPECT_EQ(ragas->extra.at("reference"), "\"z\"");  // the ideal answer is no source

  const auto old_ragas = One(R"({"question": "Q?", "answer": "A.", "contexts": ["x"]})");
  ASSERT_TRUE(old_ragas.ok());
  EXPECT_EQ(old_ragas->response, "A.");

  const auto refchecker = One(R"({"question": "Q?", "response": "A.", "reference": ["x", "y"]})");
  ASSERT_TRUE(refchecker.ok());
  EXPECT_THAT(refchecker->sources, SizeIs(2));
  EXPECT_THAT(One(R"({"response": "A.", "reference": "x"})")->sources, SizeIs(1));

  const auto aggrefact =
      One(R"({"doc": "[1] x", "claim": "A.", "label": 1, "dataset": "AggreFact-CNN"})");
  ASSERT_TRUE(aggrefact.ok());
  EXPECT_EQ(aggrefact->response, "A.");
  EXPECT_EQ(aggrefact->sources[0].text, "[1] x");
  EXPECT_EQ(aggrefact->extra.at("label"), "1");

  const auto own = One(R"({"id": 7, "response": "A.", "language": "de", "finish_reason": "length",
      "sources": ["x", {"id": "s2", "title": "T", "uri": "u", "text": "y"}]})");
  ASSERT_TRUE(own.ok()) << own.status().ToString();
  EXPECT_EQ(own->id, "7");
  EXPECT_TRUE(own->response_truncated);
  EXPECT_EQ(own->language, "de");
  EXPECT_EQ(own->sources[1].id, "s2");
  EXPECT_EQ(own->sources[1].title, "T");

  const auto deepeval = One(
      R"({"input": "Q?", "actual_output": "A.", "retrieval_context": [{"context": "x", "source": "s"}]})");
  ASSERT_TRUE(deepeval.ok());
  EXPECT_EQ(deepeval->sources[0].uri, "s");
}

// kotaemon#469: the list arrives as a JSON text, and nothing is highlighted.
TEST(ReadInputRecords, TakesAListWithinAString) {
  const auto record = One(R"({"response": "A.", "retrieved_contexts": "[\"x\", \"y\"]"})");
  ASSERT_TRUE(record.ok());
  EXPECT_THAT(record->sources, SizeIs(2));
  EXPECT_EQ(One(R"({"response": "A.", "contexts": "[1] a note"})")->sources[0].text, "[1] a note");
  EXPECT_EQ(One(R"({"response": "A.", "contexts": "[1, 2]"})")->sources[0].text, "[1, 2]");
}

TEST(ReadInputRecords, TellsJsonAndJsonLinesApart) {
  const std::string_view lines =
      "\xEF\xBB\xBF{\"id\":\"a\",\"response\":\"A.\",\"doc\":\"x\"}\r\n\n"
      "{\"id\":\"b\",\"response\":\"B.\",\"doc\":\"y\"}\n";
  auto records = ReadInputRecords(lines, {});
  ASSERT_TRUE(records.ok());
  ASSERT_THAT(*records, SizeIs(2));
  EXPECT_EQ((*records)[1]->id, "b");
  records = ReadInputRecords(R"([{"response":"A.","doc":"x"},{"response":"B.","doc":"y"}])", {});
  ASSERT_TRUE(records.ok());
  EXPECT_THAT(*records, SizeIs(2));
  EXPECT_TRUE(One("{\n  \"response\": \"A.\",\n  \"doc\": \"x\"\n}\n").ok());
}

TEST(ReadInputRecords, OneBadLineDoesNotLoseTheOthers) {
  const auto records = ReadInputRecords(
      "{\"response\":\"A.\",\"doc\":\"x\"}\n{\"response\":\n{\"response\":\"C.\",\"doc\":\"z\"}\n",
      {});
  ASSERT_TRUE(records.ok());
  ASSERT_THAT(*records, SizeIs(3));
  EXPECT_TRUE((*records)[0].ok());
  EXPECT_THAT((*records)[1].status().message(), HasSubstr("record 2 (line 2)"));
  EXPECT_TRUE((*records)[2].ok());
}

TEST(ReadInputRecords, SaysWhatIsMissingOrWrong) {
  EXPECT_THAT(ErrorOf(R"({"doc": "x"})"), HasSubstr("no response: expected one of \"response\""));
  EXPECT_THAT(ErrorOf(R"({"response": "A."})"), HasSubstr("no sources"));
  EXPECT_THAT(ErrorOf(R"({"response": null, "doc": "x"})"),
              HasSubstr("response: expected text, got null"));
  EXPECT_THAT(ErrorOf(R"({"response": 5, "doc": "x"})"), HasSubstr("got number"));
  EXPECT_THAT(ErrorOf(R"({"response": "A.", "contexts": ["x", null]})"),
              HasSubstr("contexts[1]: expected text or an object"));
  EXPECT_THAT(ErrorOf(R"({"response": "A.", "contexts": null})"), HasSubstr("contexts: expected"));
  EXPECT_THAT(ErrorOf(R"({"response": "A.", "sources": [{"id": "a"}]})"),
              HasSubstr("sources[0]: has none of"));
  EXPECT_THAT(
      ErrorOf(R"({"response": "A.", "sources": [{"id":"a","text":"x"},{"id":"a","text":"y"}]})"),
      HasSubstr("given twice"));
  EXPECT_THAT(ErrorOf(R"({"user_input": [{"content": "Q"}], "response": "A.", "doc": "x"})"),
              HasSubstr("user_input: expected text, got a list"));
  EXPECT_THAT(ErrorOf("[1]"), HasSubstr("record 1: expected an object"));
  EXPECT_THAT(ErrorOf(R"("text")"), HasSubstr("expected an object"));
  EXPECT_THAT(ErrorOf(R"({"response": "A.", "doc": "x", "finish_reason": 3})"),
              HasSubstr("finish_reason"));
}

TEST(ReadInputRecords, GuessesNothing) {
  EXPECT_THAT(ErrorOf(R"({"response": "A.", "response": "B.", "doc": "x"})"),
              HasSubstr("\"response\" is given twice"));
  EXPECT_THAT(ErrorOf(R"({"response": NaN, "doc": "x"})"), HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf(R"({"response": "A.", "doc": "x", "n": 1e999})"),
              HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf(R"({"response": "\ud800", "doc": "x"})"), HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf("{\"response\": \"A.\", \"doc\": " + std::string(100'000, '[')),
              HasSubstr("nested deeper"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("empty"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("no records"));
  EXPECT_THAT(ErrorOf("{\"response\": \"A.\", \"doc\": \"x\"} trailing"),
              HasSubstr("not valid JSON"));
  const auto invalid = ReadInputRecords("{\"response\": \"\xFF\"}", {});
  EXPECT_EQ(invalid.status().code(), StatusCode::kInvalidUtf8);
  EXPECT_THAT(invalid.status().message(), HasSubstr("14"));
}

TEST(ReadInputRecords, KeepsLimits) {
  InputJsonOptions options;
  options.max_sources = 1;
  EXPECT_EQ((*ReadInputRecords(R"({"response": "A.", "contexts": ["x", "y"]})", options))[0]
                .status()
                .code(),
            StatusCode::kTooLarge);
  options = {};
  options.max_record_bytes = 10;
  EXPECT_EQ((*ReadInputRecords(R"({"response": "A.", "doc": "x"})", options))[0].status().code(),
            StatusCode::kTooLarge);
  options = {};
  options.max_records = 1;
  EXPECT_EQ(
      ReadInputRecords(R"([{"response":"A.","doc":"x"},{"response":"A.","doc":"x"}])", options)
          .status()
          .code(),
      StatusCode::kTooLarge);
  options = {};
  options.require_sources = false;
  EXPECT_TRUE((*ReadInputRecords(R"({"response": "A."})", options))[0].ok());
}

}  // namespace
}  // namespace gloss
