#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace gloss {

struct RemoteReply;

/// Parses what a server sent. Hostile input is the normal case: nesting is bounded, numbers that
/// fit no double and invalid UTF-8 are errors, and a page of HTML is called one.
/// Errors: kParseError.
Result<nlohmann::json> ParseWireJson(const RemoteReply& reply);

/// The same of any text, without words about servers; nothing when it is not JSON.
std::optional<nlohmann::json> ParseJsonText(std::string_view text);

/// The JSON text of a request; bytes that are not UTF-8 become U+FFFD.
std::string DumpJson(const nlohmann::json& json);

/// A finite number, given as a number or as a string that holds one and nothing else.
std::optional<double> FiniteNumber(const nlohmann::json& json);

/// A whole number from 0 to `most`, given as a number or a string of digits.
std::optional<size_t> WholeNumber(const nlohmann::json& json, size_t most);

/// The member of an object; null when `json` is no object or has none of that name.
const nlohmann::json* Member(const nlohmann::json& json, std::string_view name);

/// The string member of an object; empty when there is none.
std::string StringMember(const nlohmann::json& json, std::string_view name);

/// What an error body says, in one line of at most 300 bytes without control characters; the
/// shapes of OpenAI, Text Embeddings Inference, Ollama and FastAPI. Empty when it says nothing.
std::string ServerErrorMessage(std::string_view body);

/// The parameter that an error body blames ("param" of OpenAI's shape), or empty.
std::string BlamedParameter(std::string_view body);

}  // namespace gloss
