#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace gloss {

/// What kind of model server answers at a URL.
enum class ServerKind { kAuto, kLlamaServer, kVllm, kTei, kOllama, kOpenAi };

/// How a server is asked for the relation of two texts; in the order in which they are tried.
enum class VerifierKind {
  kAuto,
  kDecisions,  ///< /v1/decisions: a choice question per claim.
  kLogprobs,   ///< Chat with one token of answer: the probabilities of the label tokens.
  kPredict,    ///< Text Embeddings Inference /predict: a classification head.
  kRerank,     ///< /rerank: relevance; tells support only.
  kJson,       ///< Chat with a JSON answer.
};

/// "auto", "llama-server", "vllm", "tei", "ollama", "openai".
std::string_view ServerKindName(ServerKind kind);
std::optional<ServerKind> ServerKindFromName(std::string_view name);

/// "auto", "decisions", "logprobs", "predict", "rerank", "json".
std::string_view VerifierKindName(VerifierKind kind);
std::optional<VerifierKind> VerifierKindFromName(std::string_view name);

/// One model server that the user named.
struct ServerOptions {
  std::string url;  ///< http or https, without credentials; a trailing /v1 may be left out.
  ServerKind kind = ServerKind::kAuto;
  std::string api_key_env;   ///< Name of the environment variable that holds the key; or
  std::string api_key_file;  ///< a file that only its owner can read. Both empty: no key.
  std::chrono::milliseconds timeout{120000};  ///< Of one try of one request.
  int retries = 4;                            ///< Further tries of a request that may yet succeed.
  int jobs = 0;  ///< Most requests at once; 0: what the server says it can take.

  friend bool operator==(const ServerOptions&, const ServerOptions&) = default;
};

}  // namespace gloss
