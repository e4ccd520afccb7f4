#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "backends/remote/chat_json.h"
#include "backends/remote/probe_json.h"
#include "backends/remote/remote_client.h"
#include "backends/remote/server_options.h"
#include "base/status.h"

namespace gloss {

/// What a server said of itself when it was connected.
struct ServerFacts {
  ServerKind kind = ServerKind::kOpenAi;
  std::string version;              ///< Empty: not said.
  std::vector<std::string> models;  ///< Names that it serves; empty: not said.
  int max_batch = 32;               ///< Most texts or pairs of one request.
  TeiModel tei_model = TeiModel::kUnknown;
  std::vector<std::string> labels;  ///< Of a classifier.
};

/// A connected server: what it is, what it can do, what it refuses. Shared by the models of one
/// engine, so that it is probed once. Thread-safe.
class RemoteServer {
 public:
  /// Finds out what answers at the URL, in the order llama-server (/props), vLLM (/version and
  /// /v1/models), TEI (/info), Ollama (/api/version), plain OpenAI (/v1/models); a kind that the
  /// user named is believed. Waits for a model that is still being loaded.
  /// Errors: those of RemoteClient; kModelUnavailable when nothing known answers.
  static Result<std::shared_ptr<RemoteServer>> Connect(const ServerOptions& options,
                                                       const EnvironmentLookup& environment,
                                                       std::shared_ptr<HttpTransport> transport,
                                                       std::shared_ptr<RemoteClock> clock,
                                                       const std::stop_token& stop);

  const ServerFacts& facts() const { return facts_; }
  RemoteClient& client() { return *client_; }
  const std::string& url() const { return client_->url(); }

  /// The model that is meant: `name`, or the server's own when empty. Errors: kModelUnavailable
  /// (the server has several, or not this one; names and the nearest one).
  Result<std::string> ModelNamed(const std::string& name) const;

  /// One chat completion. A parameter that the server refuses is left out, now and from then on.
  Result<ChatReply> Chat(const ChatCall& call, const std::stop_token& stop);

  /// Posts to a path and fails on an error status.
  Result<RemoteReply> Post(const std::string& path, std::string body, const std::stop_token& stop);

  /// True when the model's answers really keep to a JSON schema; found out with one request, once.
  bool EnforcesJsonSchema(const std::string& model, const std::stop_token& stop);

  /// The same for a GBNF grammar. Only llama-server and vLLM are asked.
  bool EnforcesGrammar(const std::string& model, const std::stop_token& stop);

 private:
  explicit RemoteServer(std::unique_ptr<RemoteClient> client) : client_(std::move(client)) {}

  /// Puts one question with an answer that only a constraint brings about; `known` keeps what came
  /// of it.
  bool Probe(ChatCall call, bool (*keeps)(std::string_view), std::map<std::string, bool>& known,
             const std::stop_token& stop);
  Status FindOut(ServerKind wanted, const std::stop_token& stop);
  Result<std::string> Ask(const std::string& path, const std::stop_token& stop);
  Status AskLlamaServer(const std::stop_token& stop);
  Status AskVllm(const std::stop_token& stop);
  Status AskTei(const std::stop_token& stop);
  Status AskOllama(const std::stop_token& stop);
  Status AskOpenAi(const std::stop_token& stop);

  std::unique_ptr<RemoteClient> client_;
  std::shared_ptr<RemoteClock> clock_;
  std::chrono::milliseconds loading_patience_{0};
  bool jobs_are_given_ = false;
  ServerFacts facts_;
  std::mutex mutex_;
  std::set<std::string> refused_;
  std::map<std::string, bool> enforces_schema_;
  std::map<std::string, bool> enforces_grammar_;
};

}  // namespace gloss
