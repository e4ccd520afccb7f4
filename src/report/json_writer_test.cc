#include "report/json_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>

namespace gloss {
namespace {

std::string Written(double value) {
  JsonWriter json({.indent = 0});
  json.Number(value);
  return std::move(json).Take();
}

std::string Written(std::string_view text, bool html_safe = false) {
  JsonWriter json({.indent = 0, .html_safe = html_safe});
  json.String(text);
  return std::move(json).Take();
}

TEST(JsonWriterTest, NumbersHaveFourDecimalsAtMost) {
  EXPECT_EQ(Written(0.5), "0.5\n");
  EXPECT_EQ(Written(1.0), "1\n");
  EXPECT_EQ(Written(100.0), "100\n");
  EXPECT_EQ(Written(0.12345), "0.1235\n");
  EXPECT_EQ(Written(static_cast<double>(0.7F)), "0.7\n");
  EXPECT_EQ(Written(-0.00001), "0\n");
  EXPECT_EQ(Written(-0.25), "-0.25\n");
  EXPECT_EQ(Written(std::numeric_limits<double>::quiet_NaN()), "null\n");
  EXPECT_EQ(Written(std::numeric_limits<double>::infinity()), "null\n");
}

TEST(JsonWriterTest, StringsAreEscaped) {
  EXPECT_EQ(Written("a\"b\\c\n\t\r"), "\"a\\\"b\\\\c\\n\\t\\r\"\n");
  EXPECT_EQ(Written(std::string_view("\0\x1b\x7f", 3)), "\"\\u0000\\u001b\\u007f\"\n");
  EXPECT_EQ(Written("\u009b\u2028\u202e\u2066\ufeff"), "\"\\u009b\\u2028\\u202e\\u2066\\ufeff\"\n");
  EXPECT_EQ(Written("é 漢 🧪"), "\"é 漢 🧪\"\n");
  EXPECT_EQ(Written("a\xFFz"), "\"a\uFFFDz\"\n");
  EXPECT_EQ(Written("<a&b>"), "\"<a&b>\"\n");
  EXPECT_EQ(Written("<a&b>", true), "\"\\u003ca\\u0026b\\u003e\"\n");
}

TEST(JsonWriterTest, LaysOutLines) {
  JsonWriter json({.indent = 2});
  json.BeginObject();
  json.Field("a", 1);
  json.Key("b");
  json.BeginArray();
  json.BeginObject(JsonWriter::Layout::kLine);
  json.Field("c", true);
  json.Field("d", std::vector<std::string>{"x", "y"});
  json.EndObject();
  json.Null();
  json.EndArray();
  json.Key("e");
  json.BeginArray();
  json.EndArray();
  json.EndObject();
  EXPECT_EQ(
      std::move(json).Take(),
      "{\n  \"a\": 1,\n  \"b\": [\n    {\"c\": true, \"d\": [\"x\", \"y\"]},\n    null\n  ],\n"
      "  \"e\": []\n}\n");
}

}  // namespace
}  // namespace gloss
