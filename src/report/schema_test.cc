// The committed JSON Schemas hold for what the renderers write.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "base/file_system.h"
#include "report/cited_text_json.h"
#include "report/document_json.h"
#include "report/grounding_json.h"
#include "report/judge_json.h"
#include "report/testing/sample_cited.h"
#include "report/testing/sample_judge.h"
#include "report/testing/sample_report.h"

namespace gloss {
namespace {

using nlohmann::json;
using valijson::adapters::NlohmannJsonAdapter;

json LoadSchema(const std::string& name) {
  const auto text =
      ReadFile(std::string(GLOSSATOR_SOURCE_DIR) + "/docs/formats/" + name + ".schema.json");
  EXPECT_TRUE(text.ok()) << text.status().ToString();
  return json::parse(*text);
}

/// Errors of a value under a schema; empty when it is valid.
std::string Errors(const json& schema_json, const json& value) {
  valijson::Schema schema;
  valijson::SchemaParser parser;
  parser.populateSchema(NlohmannJsonAdapter(schema_json), schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  std::string errors;
  if (validator.validate(schema, NlohmannJsonAdapter(value), &results)) return errors;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const std::string& step : error.context) errors += step;
    errors += ": " + error.description + "\n";
  }
  return errors.empty() ? "invalid" : errors;
}

TEST(SchemaTest, ReportsAreValid) {
  const json schema = LoadSchema("grounding_report");
  for (const GroundingReport& report :
       {testing::SampleReport(), testing::HostileReport(), testing::RightToLeftReport(),
        testing::EmptyReport(), testing::UncheckedReport(), testing::ReformulatedReport(),
        testing::LongReport(10)}) {
    EXPECT_EQ(Errors(schema, json::parse(RenderGroundingJson(report))), "");
    EXPECT_EQ(Errors(schema, json::parse(RenderGroundingJson(report, {.word_boxes = false}))), "");
  }
}

TEST(SchemaTest, DocumentsAreValid) {
  const json schema = LoadSchema("document");
  for (const Document& document :
       {testing::SampleReport().documents[0], testing::HostileReport().documents[0],
        testing::EmptyReport().response}) {
    EXPECT_EQ(Errors(schema, json::parse(RenderDocumentJson(document))), "");
  }
}

TEST(SchemaTest, CitedTextsAreValid) {
  const json schema = LoadSchema("cited_text");
  CitedText unfixed = testing::SampleCitedText();
  unfixed.fix.reset();
  for (const CitedText& text :
       {testing::SampleCitedText(), testing::HostileCitedText(), unfixed, CitedText()}) {
    EXPECT_EQ(Errors(schema, json::parse(RenderCitedTextJson(text))), "");
  }
  EXPECT_EQ(Errors(LoadSchema("tag_table"),
                   json::parse(RenderTagTableJson(testing::SampleCitedText().documents))),
            "");
}

TEST(SchemaTest, JudgementsAreValid) {
  const json schema = LoadSchema("judge_report");
  for (const JudgeReport& report :
       {testing::SampleJudgeReport(), testing::HostileJudgeReport(), testing::EmptyJudgeReport()}) {
    EXPECT_EQ(Errors(schema, json::parse(RenderJudgeJson(report))), "");
  }
  json bad = json::parse(RenderJudgeJson(testing::SampleJudgeReport()));
  bad["texts"][0]["checks"][0]["outcome"] = "skipped";
  EXPECT_NE(Errors(schema, bad), "");
}

TEST(SchemaTest, WrongReportsAreNot) {
  const json schema = LoadSchema("grounding_report");
  const json good = json::parse(RenderGroundingJson(testing::SampleReport()));
  const auto expect_invalid = [&](const std::string& pointer, const json& value) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    EXPECT_NE(Errors(schema, bad), "") << pointer;
  };
  expect_invalid("/schema", "glossator/grounding/2");
  expect_invalid("/offset_unit", "bytes");
  expect_invalid("/surprise", 1);
  expect_invalid("/claims/0/verdict", "maybe");
  expect_invalid("/claims/1/evidence/0/sentences", json::array());
  expect_invalid("/claims/1/evidence/0/sentences/0/pages", "3");
  expect_invalid("/claims/1/scores/0/signed_score", -1.5);
  expect_invalid("/documents/0/words/0/box", json::array({1, 2}));
  expect_invalid("/documents/0/sha256", "abc");
  expect_invalid("/metrics/fcr", 2);
  for (const auto& [key, value] : good.items()) {
    if (key == "marks") continue;  // Reports of earlier versions have none.
    json bad = good;
    bad.erase(key);
    EXPECT_NE(Errors(schema, bad), "") << key;
  }
}

/// The validator knows draft 7; every keyword used here means the same in draft 2020-12.
TEST(SchemaTest, OnlyKeywordsThatTheValidatorKnows) {
  const std::set<std::string> known = {
      "$schema",  "$id",     "$ref",    "$defs",    "title",      "description",
      "type",     "const",   "enum",    "required", "items",      "minItems",
      "maxItems", "minimum", "maximum", "pattern",  "properties", "additionalProperties"};
  const std::function<void(const json&)> walk = [&](const json& schema) {
    if (!schema.is_object()) return;
    for (const auto& [key, value] : schema.items()) {
      EXPECT_TRUE(known.contains(key)) << key;
      if (key == "properties" || key == "$defs") {
        for (const auto& [name, child] : value.items()) walk(child);
      } else if (key == "items" || key == "additionalProperties") {
        walk(value);
      }
    }
  };
  for (const char* name :
       {"grounding_report", "document", "cited_text", "tag_table", "judge_report"})
    walk(LoadSchema(name));
}

}  // namespace
}  // namespace gloss
