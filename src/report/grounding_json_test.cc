#include "report/grounding_json.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/testing/sample_report.h"
#include "text/utf8.h"

namespace gloss {
namespace {

using nlohmann::json;

/// text[start:end] in the given unit, computed without the product's own offset code.
std::string Slice(const std::string& text, size_t start, size_t end, OffsetUnit unit) {
  std::string slice;
  size_t position = 0;
  for (size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const size_t units = unit == OffsetUnit::kUtf8        ? length
                         : unit == OffsetUnit::kCodepoint ? 1
                                                          : (length == 4 ? 2 : 1);
    if (position >= start && position + units <= end) slice += text.substr(i, length);
    position += units;
    i += length;
  }
  return slice;
}

class OffsetUnitTest : public ::testing::TestWithParam<OffsetUnit> {};

TEST_P(OffsetUnitTest, QuotesAreSlicesOfTheText) {
  for (const GroundingReport& report :
       {testing::SampleReport(), testing::HostileReport(), testing::RightToLeftReport(),
        testing::ReformulatedReport()}) {
    const json parsed = json::parse(RenderGroundingJson(report, {.offset_unit = GetParam()}));
    EXPECT_EQ(parsed["offset_unit"], OffsetUnitName(GetParam()));
    const auto expect_slice = [](const json& link, const json& document) {
      EXPECT_EQ(link["quote"], Slice(document["text"], link["start"], link["end"], GetParam()));
      EXPECT_FALSE(link["quote"].get<std::string>().empty());
    };
    for (const json& claim : parsed["claims"]) {
      expect_slice(claim["span"], parsed["response"]);
      for (const json& set : claim["evidence"]) {
        for (const json& sentence : set["sentences"]) {
          expect_slice(sentence, parsed["documents"][sentence["document"].get<size_t>()]);
        }
      }
    }
    for (const json& citations : parsed["citations"]) {
      expect_slice(citations, parsed["response"]);
    }
    if (!parsed.contains("reformulation")) continue;
    for (const json& sentence : parsed["reformulation"]["sentences"]) {
      expect_slice(sentence["old"], parsed["response"]);
      const json& part = sentence["new"];
      EXPECT_EQ(part["quote"],
                Slice(parsed["reformulation"]["text"], part["start"], part["end"], GetParam()));
    }
  }
}

TEST_P(OffsetUnitTest, ReadingGivesTheReportBack) {
  for (const GroundingReport& report :
       {testing::SampleReport(), testing::HostileReport(), testing::RightToLeftReport(),
        testing::EmptyReport(), testing::UncheckedReport(), testing::ReformulatedReport(),
        testing::LongReport(20)}) {
    const auto read = ReadGroundingJson(RenderGroundingJson(report, {.offset_unit = GetParam()}));
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    // The default unit shows every field of both reports.
    EXPECT_EQ(RenderGroundingJson(*read), RenderGroundingJson(report));
  }
}

INSTANTIATE_TEST_SUITE_P(Units, OffsetUnitTest,
                         ::testing::Values(OffsetUnit::kCodepoint, OffsetUnit::kUtf8,
                                           OffsetUnit::kUtf16),
                         [](const auto& unit) { return std::string(OffsetUnitName(unit.param)); });

TEST(GroundingJsonTest, ReadsEveryField) {
  const auto read = ReadGroundingJson(RenderGroundingJson(testing::SampleReport()));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->id, "demo-1");
  EXPECT_EQ(read->documents[0].page_count, 3);
  EXPECT_EQ(read->documents[0].boxes.back().box,
            testing::SampleReport().documents[0].boxes.back().box);
  EXPECT_EQ(read->documents[0].blocks[6].cell->column, 0);
  EXPECT_EQ(read->claims[6].evidence[0].sentences.size(), 2U);
  EXPECT_EQ(read->claims[7].verdict, Verdict::kConflicting);
  EXPECT_EQ(read->claims[7].claim.origin, ClaimOrigin::kSentence);
  EXPECT_FLOAT_EQ(read->claims[4].scores[0].signed_score, -0.8127F);
  EXPECT_EQ(read->claims[4].scores[0].relation.label, Relation::kContradiction);
  EXPECT_EQ(read->unread_sources[0].status.code(), StatusCode::kNoText);
  EXPECT_EQ(read->metrics.pfcr, std::nullopt);
  EXPECT_EQ(read->provenance.settings.at("tau"), "0.5");
}

TEST(GroundingJsonTest, MarksGoRoundTrip) {
  GroundingReport report = testing::SampleReport();
  report.response.text += " 😀[1] <cite id=\"2\">é</cite>";
  const size_t end = report.response.text.size();
  CitationMark bracket;
  bracket.span = {end - 26, end - 23};
  bracket.targets = {{.id = "1", .document = 0, .sentence = -1, .known = true}, {.id = "99"}};
  CitationMark element;
  element.form = MarkForm::kElement;
  element.span = {end - 22, end};
  element.content = {end - 9, end - 7};
  element.sentence = 0;
  report.marks = {bracket, element};
  for (const OffsetUnit unit : {OffsetUnit::kCodepoint, OffsetUnit::kUtf8, OffsetUnit::kUtf16}) {
    const std::string text = RenderGroundingJson(report, {.offset_unit = unit});
    const json parsed = json::parse(text);
    const json& mark = parsed["marks"][1];
    EXPECT_EQ(mark["quote"], Slice(parsed["response"]["text"], mark["start"], mark["end"], unit));
    EXPECT_EQ(mark["quote"], "<cite id=\"2\">é</cite>");
    EXPECT_EQ(
        Slice(parsed["response"]["text"], mark["content"]["start"], mark["content"]["end"], unit),
        "é");
    EXPECT_EQ(parsed["marks"][0]["targets"][0]["dangling"], false);
    EXPECT_EQ(parsed["marks"][0]["targets"][1]["dangling"], true);
    const auto read = ReadGroundingJson(text);
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(read->marks, report.marks);
  }
  json parsed = json::parse(RenderGroundingJson(report));
  parsed["marks"][0]["targets"][0]["document"] = 9;
  EXPECT_FALSE(ReadGroundingJson(parsed.dump()).ok());
  parsed.erase("marks");  // As reports before this field were.
  EXPECT_TRUE(ReadGroundingJson(parsed.dump()).ok());
}

TEST(GroundingJsonTest, WordBoxesCanBeLeftOut) {
  const auto text = RenderGroundingJson(testing::SampleReport(), {.word_boxes = false});
  const json parsed = json::parse(text);
  EXPECT_FALSE(parsed["documents"][0].contains("words"));
  // The links keep their places.
  EXPECT_EQ(parsed["claims"][1]["evidence"][0]["sentences"][0]["pages"]["first"], 1);
  EXPECT_TRUE(ReadGroundingJson(text).ok());
}

TEST(GroundingJsonTest, CompactIsOneLine) {
  const auto text = RenderGroundingJson(testing::HostileReport(), {.compact = true});
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  EXPECT_EQ(json::parse(text), json::parse(RenderGroundingJson(testing::HostileReport())));
}

TEST(GroundingJsonTest, HtmlSafeHasNoMarkup) {
  const auto text = RenderGroundingJson(testing::HostileReport(), {.html_safe = true});
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(json::parse(text), json::parse(RenderGroundingJson(testing::HostileReport())));
}

/// Changes one place of a valid report and expects the reader to name that place.
void ExpectRefused(const std::string& pointer, const json& value, const std::string& named) {
  json parsed = json::parse(RenderGroundingJson(testing::SampleReport()));
  parsed[json::json_pointer(pointer)] = value;
  const auto read = ReadGroundingJson(parsed.dump());
  ASSERT_FALSE(read.ok()) << pointer;
  EXPECT_EQ(read.status().code(), StatusCode::kParseError);
  EXPECT_NE(read.status().message().find(named), std::string::npos) << read.status().message();
}

TEST(GroundingJsonTest, RefusesWhatDoesNotFit) {
  ExpectRefused("/schema", "glossator/grounding/2", "/schema");
  ExpectRefused("/offset_unit", "bytes", "/offset_unit");
  ExpectRefused("/claims/0/verdict", "true", "/claims/0/verdict");
  ExpectRefused("/claims/0/sentence", 99, "claim c1");
  ExpectRefused("/claims/0/sentence", -1, "/claims/0/sentence");
  ExpectRefused("/claims/0/sentence", 4294967296, "/claims/0/sentence");
  ExpectRefused("/claims/0/sentence", 18446744073709551615U, "/claims/0/sentence");
  ExpectRefused("/claims/0/sentence", 1.5, "/claims/0/sentence");
  ExpectRefused("/claims/0/span/end", 100000, "/claims/0/span");
  ExpectRefused("/claims/1/span/quote", "The Lumen trial", "/claims/1/span/quote");
  ExpectRefused("/claims/1/evidence/0/sentences/0/quote", "another", "quote");
  ExpectRefused("/claims/1/evidence/0/sentences/0/document", 7, "no such document");
  ExpectRefused("/claims/1/evidence/0/sentences/0/sentence", 3, "another sentence");
  ExpectRefused("/claims/1/evidence/0/sentences/0/tag", "00000000", "another sentence");
  ExpectRefused("/claims/1/evidence/0/sentences", json::array(), "no sentence");
  ExpectRefused("/claims/1/evidence/0/score", nullptr, "score");
  ExpectRefused("/claims/1/scores/0/document", 5, "claim c2");
  ExpectRefused("/claims", json::object(), "/claims");
  ExpectRefused("/documents/0/sentences/1/start", 0, "document 0");
  ExpectRefused("/documents/0/sentences/1/block", 5000, "document 0");
  ExpectRefused("/documents/0/blocks/1/heading_path/0", 1, "document 0");
  ExpectRefused("/documents/0/words/0/box", json::array({1, 2}), "/documents/0/words/0/box");
  ExpectRefused("/documents/0/words/0/box/0", 0, "/documents/0/words/0/box/0");
  ExpectRefused("/unread_sources/0/code", "ok", "/unread_sources/0/code");
  ExpectRefused("/citations/0/sentence", 5, "/citations/0");
  ExpectRefused("/citations/1/links/0/sentence", 9999, "/citations/1/links/0");
  ExpectRefused("/metrics/fcr", "high", "/metrics/fcr");
  ExpectRefused("/provenance/settings/tau", 0.5, "/provenance/settings/tau");
}

TEST(GroundingJsonTest, RefusesMissingFields) {
  const json whole = json::parse(RenderGroundingJson(testing::SampleReport()));
  for (const auto& [key, value] : whole.items()) {
    if (key == "verdicts") continue;  // Derived from the claims; not read.
    if (key == "marks") continue;     // Earlier versions wrote none.
    json part = whole;
    part.erase(key);
    const auto read = ReadGroundingJson(part.dump());
    ASSERT_FALSE(read.ok()) << key;
    EXPECT_NE(read.status().message().find("/" + key + ": is missing"), std::string::npos)
        << read.status().message();
  }
}

TEST(GroundingJsonTest, ReadsFilesOfReports) {
  const std::string one = RenderGroundingJson(testing::SampleReport());
  const std::string line = RenderGroundingJson(testing::HostileReport(), {.compact = true});
  EXPECT_EQ(ReadGroundingReports(one)->size(), 1U);
  EXPECT_EQ(ReadGroundingReports(line)->size(), 1U);
  EXPECT_EQ(ReadGroundingReports("[" + one + "," + one + "]")->size(), 2U);
  EXPECT_EQ(ReadGroundingReports(line + "\n" + line + line)->size(), 3U);
  for (const std::string& bad : {std::string(), std::string("[]"), std::string("[1]"), line + "{}",
                                 line + one, "[" + one + ", {}]", one + one}) {
    const auto reports = ReadGroundingReports(bad);
    ASSERT_FALSE(reports.ok());
    EXPECT_EQ(reports.status().code(), StatusCode::kParseError);
  }
  EXPECT_NE(ReadGroundingReports(line + "{}").status().message().find("line 2"), std::string::npos);
  EXPECT_EQ(ReadGroundingReports(one, 10).status().code(), StatusCode::kTooLarge);
}

TEST(GroundingJsonTest, RefusesWhatIsNotJson) {
  const std::string deep(1'000'000, '[');
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("null"), std::string("[]"), deep,
        std::string("{\"schema\": \"\xFF\"}"), std::string("{} {}")}) {
    const auto read = ReadGroundingJson(text);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.status().code(), StatusCode::kParseError);
  }
  EXPECT_EQ(ReadGroundingJson("{}", 1).status().code(), StatusCode::kTooLarge);
}

}  // namespace
}  // namespace gloss
