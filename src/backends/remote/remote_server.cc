#include "backends/remote/remote_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backends/remote/wire_json.h"
#include "base/nearest_word.h"

namespace gloss {
namespace {

constexpr int kMostRefusals = 8;
constexpr size_t kNamesShown = 10;
constexpr std::chrono::milliseconds kLoadingPause{1000};

/// Not what was asked for: another server answers here.
Status NotThis(std::string_view what) { return {StatusCode::kNotFound, std::string(what)}; }

std::string NamesOf(const std::vector<std::string>& names) {
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(kNamesShown, names.size()));
  return fmt::format("{}{}", fmt::join(names.begin(), end, ", "),
                     names.size() > kNamesShown ? ", …" : "");
}

}  // namespace

Result<std::shared_ptr<RemoteServer>> RemoteServer::Connect(
    const ServerOptions& options, const EnvironmentLookup& environment,
    std::shared_ptr<HttpTransport> transport, std::shared_ptr<RemoteClock> clock,
    const std::stop_token& stop) {
  GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<RemoteClient> client,
                         RemoteClient::Create(options, environment, std::move(transport), clock));
  std::shared_ptr<RemoteServer> server(new RemoteServer(std::move(client)));
  server->clock_ = std::move(clock);
  server->loading_patience_ = options.timeout;
  server->jobs_are_given_ = options.jobs > 0;
  GLOSS_RETURN_IF_ERROR(server->FindOut(options.kind, stop));
  return server;
}

Result<std::string> RemoteServer::Ask(const std::string& path, const std::stop_token& stop) {
  const auto deadline = clock_->Now() + loading_patience_;
  while (true) {
    auto reply = client_->Call({.path = path, .body = "", .is_probe = true}, stop);
    // A server that is up but still loads its model says 503.
    if (!reply.ok() && reply.status().code() == StatusCode::kOverloaded &&
        clock_->Now() + kLoadingPause < deadline) {
      GLOSS_RETURN_IF_ERROR(clock_->Sleep(kLoadingPause, stop));
      continue;
    }
    if (!reply.ok()) return reply.status();
    if (!reply->ok()) return client_->FailureOf(*reply, path);
    return std::move(reply->body);
  }
}

Status RemoteServer::AskLlamaServer(const std::stop_token& stop) {
  GLOSS_ASSIGN_OR_RETURN(const std::string body, Ask("/props", stop));
  const auto props = ReadLlamaServerProps(body);
  if (!props) return NotThis("/props is not llama-server's");
  facts_.kind = ServerKind::kLlamaServer;
  facts_.version = props->version;
  if (props->slots > 0) client_->gate().LowerTo(props->slots);
  if (const auto models = Ask("/v1/models", stop); models.ok()) {
    if (auto list = ReadModelList(*models)) facts_.models = std::move(list->names);
  }
  // Without an alias it gives the path of its file, which is nobody's business.
  for (std::string& model : facts_.models) {
    if (model.starts_with('/')) model.erase(0, model.rfind('/') + 1);
  }
  return Status::Ok();
}

Status RemoteServer::AskVllm(const std::stop_token& stop) {
  GLOSS_ASSIGN_OR_RETURN(const std::string body, Ask("/version", stop));
  const auto version = ReadVersion(body);
  if (!version) return NotThis("/version is not vLLM's");
  GLOSS_ASSIGN_OR_RETURN(const std::string models, Ask("/v1/models", stop));
  auto list = ReadModelList(models);
  if (!list || !list->is_vllm) return NotThis("/v1/models is not vLLM's");
  facts_.kind = ServerKind::kVllm;
  facts_.version = *version;
  facts_.models = std::move(list->names);
  return Status::Ok();
}

Status RemoteServer::AskTei(const std::stop_token& stop) {
  GLOSS_ASSIGN_OR_RETURN(const std::string body, Ask("/info", stop));
  auto info = ReadTeiInfo(body);
  if (!info) return NotThis("/info is not that of Text Embeddings Inference");
  facts_.kind = ServerKind::kTei;
  facts_.version = info->version;
  facts_.models = {info->model};
  facts_.max_batch = info->max_batch;
  facts_.tei_model = info->kind;
  facts_.labels = std::move(info->labels);
  return Status::Ok();
}

Status RemoteServer::AskOllama(const std::stop_token& stop) {
  GLOSS_ASSIGN_OR_RETURN(const std::string body, Ask("/api/version", stop));
  const auto version = ReadVersion(body);
  if (!version) return NotThis("/api/version is not Ollama's");
  facts_.kind = ServerKind::kOllama;
  facts_.version = *version;
  // It works on one request at a time unless set up otherwise.
  if (!jobs_are_given_) client_->gate().LowerTo(1);
  if (const auto tags = Ask("/api/tags", stop); tags.ok()) {
    if (auto list = ReadModelList(*tags)) facts_.models = std::move(list->names);
  }
  return Status::Ok();
}

Status RemoteServer::AskOpenAi(const std::stop_token& stop) {
  GLOSS_ASSIGN_OR_RETURN(const std::string body, Ask("/v1/models", stop));
  auto list = ReadModelList(body);
  if (!list) return NotThis("/v1/models is not a list of models");
  facts_.kind = list->is_vllm ? ServerKind::kVllm : ServerKind::kOpenAi;
  facts_.models = std::move(list->names);
  return Status::Ok();
}

Status RemoteServer::FindOut(ServerKind wanted, const std::stop_token& stop) {
  using Question = Status (RemoteServer::*)(const std::stop_token&);
  constexpr std::pair<ServerKind, Question> kQuestions[] = {
      {ServerKind::kLlamaServer, &RemoteServer::AskLlamaServer},
      {ServerKind::kVllm, &RemoteServer::AskVllm},
      {ServerKind::kTei, &RemoteServer::AskTei},
      {ServerKind::kOllama, &RemoteServer::AskOllama},
      {ServerKind::kOpenAi, &RemoteServer::AskOpenAi},
  };
  for (const auto& [kind, question] : kQuestions) {
    if (wanted != ServerKind::kAuto && wanted != kind) continue;
    const Status status = (this->*question)(stop);
    if (status.ok()) return status;
    // Whoever does not answer, or wants a key, will not say more at another path.
    const bool is_answer = status.code() == StatusCode::kNotFound ||
                           status.code() == StatusCode::kInvalidArgument ||
                           status.code() == StatusCode::kModelFailed;
    if (!is_answer) return status;
  }
  if (wanted != ServerKind::kAuto) {
    facts_.kind = wanted;  // The user knows better than a proxy that hides such paths.
    return Status::Ok();
  }
  return {StatusCode::kModelUnavailable,
          fmt::format("server {}: something answers, but not as llama-server, vLLM, Text "
                      "Embeddings Inference, Ollama or an OpenAI-compatible server does; check the "
                      "address, or name the kind with --server-kind",
                      url())};
}

Result<std::string> RemoteServer::ModelNamed(const std::string& name) const {
  const std::vector<std::string>& models = facts_.models;
  const bool serves_one = facts_.kind == ServerKind::kLlamaServer ||
                          facts_.kind == ServerKind::kTei || models.size() == 1;
  if (name.empty()) {
    if (!models.empty() && serves_one) return models.front();
    if (facts_.kind == ServerKind::kLlamaServer || facts_.kind == ServerKind::kTei) {
      return std::string(ServerKindName(facts_.kind));
    }
    return Status(StatusCode::kModelUnavailable,
                  models.empty()
                      ? fmt::format("server {}: name the model; the server does not list its own",
                                    client_->url())
                      : fmt::format("server {}: name one of its models: {}", client_->url(),
                                    NamesOf(models)));
  }
  // An OpenAI-compatible server need not list all that it takes.
  if (models.empty() || facts_.kind == ServerKind::kOpenAi) return name;
  for (const std::string& model : models) {
    if (model == name || model == name + ":latest") return model;
  }
  const std::string nearest = NearestWord(name, models);
  return Status(
      StatusCode::kModelUnavailable,
      fmt::format("server {}: it has no model \"{}\"{}; it has: {}", client_->url(), name,
                  nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)", NamesOf(models)));
}

Result<RemoteReply> RemoteServer::Post(const std::string& path, std::string body,
                                       const std::stop_token& stop) {
  GLOSS_ASSIGN_OR_RETURN(RemoteReply reply,
                         client_->Call({.path = path, .body = std::move(body)}, stop));
  if (!reply.ok()) return client_->FailureOf(reply, path);
  return reply;
}

Result<ChatReply> RemoteServer::Chat(const ChatCall& call, const std::stop_token& stop) {
  const std::string path = ChatPath(facts_.kind);
  for (int i = 0;; ++i) {
    std::set<std::string> refused;
    {
      const std::lock_guard lock(mutex_);
      refused = refused_;
    }
    const std::string body = BuildChatBody(facts_.kind, call, refused);
    GLOSS_ASSIGN_OR_RETURN(const RemoteReply reply,
                           client_->Call({.path = path, .body = body}, stop));
    if (reply.ok()) {
      auto chat = ParseChatReply(facts_.kind, reply);
      if (!chat.ok()) return chat.status().WithContext("server " + url() + path);
      return chat;
    }
    const std::string parameter = RefusedParameter(body, reply);
    if (parameter.empty() || i >= kMostRefusals) return client_->FailureOf(reply, path);
    const std::lock_guard lock(mutex_);
    refused_.insert(parameter);
  }
}

bool RemoteServer::Probe(ChatCall call, bool (*keeps)(std::string_view),
                         std::map<std::string, bool>& known, const std::stop_token& stop) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known.find(call.model); found != known.end()) return found->second;
  }
  const std::vector<ChatMessage> messages = {{"user", "Say hello in five words."}};
  call.messages = messages;
  call.max_tokens = 64;
  const auto reply = Chat(call, stop);
  const bool enforces = reply.ok() && keeps(reply->text);
  if (stop.stop_requested()) return false;
  const std::lock_guard lock(mutex_);
  known[call.model] = enforces;
  return enforces;
}

bool RemoteServer::EnforcesJsonSchema(const std::string& model, const std::stop_token& stop) {
  ChatCall call;
  call.model = model;
  call.json_schema = EnforcementSchema();
  return Probe(std::move(call), KeepsEnforcementSchema, enforces_schema_, stop);
}

bool RemoteServer::EnforcesGrammar(const std::string& model, const std::stop_token& stop) {
  if (facts_.kind != ServerKind::kLlamaServer && facts_.kind != ServerKind::kVllm) return false;
  ChatCall call;
  call.model = model;
  call.grammar = EnforcementGrammar();
  return Probe(std::move(call), KeepsEnforcementGrammar, enforces_grammar_, stop);
}

}  // namespace gloss
