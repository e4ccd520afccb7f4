#include "engine/remote_models.h"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "backends/remote/remote_embedder.h"
#include "backends/remote/remote_entailment_classifier.h"
#include "backends/remote/remote_generator.h"

namespace gloss {
namespace {

std::optional<std::string> ProcessVariable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

std::shared_ptr<HttpTransport> TransportOf(const RemoteOptions& options) {
  if (options.transport) return options.transport;
  return MakeCurlTransport();
}

/// The registry's model of a role for its calibration and its name on servers, or a bare name.
ModelSpec RemoteSpec(const ModelRegistry& registry, ModelRole role, const std::string& name) {
  ModelSpec spec;
  if (const auto known = registry.Find(name); known.ok() && known->role == role) spec = *known;
  spec.role = role;
  spec.name = spec.remote_name.empty() ? name : spec.remote_name;
  // What the server computes with is not the file that the spec describes.
  spec.file.clear();
  spec.sha256.clear();
  spec.adapter.reset();
  return spec;
}

std::string Describe(const RemoteServer& server, const std::string& model) {
  const ServerFacts& facts = server.facts();
  return fmt::format("{}: {}{}, model {}", server.url(), ServerKindName(facts.kind),
                     facts.version.empty() ? "" : " " + facts.version, model);
}

std::string DescribeVerifier(const Verifier& verifier) {
  return fmt::format(", verifier {}{}", VerifierKindName(verifier.kind()),
                     verifier.tells_contradiction() ? "" : " (support only, no contradictions)");
}

}  // namespace

RemoteModels::RemoteModels(const RemoteOptions& options, const ModelRegistry& registry,
                           std::stop_token stop)
    : options_(options),
      registry_(registry),
      stop_(std::move(stop)),
      pool_(TransportOf(options), ProcessVariable) {}

void RemoteModels::Note(ModelRole role, const std::string& key, const std::string& value) {
  use_.settings[fmt::format("{}_{}", ModelRoleName(role), key)] = value;
}

Result<std::unique_ptr<Embedder>> RemoteModels::OpenEmbedder(const std::string& name) {
  GLOSS_ASSIGN_OR_RETURN(auto server, pool_.Get(*options_.embedder, stop_));
  GLOSS_ASSIGN_OR_RETURN(
      auto embedder,
      RemoteEmbedder::Connect(std::move(server), RemoteSpec(registry_, ModelRole::kEmbedder, name),
                              stop_));
  Note(ModelRole::kEmbedder, "server", embedder->spec().server);
  return std::unique_ptr<Embedder>(std::move(embedder));
}

Result<std::unique_ptr<EntailmentClassifier>> RemoteModels::OpenClassifier(
    const std::string& name) {
  GLOSS_ASSIGN_OR_RETURN(auto server, pool_.Get(*options_.entailment, stop_));
  GLOSS_ASSIGN_OR_RETURN(auto classifier,
                         RemoteEntailmentClassifier::Connect(
                             std::move(server), RemoteSpec(registry_, ModelRole::kEntailment, name),
                             options_.verifier, stop_));
  const Verifier& verifier = classifier->verifier();
  Note(ModelRole::kEntailment, "server", classifier->spec().server);
  Note(ModelRole::kEntailment, "verifier", std::string(VerifierKindName(verifier.kind())));
  // A server's model has no hash that would cover how its probabilities are read.
  const Calibration& calibration = classifier->spec().calibration;
  Note(ModelRole::kEntailment, "calibration",
       fmt::format("temperature {}, entailment {}, contradiction {}", calibration.temperature,
                   calibration.entailment_threshold, calibration.contradiction_threshold));
  if (!verifier.prompt_id().empty()) {
    use_.prompts.push_back({verifier.prompt_id(), verifier.prompt_sha256()});
  }
  if (!verifier.tells_contradiction()) {
    use_.warnings.push_back(
        fmt::format("entailment model {}: it tells support only; contradictions are not found",
                    classifier->spec().name));
  }
  return std::unique_ptr<EntailmentClassifier>(std::move(classifier));
}

Result<std::unique_ptr<Generator>> RemoteModels::OpenDecomposer(const std::string& name) {
  GLOSS_ASSIGN_OR_RETURN(auto server, pool_.Get(*options_.decomposer, stop_));
  GLOSS_ASSIGN_OR_RETURN(
      auto decomposer, RemoteGenerator::Connect(
                           std::move(server), RemoteSpec(registry_, ModelRole::kDecomposer, name)));
  Note(ModelRole::kDecomposer, "server", decomposer->spec().server);
  return std::unique_ptr<Generator>(std::move(decomposer));
}

Result<std::unique_ptr<Generator>> RemoteModels::OpenWriter(const std::string& name) {
  GLOSS_ASSIGN_OR_RETURN(auto server, pool_.Get(*options_.writer, stop_));
  GLOSS_ASSIGN_OR_RETURN(
      auto writer,
      RemoteGenerator::Connect(std::move(server), RemoteSpec(registry_, ModelRole::kWriter, name)));
  Note(ModelRole::kWriter, "server", writer->spec().server);
  return std::unique_ptr<Generator>(std::move(writer));
}

Result<std::unique_ptr<Generator>> RemoteModels::OpenJudge(const std::string& name) {
  GLOSS_ASSIGN_OR_RETURN(auto server, pool_.Get(*options_.judge, stop_));
  GLOSS_ASSIGN_OR_RETURN(
      auto judge,
      RemoteGenerator::Connect(std::move(server), RemoteSpec(registry_, ModelRole::kWriter, name)));
  use_.settings["judge_server"] = judge->spec().server;
  return std::unique_ptr<Generator>(std::move(judge));
}

std::vector<ServerCheck> CheckServers(const RemoteOptions& options, const ModelRegistry& registry,
                                      const std::map<ModelRole, std::string>& names,
                                      const std::stop_token& stop) {
  ServerPool pool(TransportOf(options), ProcessVariable);
  std::vector<ServerCheck> checks;
  const auto spec_of = [&](ModelRole role) {
    const auto found = names.find(role);
    return RemoteSpec(registry, role, found == names.end() ? "" : found->second);
  };
  const auto check = [&](ModelRole role, const std::optional<ServerOptions>& server_options,
                         const auto& try_out) {
    if (!server_options) return;
    ServerCheck result;
    result.role = role;
    const auto server = pool.Get(*server_options, stop);
    result.status = server.ok() ? try_out(*server, spec_of(role), result.detail) : server.status();
    checks.push_back(std::move(result));
  };
  using Server = std::shared_ptr<RemoteServer>;
  check(ModelRole::kEmbedder, options.embedder,
        [&](const Server& server, ModelSpec spec, std::string& detail) {
          GLOSS_ASSIGN_OR_RETURN(auto embedder,
                                 RemoteEmbedder::Connect(server, std::move(spec), stop));
          detail = fmt::format("{}, {} dimensions", Describe(*server, embedder->spec().name),
                               embedder->dimension());
          return Status::Ok();
        });
  check(ModelRole::kEntailment, options.entailment,
        [&](const Server& server, ModelSpec spec, std::string& detail) {
          GLOSS_ASSIGN_OR_RETURN(
              auto classifier,
              RemoteEntailmentClassifier::Connect(server, std::move(spec), options.verifier, stop));
          detail =
              Describe(*server, classifier->spec().name) + DescribeVerifier(classifier->verifier());
          return Status::Ok();
        });
  check(ModelRole::kDecomposer, options.decomposer,
        [&](const Server& server, ModelSpec spec, std::string& detail) {
          GLOSS_ASSIGN_OR_RETURN(auto generator, RemoteGenerator::Connect(server, std::move(spec)));
          detail = fmt::format("{}, JSON schemas {}", Describe(*server, generator->spec().name),
                               server->EnforcesJsonSchema(generator->spec().name, stop)
                                   ? "enforced"
                                   : "not enforced");
          return Status::Ok();
        });
  return checks;
}

}  // namespace gloss
