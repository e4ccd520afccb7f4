#include "engine/engine.h"

#include <fmt/format.h>

#include <utility>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "base/thread_budget.h"
#include "engine/version.h"
#include "grounding/grounder.h"
#include "text/segmenter.h"

namespace gloss {
namespace {

/// Reads the sources; those that fail go to `unread`. Ids are given by place where there is none.
std::vector<Document> ReadSources(const GroundRequest& request, std::vector<UnreadSource>& unread) {
  std::vector<Document> documents;
  for (size_t i = 0; i < request.sources.size(); ++i) {
    auto document = ReadDocument(request.sources[i], request.load);
    if (!document.ok()) {
      unread.push_back({request.sources[i].uri, document.status()});
      continue;
    }
    if (document->id.empty()) document->id = "d" + std::to_string(i + 1);
    documents.push_back(std::move(document).value());
  }
  AssignTags(documents);
  return documents;
}

/// The named model of a role, or the default one.
Result<ModelSpec> Choose(const ModelRegistry& registry, ModelRole role, const std::string& name) {
  if (name.empty()) return registry.DefaultFor(role);
  GLOSS_ASSIGN_OR_RETURN(ModelSpec spec, registry.Find(name));
  if (spec.role != role) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("model \"{}\" is for the role {}, not {}", name,
                              ModelRoleName(spec.role), ModelRoleName(role)));
  }
  return spec;
}

/// Chooses a model, finds its file and loads it.
template <typename Model, typename Options>
Result<std::unique_ptr<Model>> Open(const ModelRegistry& registry, ModelRole role,
                                    const std::string& name, const Options& options) {
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec, Choose(registry, role, name));
  GLOSS_ASSIGN_OR_RETURN(const std::string path, registry.Locate(spec));
  return Model::Load(spec, path, options);
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::Create(const EngineOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry,
                         ModelRegistry::Load(options.model_folders, options.model_folders));
  ThreadBudget::Set(options.threads);
  EncoderOptions encoder;
  encoder.micro_batch.max_sequences = static_cast<size_t>(options.batch_size);
  GLOSS_ASSIGN_OR_RETURN(auto embedder, Open<LlamaEmbedder>(registry, ModelRole::kEmbedder,
                                                            options.embedder, encoder));
  GLOSS_ASSIGN_OR_RETURN(auto classifier,
                         Open<LlamaEntailmentClassifier>(registry, ModelRole::kEntailment,
                                                         options.entailment, encoder));
  GLOSS_ASSIGN_OR_RETURN(auto decomposer,
                         Open<LlamaGenerator>(registry, ModelRole::kDecomposer, options.decomposer,
                                              GeneratorOptions{}));
  return std::make_unique<Engine>(std::move(embedder), std::move(classifier),
                                  std::move(decomposer));
}

Engine::Engine(std::unique_ptr<Embedder> embedder, std::unique_ptr<EntailmentClassifier> classifier,
               std::unique_ptr<Generator> decomposer)
    : embedder_(std::move(embedder)),
      classifier_(std::move(classifier)),
      decomposer_(std::move(decomposer)) {}

Engine::~Engine() = default;

Result<GroundingReport> Engine::Ground(const GroundRequest& request,
                                       const GroundingProgress& progress, std::stop_token stop) {
  GroundingInput input;
  input.id = request.id;
  input.question = request.question;
  input.response_truncated = request.response_truncated;
  GLOSS_ASSIGN_OR_RETURN(input.response, ReadDocument(request.response, request.load));
  input.response.id = "response";
  AssignTags({&input.response, 1});
  input.documents = ReadSources(request, input.unread_sources);

  std::vector<std::string> warnings = input.response.warnings;
  for (const Document& document : input.documents) {
    for (const std::string& warning : document.warnings) {
      warnings.push_back(document.uri + ": " + warning);
    }
  }
  const Grounder grounder(*embedder_, *classifier_, decomposer_.get());
  GLOSS_ASSIGN_OR_RETURN(GroundingReport report,
                         grounder.Ground(std::move(input), request.grounding, progress, stop));
  report.provenance.product_version = kProductVersion;
  report.warnings.insert(report.warnings.begin(), warnings.begin(), warnings.end());
  return report;
}

}  // namespace gloss
