#pragma once

#include <memory>
#include <stop_token>

#include "backends/remote/remote_server.h"
#include "models/generator.h"

namespace gloss {

/// Generator on a server: chat completions, or Ollama's /api/chat. Requests run side by side as far
/// as the server can take it, and each fails alone; a prompt that is too long is an error of its
/// item (kTooLarge), for only the server can tell. Reasoning is left out of the texts. Stop strings
/// are kept to here, whatever the server takes. A grammar is sent to llama-server and vLLM; with
/// other servers it is an error of the item, for they would not keep to it. A
/// JSON schema is sent to all that have not refused one. A citation constraint
/// is sent as a grammar where a probe showed that the server keeps to grammars, else as a schema
/// for sentences with tags where it keeps to schemas; the text is checked when it is there.
/// Elsewhere the text is free. The result says which. The same list of requests gives the same
/// texts as far as the server keeps to seed and temperature. Thread-safe.
class RemoteGenerator : public Generator {
 public:
  /// `spec.name` names the model on the server; empty: the server's own. Errors: kModelUnavailable.
  static Result<std::unique_ptr<RemoteGenerator>> Connect(std::shared_ptr<RemoteServer> server,
                                                          ModelSpec spec);

  BatchResult<GenerationResult> Generate(std::span<const GenerationRequest> requests,
                                         std::stop_token stop) override;
  const ModelSpec& spec() const override { return spec_; }

 private:
  RemoteGenerator(std::shared_ptr<RemoteServer> server, ModelSpec spec)
      : server_(std::move(server)), spec_(std::move(spec)) {}

  Result<GenerationResult> GenerateOne(const GenerationRequest& request,
                                       const std::stop_token& stop) const;
  Result<GenerationResult> GenerateCited(const GenerationRequest& request, ChatCall call,
                                         const std::stop_token& stop) const;

  std::shared_ptr<RemoteServer> server_;
  ModelSpec spec_;
};

}  // namespace gloss
