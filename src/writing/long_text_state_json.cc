#include "writing/long_text_state_json.h"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/file_system.h"
#include "text/utf8.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostBytes = size_t{256} << 20;
constexpr std::array kOrigins = {CitedOrigin::kGiven, CitedOrigin::kWritten,
                                 CitedOrigin::kShortened, CitedOrigin::kQuoted};

Json ToJson(const PartialText& text) {
  Json covers = Json::array();
  for (const SentenceRange& range : text.covers) {
    covers.push_back({range.document, range.begin, range.end});
  }
  Json statements = Json::array();
  for (const PlacedStatement& placed : text.statements) {
    statements.push_back({{"text", placed.statement.text},
                          {"origin", std::string(CitedOriginName(placed.statement.origin))},
                          {"words", placed.statement.words},
                          {"probability", placed.statement.probability},
                          {"reason", placed.statement.reason},
                          {"source", {placed.source.document, placed.source.sentence}}});
  }
  return {{"text", text.text},
          {"tags", text.tags},
          {"covers", std::move(covers)},
          {"statements", std::move(statements)},
          {"notes", text.notes}};
}

CitedOrigin OriginOf(const std::string& name) {
  for (const CitedOrigin origin : kOrigins) {
    if (CitedOriginName(origin) == name) return origin;
  }
  throw std::invalid_argument("unknown origin \"" + name + "\"");
}

PartialText FromJson(const Json& json) {
  PartialText text;
  json.at("text").get_to(text.text);
  json.at("tags").get_to(text.tags);
  json.at("notes").get_to(text.notes);
  for (const Json& range : json.at("covers")) {
    text.covers.push_back(
        {range.at(0).get<int>(), range.at(1).get<size_t>(), range.at(2).get<size_t>()});
  }
  for (const Json& entry : json.at("statements")) {
    PlacedStatement placed;
    entry.at("text").get_to(placed.statement.text);
    placed.statement.origin = OriginOf(entry.at("origin").get<std::string>());
    entry.at("words").get_to(placed.statement.words);
    entry.at("probability").get_to(placed.statement.probability);
    entry.at("reason").get_to(placed.statement.reason);
    placed.source = {entry.at("source").at(0).get<int>(), entry.at("source").at(1).get<int>()};
    text.statements.push_back(std::move(placed));
  }
  return text;
}

LongTextState StateOf(const Json& json) {
  LongTextState state;
  json.at("key").get_to(state.key);
  for (const Json& entry : json.at("texts")) {
    state.texts[{entry.at("level").get<size_t>(), entry.at("index").get<size_t>()}] =
        FromJson(entry.at("text"));
  }
  return state;
}

}  // namespace

Result<LongTextState> ReadLongTextState(const std::string& path) {
  GLOSS_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path, kMostBytes));
  const auto damaged = [&path](std::string_view why) {
    return Status(
        StatusCode::kParseError,
        fmt::format("{}: no state of a long text: {}; delete it to begin anew", path, why));
  };
  // The library's exceptions end here.
  try {
    const Json json = Json::parse(bytes);
    if (json.at("schema") != kLongTextStateSchema) return damaged("another schema");
    return StateOf(json);
  } catch (const std::exception& error) {
    return damaged(error.what());
  }
}

Status WriteLongTextState(const std::string& path, const LongTextState& state) {
  Json texts = Json::array();
  for (const auto& [place, text] : state.texts) {
    texts.push_back({{"level", place.first}, {"index", place.second}, {"text", ToJson(text)}});
  }
  const Json json = {
      {"schema", kLongTextStateSchema}, {"key", state.key}, {"texts", std::move(texts)}};
  // Bytes that are not UTF-8 cannot come from a writer; replaced rather than thrown about.
  return WriteFileAtomically(path, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace gloss
