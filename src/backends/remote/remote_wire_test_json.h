#pragma once

// Reads requests in tests.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gloss {

/// "inputs" or "input" of an embedding request.
inline std::vector<std::string> InputsOf(const std::string& body) {
  const nlohmann::json json = nlohmann::json::parse(body);
  return json.at(json.contains("inputs") ? "inputs" : "input").get<std::vector<std::string>>();
}

/// Premise and hypothesis of each pair of a /predict request.
inline std::vector<std::pair<std::string, std::string>> PairsOf(const std::string& body) {
  std::vector<std::pair<std::string, std::string>> pairs;
  const nlohmann::json json = nlohmann::json::parse(body);
  for (const auto& pair : json.at("inputs")) {
    pairs.emplace_back(pair.at(0), pair.at(1));
  }
  return pairs;
}

/// Number of questions of a /v1/decisions request.
inline size_t QuestionCount(const std::string& body) {
  return nlohmann::json::parse(body).at("questions").size();
}

/// A member of a request, as JSON text.
inline std::string RequestMember(const std::string& body, const char* name) {
  return nlohmann::json::parse(body).at(name).dump();
}

/// The user's message of a chat request.
inline std::string UserMessageOf(const std::string& body) {
  return nlohmann::json::parse(body).at("messages").back().at("content");
}

/// A JSON string literal.
inline std::string Quoted(const std::string& text) { return nlohmann::json(text).dump(); }

}  // namespace gloss
