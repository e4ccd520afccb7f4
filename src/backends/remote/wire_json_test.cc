#include "backends/remote/wire_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "backends/remote/remote_client.h"

namespace gloss {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

Status FailureOf(const std::string& body, const std::string& type = "application/json") {
  return ParseWireJson({.status = 200, .content_type = type, .body = body}).status();
}

TEST(WireJsonTest, SaysWhatCameInPlaceOfJson) {
  EXPECT_THAT(FailureOf("").message(), HasSubstr("empty"));
  EXPECT_THAT(FailureOf("<html>error</html>").message(), HasSubstr("web page"));
  EXPECT_THAT(FailureOf("oops", "text/html; charset=utf-8").message(), HasSubstr("web page"));
  EXPECT_THAT(FailureOf("{\"a\": 1", "text/plain").message(), HasSubstr("text/plain"));
  EXPECT_TRUE(ParseWireJson({.status = 200, .content_type = "text/plain", .body = "{}"}).ok());
}

TEST(WireJsonTest, HostileInputIsAnError) {
  EXPECT_EQ(FailureOf(std::string(200000, '[')).code(), StatusCode::kParseError);
  EXPECT_EQ(FailureOf("{\"a\":\"\xFF\xFE\"}").code(), StatusCode::kParseError);
  EXPECT_EQ(FailureOf("{\"a\":1e999}").code(), StatusCode::kParseError);
  EXPECT_EQ(FailureOf("{\"a\":NaN}").code(), StatusCode::kParseError);
  EXPECT_EQ(FailureOf("{\"a\":1} trailing").code(), StatusCode::kParseError);
  // Brackets in strings are no nesting.
  EXPECT_TRUE(FailureOf("{\"a\":\"" + std::string(1000, '[') + "\\\"\"}").ok());
}

TEST(WireJsonTest, Numbers) {
  EXPECT_EQ(FiniteNumber(Json(1.5)), 1.5);
  EXPECT_EQ(FiniteNumber(Json("0.25")), 0.25);
  EXPECT_EQ(FiniteNumber(Json(18446744073709551615U)), 18446744073709551616.0);
  for (const char* bad : {"", "nan", "inf", "1.5x", " 1", "one"}) {
    EXPECT_EQ(FiniteNumber(Json(bad)), std::nullopt) << bad;
  }
  EXPECT_EQ(FiniteNumber(Json(true)), std::nullopt);
  EXPECT_EQ(WholeNumber(Json("3"), 5), 3U);
  EXPECT_EQ(WholeNumber(Json(3.0), 5), 3U);
  for (const Json& bad : {Json(-1), Json(6), Json(1.5), Json(1e300), Json(nullptr)}) {
    EXPECT_EQ(WholeNumber(bad, 5), std::nullopt) << bad;
  }
}

TEST(WireJsonTest, ErrorMessagesOfEveryShape) {
  EXPECT_EQ(ServerErrorMessage(R"({"error":{"message":"m","type":"t"}})"), "m");
  EXPECT_EQ(ServerErrorMessage(R"({"error":"m","error_type":"overloaded"})"), "m");
  EXPECT_EQ(ServerErrorMessage(R"({"message":"m"})"), "m");
  EXPECT_EQ(ServerErrorMessage(R"({"detail":"m"})"), "m");
  EXPECT_EQ(ServerErrorMessage(R"({"detail":[{"loc":["body"]}]})"), R"([{"loc":["body"]}])");
  EXPECT_EQ(ServerErrorMessage("upstream gone\n"), "upstream gone");
  EXPECT_EQ(ServerErrorMessage("<html>"), "");
  EXPECT_EQ(ServerErrorMessage(R"({"error":{"message":"a\u001b[31m\n\u0000b"}})"), "a [31m b");
  const std::string cut = ServerErrorMessage(R"({"message":")" + [] {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "\xC3\xA9";
    return text;
  }() + "\"}");
  EXPECT_LE(cut.size(), 310U);
  EXPECT_TRUE(ParseJsonText("\"" + cut + "\"").has_value()) << "cut inside a character";
  EXPECT_EQ(BlamedParameter(R"({"error":{"message":"m","param":"max_tokens"}})"), "max_tokens");
  EXPECT_EQ(BlamedParameter("[]"), "");
}

}  // namespace
}  // namespace gloss
