#include "cli/server_settings.h"

#include <chrono>
#include <optional>

namespace gloss::cli {
namespace {

constexpr std::string_view kLocal = "local";
constexpr std::string_view kOpenAiUrl = "https://api.openai.com/v1";
constexpr std::string_view kOllamaUrl = "http://127.0.0.1:11434";

/// OLLAMA_HOST: a URL, or host and port of the server's own settings.
std::string OllamaUrl(const GetEnvironment& environment) {
  std::string host = environment("OLLAMA_HOST").value_or("");
  if (host.empty()) return std::string(kOllamaUrl);
  if (host.find("://") != std::string::npos) return host;
  constexpr std::string_view kAnyAddress = "0.0.0.0";
  if (host.starts_with(kAnyAddress)) host.replace(0, kAnyAddress.size(), "127.0.0.1");
  const bool has_port = host.find(':', host.starts_with('[') ? host.find(']') : 0) != host.npos;
  return "http://" + host + (has_port ? "" : ":11434");
}

}  // namespace

std::optional<ServerOptions> ServerFor(const std::string& role_value, const ServerSettings& options,
                                       const GetEnvironment& environment) {
  const std::string& value = role_value.empty() ? options.server : role_value;
  if (value.empty() || value == kLocal) return std::nullopt;
  ServerOptions server;
  server.url = value;
  server.kind = ServerKindFromName(options.kind).value_or(ServerKind::kAuto);
  server.api_key_env = options.api_key_env;
  server.api_key_file = options.api_key_file;
  server.timeout = std::chrono::seconds(options.timeout);
  server.retries = options.retries;
  server.jobs = options.jobs;
  if (value == "ollama") {
    server.url = OllamaUrl(environment);
    if (server.kind == ServerKind::kAuto) server.kind = ServerKind::kOllama;
  }
  if (value == "openai") {
    server.url = environment("OPENAI_BASE_URL").value_or("");
    if (server.url.empty()) server.url = kOpenAiUrl;
    const bool has_key = !server.api_key_env.empty() || !server.api_key_file.empty();
    if (!has_key && environment("OPENAI_API_KEY")) server.api_key_env = "OPENAI_API_KEY";
  }
  return server;
}

void AddServerSettings(Settings& settings, ServerSettings& options) {
  settings.OnlyFromUser(
      settings
          .Add("--server", options.server,
               "Model server for all roles: its URL, or \"openai\" (OPENAI_BASE_URL) or \"ollama\" "
               "(OLLAMA_HOST). The texts are sent to it")
          ->type_name("URL"));
  settings.OnlyFromUser(settings
                            .Add("--embedder-server", options.embedder_server,
                                 "Server for embeddings; \"local\": in this process")
                            ->type_name("URL"));
  settings.OnlyFromUser(settings
                            .Add("--entailment-server", options.entailment_server,
                                 "Server for entailment; \"local\": in this process")
                            ->type_name("URL"));
  settings.OnlyFromUser(settings
                            .Add("--decomposer-server", options.decomposer_server,
                                 "Server for splitting into claims; \"local\": in this process")
                            ->type_name("URL"));
  settings.Add("--server-kind", options.kind, "Kind of the servers; found out if auto")
      ->check(CLI::IsMember({"auto", "llama-server", "vllm", "tei", "ollama", "openai"}))
      ->type_name("KIND");
  settings
      .Add("--verifier", options.verifier,
           "How the entailment server is asked; the best that it can if auto")
      ->check(CLI::IsMember({"auto", "decisions", "logprobs", "predict", "rerank", "json"}))
      ->type_name("KIND");
  settings.OnlyFromUser(settings
                            .Add("--api-key-env", options.api_key_env,
                                 "Name of the environment variable that holds the servers' key")
                            ->type_name("NAME"));
  settings.OnlyFromUser(settings
                            .Add("--api-key-file", options.api_key_file,
                                 "File with the servers' key, which nobody but its owner may read")
                            ->type_name("FILE"));
  settings.Add("--timeout", options.timeout, "Seconds that one try of one server request may take")
      ->check(CLI::Range(1, 86400))
      ->type_name("SECONDS");
  settings
      .Add("--retries", options.retries, "Further tries of a server request that may yet succeed")
      ->check(CLI::Range(0, 100))
      ->type_name("N");
  settings.Add("--jobs", options.jobs, "Most server requests at once; 0: what the server can take")
      ->check(CLI::Range(0, 256))
      ->type_name("N");
}

RemoteOptions ToRemoteOptions(const ServerSettings& options, const GetEnvironment& environment) {
  RemoteOptions remote;
  remote.embedder = ServerFor(options.embedder_server, options, environment);
  remote.entailment = ServerFor(options.entailment_server, options, environment);
  remote.decomposer = ServerFor(options.decomposer_server, options, environment);
  remote.verifier = VerifierKindFromName(options.verifier).value_or(VerifierKind::kAuto);
  return remote;
}

}  // namespace gloss::cli
