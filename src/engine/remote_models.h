#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "backends/remote/server_options.h"
#include "backends/remote/server_pool.h"
#include "base/http_transport.h"
#include "base/status.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "models/model_spec.h"
#include "types/grounding_report.h"

namespace gloss {

/// The roles that servers compute. Texts go to a server only when it is named here.
struct RemoteOptions {
  std::optional<ServerOptions> embedder;  ///< Nothing: in this process.
  std::optional<ServerOptions> entailment;
  std::optional<ServerOptions> decomposer;
  std::optional<ServerOptions> writer;          ///< Only where a text is to be written.
  std::optional<ServerOptions> judge;           ///< Only where texts are to be judged.
  VerifierKind verifier = VerifierKind::kAuto;  ///< How the entailment server is asked.
  std::shared_ptr<HttpTransport> transport;     ///< Null: libcurl.
};

/// What a report says of the servers that saw its texts.
struct RemoteUse {
  std::map<std::string, std::string> settings;  ///< "entailment_server" → URL …
  std::vector<PromptUse> prompts;
  std::vector<std::string> warnings;
};

/// Opens the models of one engine that servers compute. A role's model name is looked up in the
/// registry, for its calibration and its name on servers; a name that is not there is the server's
/// own. Not thread-safe.
class RemoteModels {
 public:
  /// A stop request ends what is being opened.
  RemoteModels(const RemoteOptions& options, const ModelRegistry& registry,
               std::stop_token stop = {});

  /// REQUIRES for each: its server is set. Errors: those of RemoteServer::Connect and of the model.
  Result<std::unique_ptr<Embedder>> OpenEmbedder(const std::string& name);
  Result<std::unique_ptr<EntailmentClassifier>> OpenClassifier(const std::string& name);
  Result<std::unique_ptr<Generator>> OpenDecomposer(const std::string& name);
  Result<std::unique_ptr<Generator>> OpenWriter(const std::string& name);
  Result<std::unique_ptr<Generator>> OpenJudge(const std::string& name);

  const RemoteUse& use() const { return use_; }

 private:
  void Note(ModelRole role, const std::string& key, const std::string& value);

  const RemoteOptions& options_;
  const ModelRegistry& registry_;
  std::stop_token stop_;
  ServerPool pool_;
  RemoteUse use_;
};

/// What `glossator doctor` says of one role's server.
struct ServerCheck {
  ModelRole role = ModelRole::kEmbedder;
  Status status;
  std::string detail;  ///< Kind, version, model, verifier, enforcement of JSON schemas.
};

/// Connects every server that is named, with the model names of the three roles, and tries it out.
std::vector<ServerCheck> CheckServers(const RemoteOptions& options, const ModelRegistry& registry,
                                      const std::map<ModelRole, std::string>& names,
                                      const std::stop_token& stop);

}  // namespace gloss
