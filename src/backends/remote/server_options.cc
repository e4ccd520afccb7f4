#include "backends/remote/server_options.h"

#include <array>
#include <utility>

namespace gloss {
namespace {

constexpr std::array<std::pair<ServerKind, std::string_view>, 6> kServerKinds = {{
    {ServerKind::kAuto, "auto"},
    {ServerKind::kLlamaServer, "llama-server"},
    {ServerKind::kVllm, "vllm"},
    {ServerKind::kTei, "tei"},
    {ServerKind::kOllama, "ollama"},
    {ServerKind::kOpenAi, "openai"},
}};

constexpr std::array<std::pair<VerifierKind, std::string_view>, 6> kVerifierKinds = {{
    {VerifierKind::kAuto, "auto"},
    {VerifierKind::kDecisions, "decisions"},
    {VerifierKind::kLogprobs, "logprobs"},
    {VerifierKind::kPredict, "predict"},
    {VerifierKind::kRerank, "rerank"},
    {VerifierKind::kJson, "json"},
}};

template <typename Table, typename Kind>
std::string_view NameIn(const Table& table, Kind kind) {
  for (const auto& [value, name] : table) {
    if (value == kind) return name;
  }
  return "";
}

template <typename Kind, typename Table>
std::optional<Kind> FindIn(const Table& table, std::string_view name) {
  for (const auto& [value, known] : table) {
    if (known == name) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view ServerKindName(ServerKind kind) { return NameIn(kServerKinds, kind); }

std::optional<ServerKind> ServerKindFromName(std::string_view name) {
  return FindIn<ServerKind>(kServerKinds, name);
}

std::string_view VerifierKindName(VerifierKind kind) { return NameIn(kVerifierKinds, kind); }

std::optional<VerifierKind> VerifierKindFromName(std::string_view name) {
  return FindIn<VerifierKind>(kVerifierKinds, name);
}

}  // namespace gloss
