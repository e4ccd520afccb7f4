#pragma once

#include <memory>
#include <stop_token>

#include "backends/remote/remote_server.h"
#include "models/embedder.h"

namespace gloss {

/// Embedder on a server: /v1/embeddings, TEI /embed, Ollama /api/embed. Texts go in requests of
/// several, side by side as far as the server can take it; vectors are normalised here. Each text
/// fails alone. A text that the server finds too long is embedded in two overlapping parts (again
/// and again) whose vectors are averaged by length. The same text gives the same vector as far as
/// the server keeps to that. Thread-safe.
class RemoteEmbedder : public Embedder {
 public:
  /// Embeds one text, to see that it works. `spec.name` names the model on the server; empty: the
  /// server's own. Errors: kModelUnavailable and those of RemoteClient.
  static Result<std::unique_ptr<RemoteEmbedder>> Connect(std::shared_ptr<RemoteServer> server,
                                                         ModelSpec spec, std::stop_token stop);

  BatchResult<Embedding> Embed(std::span<const std::string_view> texts,
                               std::stop_token stop) override;
  const ModelSpec& spec() const override { return spec_; }

  size_t dimension() const { return dimension_; }

 private:
  RemoteEmbedder(std::shared_ptr<RemoteServer> server, ModelSpec spec)
      : server_(std::move(server)), spec_(std::move(spec)) {}

  Result<std::vector<Result<Embedding>>> Ask(std::span<const std::string_view> texts,
                                             const std::stop_token& stop) const;
  Result<Embedding> EmbedInParts(std::string_view text, int depth,
                                 const std::stop_token& stop) const;

  std::shared_ptr<RemoteServer> server_;
  ModelSpec spec_;
  size_t dimension_ = 0;
};

}  // namespace gloss
