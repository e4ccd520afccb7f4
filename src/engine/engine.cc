#include "engine/engine.h"

#include <fmt/format.h>

#include <utility>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "backends/llama_cpp/llm_entailment_classifier.h"
#include "base/hash.h"
#include "base/thread_budget.h"
#include "engine/version.h"
#include "grounding/grounder.h"
#include "grounding/prompt.h"
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
template <typename Interface, typename Model, typename Options>
Result<std::unique_ptr<Interface>> Open(const ModelRegistry& registry, ModelRole role,
                                        const std::string& name, const Options& options) {
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec, Choose(registry, role, name));
  GLOSS_ASSIGN_OR_RETURN(const std::string path, registry.Locate(spec));
  GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<Model> model, Model::Load(spec, path, options));
  return std::unique_ptr<Interface>(std::move(model));
}

/// A classifier in this process: one with a head, or a generative model that is asked in words.
Result<std::unique_ptr<EntailmentClassifier>> OpenClassifier(const ModelRegistry& registry,
                                                             const std::string& name,
                                                             const EncoderOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec, Choose(registry, ModelRole::kEntailment, name));
  return spec.asks_in_words ? Open<EntailmentClassifier, LlmEntailmentClassifier>(
                                  registry, ModelRole::kEntailment, name, LlmEntailmentOptions{})
                            : Open<EntailmentClassifier, LlamaEntailmentClassifier>(
                                  registry, ModelRole::kEntailment, name, options);
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::Create(const EngineOptions& options, std::stop_token stop) {
  GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry,
                         ModelRegistry::Load(options.model_folders, options.model_folders));
  ThreadBudget::Set(options.threads);
  EncoderOptions encoder;
  encoder.micro_batch.max_sequences = static_cast<size_t>(options.batch_size);
  RemoteModels remote(options.remote, registry, std::move(stop));
  auto embedder = options.remote.embedder
                      ? remote.OpenEmbedder(options.embedder)
                      : Open<Embedder, LlamaEmbedder>(registry, ModelRole::kEmbedder,
                                                      options.embedder, encoder);
  if (!embedder.ok()) return embedder.status();
  auto classifier = options.remote.entailment
                        ? remote.OpenClassifier(options.entailment)
                        : OpenClassifier(registry, options.entailment, encoder);
  if (!classifier.ok()) return classifier.status();
  const bool no_decomposer = options.decomposer == "rules" || options.decomposer == "none";
  auto decomposer = no_decomposer ? Result<std::unique_ptr<Generator>>(nullptr)
                    : options.remote.decomposer
                        ? remote.OpenDecomposer(options.decomposer)
                        : Open<Generator, LlamaGenerator>(registry, ModelRole::kDecomposer,
                                                          options.decomposer, GeneratorOptions{});
  if (!decomposer.ok()) return decomposer.status();
  auto engine = std::make_unique<Engine>(*std::move(embedder), *std::move(classifier),
                                         *std::move(decomposer));
  engine->remote_use_ = remote.use();
  const ModelSpec& judge = engine->classifier_->spec();
  if (judge.asks_in_words && judge.server.empty()) {
    const std::string prompt = LlmEntailmentOptions{}.prompt;
    engine->remote_use_.prompts.push_back(
        {std::string(kEntailmentInWordsPromptId), Sha256Hex(prompt)});
  }
  if (!options.cache.folder.empty()) engine->UseCache(OpenResultCache(options.cache));
  return engine;
}

Engine::Engine(std::unique_ptr<Embedder> embedder, std::unique_ptr<EntailmentClassifier> classifier,
               std::unique_ptr<Generator> decomposer)
    : embedder_(std::move(embedder)),
      classifier_(std::move(classifier)),
      decomposer_(std::move(decomposer)) {}

Engine::~Engine() = default;

void Engine::UseCache(std::shared_ptr<ResultCache> cache) {
  // How a server is asked changes its answers.
  std::string program(kProductVersion);
  for (const auto& [name, value] : remote_use_.settings) program += "\n" + name + "=" + value;
  for (const PromptUse& prompt : remote_use_.prompts) program += "\n" + prompt.sha256;
  cache_ = std::make_unique<ModelCache>(std::move(cache), std::move(program));
  embedder_ = cache_->Wrap(std::move(embedder_));
  classifier_ = cache_->Wrap(std::move(classifier_));
  decomposer_ = cache_->Wrap(std::move(decomposer_));
}

CacheStats Engine::cache_stats() const { return cache_ ? cache_->Stats() : CacheStats{}; }

std::vector<std::string> Engine::TakeCacheWarnings() {
  return cache_ ? cache_->TakeWarnings() : std::vector<std::string>{};
}

Result<GroundingReport> Engine::Ground(const GroundRequest& request,
                                       const GroundingProgress& progress, std::stop_token stop) {
  GroundingInput input;
  input.id = request.id;
  input.question = request.question;
  input.response_truncated = request.response_truncated;
  GLOSS_ASSIGN_OR_RETURN(input.response, ReadResponse(request.response, request.load));
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
  if (request.reformulation) {
    const Reformulator reformulator(grounder, *classifier_, decomposer_.get());
    GLOSS_ASSIGN_OR_RETURN(
        report.reformulation,
        reformulator.Reformulate(report, *request.reformulation, request.grounding, stop));
    report.provenance.settings.merge(SettingsOf(*request.reformulation));
    GLOSS_ASSIGN_OR_RETURN(const Prompt prompt, FindPrompt(request.reformulation->prompt));
    report.provenance.prompts.push_back({prompt.id, prompt.sha256});
  }
  report.provenance.product_version = kProductVersion;
  report.provenance.settings.insert(remote_use_.settings.begin(), remote_use_.settings.end());
  report.provenance.prompts.insert(report.provenance.prompts.end(), remote_use_.prompts.begin(),
                                   remote_use_.prompts.end());
  warnings.insert(warnings.begin(), remote_use_.warnings.begin(), remote_use_.warnings.end());
  report.warnings.insert(report.warnings.begin(), warnings.begin(), warnings.end());
  return report;
}

}  // namespace gloss
