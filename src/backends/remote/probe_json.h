#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/remote/remote_client.h"

namespace gloss {

/// What the model behind Text Embeddings Inference is made for.
enum class TeiModel { kUnknown, kEmbedding, kClassifier, kReranker };

/// What an answer to a question about the server itself tells. Absent: the answer is not of the
/// kind that was asked for, so it is another server.
struct LlamaServerProps {
  int slots = 0;  ///< Requests that it works on at once; 0: not said.
  std::string version;
};
std::optional<LlamaServerProps> ReadLlamaServerProps(std::string_view body);

struct TeiInfo {
  std::string model;
  std::string version;
  TeiModel kind = TeiModel::kUnknown;
  int max_batch = 32;               ///< Texts or pairs in one request.
  std::vector<std::string> labels;  ///< Of a classifier, in the order of its outputs.
};
std::optional<TeiInfo> ReadTeiInfo(std::string_view body);

/// Version of Ollama's /api/version or vLLM's /version.
std::optional<std::string> ReadVersion(std::string_view body);

struct ModelList {
  std::vector<std::string> names;
  bool is_vllm = false;  ///< "owned_by" says so.
};
/// /v1/models, or Ollama's /api/tags.
std::optional<ModelList> ReadModelList(std::string_view body);

/// A schema that no model keeps to by chance, to see whether a server enforces it, and whether a
/// text does.
std::string EnforcementSchema();
bool KeepsEnforcementSchema(std::string_view text);

/// The same with a grammar.
std::string EnforcementGrammar();
bool KeepsEnforcementGrammar(std::string_view text);

}  // namespace gloss
