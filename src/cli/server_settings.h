#pragma once

#include <optional>
#include <string>

#include "base/status.h"
#include "cli/settings.h"
#include "engine/remote_models.h"

namespace gloss::cli {

/// Settings that name model servers. No key is ever a setting: only where it is found.
struct ServerSettings {
  std::string server;           ///< For all roles: a URL, "openai" or "ollama".
  std::string embedder_server;  ///< For one role; "local" keeps it in this process.
  std::string entailment_server;
  std::string decomposer_server;
  std::string kind = "auto";
  std::string verifier = "auto";
  std::string api_key_env;
  std::string api_key_file;
  int timeout = 120;
  int retries = 4;
  int jobs = 0;
};

/// The settings that say where texts and keys go are not taken from a project's file: whoever wrote
/// that need not be whose texts they are.
void AddServerSettings(Settings& settings, ServerSettings& options);

/// The roles that servers compute. "openai" stands for OPENAI_BASE_URL and OPENAI_API_KEY, "ollama"
/// for OLLAMA_HOST; nobody else's variables are looked at.
RemoteOptions ToRemoteOptions(const ServerSettings& options, const GetEnvironment& environment);

/// The server that `value` (a URL, "openai" or "ollama"; empty: --server) stands for; nothing for
/// this process. For roles that not every command has.
std::optional<ServerOptions> ServerFor(const std::string& value, const ServerSettings& options,
                                       const GetEnvironment& environment);

}  // namespace gloss::cli
