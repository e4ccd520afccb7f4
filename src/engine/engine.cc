#include "engine/engine.h"

#include <fmt/format.h>

#include <utility>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "backends/llama_cpp/llm_entailment_classifier.h"
#include "base/hash.h"
#include "base/thread_budget.h"
#include "engine/text_languages.h"
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

/// The named model of a role.
Result<ModelSpec> FindFor(const ModelRegistry& registry, ModelRole role, const std::string& name) {
  GLOSS_ASSIGN_OR_RETURN(ModelSpec spec, registry.Find(name));
  if (spec.role != role) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("model \"{}\" is for the role {}, not {}", name,
                              ModelRoleName(spec.role), ModelRoleName(role)));
  }
  return spec;
}

/// Finds a model's file and loads it.
template <typename Interface, typename Model, typename Options>
Result<std::unique_ptr<Interface>> Open(const ModelRegistry& registry, const ModelSpec& spec,
                                        const Options& options) {
  GLOSS_ASSIGN_OR_RETURN(const std::string path, registry.Locate(spec));
  GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<Model> model, Model::Load(spec, path, options));
  return std::unique_ptr<Interface>(std::move(model));
}

/// How models of this process are opened: encoders, and generative models that are asked in words.
ModelOpeners OpenersFor(const ModelRegistry& registry, const EncoderOptions& options) {
  return {.embedder =
              [registry, options](const ModelSpec& spec) {
                return Open<Embedder, LlamaEmbedder>(registry, spec, options);
              },
          .classifier =
              [registry, options](const ModelSpec& spec) {
                return spec.asks_in_words ? Open<EntailmentClassifier, LlmEntailmentClassifier>(
                                                registry, spec, LlmEntailmentOptions{})
                                          : Open<EntailmentClassifier, LlamaEntailmentClassifier>(
                                                registry, spec, options);
              }};
}

/// The embedder that the options name; null when the language picks it.
Result<std::unique_ptr<Embedder>> NamedEmbedder(const EngineOptions& options,
                                                const ModelRegistry& registry,
                                                const ModelOpeners& openers, RemoteModels& remote) {
  if (options.remote.embedder) return remote.OpenEmbedder(options.embedder);
  if (options.embedder.empty()) return std::unique_ptr<Embedder>();
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec,
                         FindFor(registry, ModelRole::kEmbedder, options.embedder));
  return openers.embedder(spec);
}

/// The entailment model that the options name; null when the language picks it.
Result<std::unique_ptr<EntailmentClassifier>> NamedClassifier(const EngineOptions& options,
                                                              const ModelRegistry& registry,
                                                              const ModelOpeners& openers,
                                                              RemoteModels& remote) {
  if (options.remote.entailment) return remote.OpenClassifier(options.entailment);
  if (options.entailment.empty()) return std::unique_ptr<EntailmentClassifier>();
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec,
                         FindFor(registry, ModelRole::kEntailment, options.entailment));
  return openers.classifier(spec);
}

/// The decomposition model; null for claims by rule and for whole sentences.
Result<std::unique_ptr<Generator>> OpenDecomposer(const EngineOptions& options,
                                                  const ModelRegistry& registry,
                                                  RemoteModels& remote) {
  const std::string& name = options.decomposer;
  if (name == "rules" || name == "none") return std::unique_ptr<Generator>();
  if (options.remote.decomposer) return remote.OpenDecomposer(name);
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec,
                         name.empty() ? registry.DefaultFor(ModelRole::kDecomposer)
                                      : FindFor(registry, ModelRole::kDecomposer, name));
  return Open<Generator, LlamaGenerator>(registry, spec, GeneratorOptions{});
}

/// The model that writes sentences; null for rules.
Result<std::unique_ptr<Generator>> OpenWriter(const EngineOptions& options,
                                              const ModelRegistry& registry, RemoteModels& remote) {
  if (options.writer == "rules") return std::unique_ptr<Generator>();
  if (options.remote.writer) return remote.OpenWriter(options.writer);
  if (options.writer.empty()) return std::unique_ptr<Generator>();
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec,
                         FindFor(registry, ModelRole::kWriter, options.writer));
  return Open<Generator, LlamaGenerator>(registry, spec, GeneratorOptions{});
}

/// The generative judge of texts; null where none is named.
Result<std::unique_ptr<Generator>> OpenJudge(const EngineOptions& options,
                                             const ModelRegistry& registry, RemoteModels& remote) {
  if (options.remote.judge) return remote.OpenJudge(options.judge);
  if (options.judge.empty()) return std::unique_ptr<Generator>();
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec spec,
                         FindFor(registry, ModelRole::kWriter, options.judge));
  return Open<Generator, LlamaGenerator>(registry, spec, GeneratorOptions{});
}

/// The prompt of a generative model of this process that judges in words.
bool AsksInWordsHere(const ModelSpec& spec) { return spec.asks_in_words && spec.server.empty(); }

PromptUse InWordsPrompt() {
  return {std::string(kEntailmentInWordsPromptId), Sha256Hex(LlmEntailmentOptions{}.prompt)};
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::Create(const EngineOptions& options, std::stop_token stop) {
  GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry,
                         ModelRegistry::Load(options.model_folders, options.model_folders));
  ThreadBudget::Set(options.threads);
  EncoderOptions encoder;
  encoder.micro_batch.max_sequences = static_cast<size_t>(options.batch_size);
  ModelOpeners openers = OpenersFor(registry, encoder);
  RemoteModels remote(options.remote, registry, std::move(stop));
  GLOSS_ASSIGN_OR_RETURN(auto embedder, NamedEmbedder(options, registry, openers, remote));
  GLOSS_ASSIGN_OR_RETURN(auto classifier, NamedClassifier(options, registry, openers, remote));
  GLOSS_ASSIGN_OR_RETURN(auto decomposer, OpenDecomposer(options, registry, remote));
  auto models = std::make_unique<LanguageModels>(registry, std::move(openers), std::move(embedder),
                                                 std::move(classifier));
  std::unique_ptr<Engine> engine(new Engine(std::move(models), std::move(decomposer)));
  GLOSS_ASSIGN_OR_RETURN(engine->writer_, OpenWriter(options, registry, remote));
  GLOSS_ASSIGN_OR_RETURN(engine->judge_, OpenJudge(options, registry, remote));
  engine->remote_use_ = remote.use();
  if (!options.cache.folder.empty()) engine->UseCache(OpenResultCache(options.cache));
  return engine;
}

Engine::Engine(std::unique_ptr<LanguageModels> models, std::unique_ptr<Generator> decomposer)
    : models_(std::move(models)), decomposer_(std::move(decomposer)) {}

Engine::Engine(std::unique_ptr<Embedder> embedder, std::unique_ptr<EntailmentClassifier> classifier,
               std::unique_ptr<Generator> decomposer)
    : Engine(std::make_unique<LanguageModels>(std::move(embedder), std::move(classifier)),
             std::move(decomposer)) {}

Engine::~Engine() = default;

void Engine::UseCache(std::shared_ptr<ResultCache> cache) {
  // How a server is asked changes its answers.
  std::string program(kProductVersion);
  for (const auto& [name, value] : remote_use_.settings) program += "\n" + name + "=" + value;
  for (const PromptUse& prompt : remote_use_.prompts) program += "\n" + prompt.sha256;
  program += "\n" + InWordsPrompt().sha256;
  cache_ = std::make_unique<ModelCache>(std::move(cache), std::move(program));
  models_->UseCache(cache_.get());
  decomposer_ = cache_->Wrap(std::move(decomposer_));
  writer_ = cache_->Wrap(std::move(writer_));
  judge_ = cache_->Wrap(std::move(judge_));
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
  GLOSS_ASSIGN_OR_RETURN(const LanguagePair models,
                         models_->For(LanguagesOf(input.response, input.documents)));
  warnings.insert(warnings.end(), models.warnings.begin(), models.warnings.end());
  const Grounder grounder(*models.embedder, *models.classifier, decomposer_.get());
  GLOSS_ASSIGN_OR_RETURN(GroundingReport report,
                         grounder.Ground(std::move(input), request.grounding, progress, stop));
  if (request.reformulation) {
    const Reformulator reformulator(grounder, *models.classifier, decomposer_.get());
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
  if (AsksInWordsHere(models.classifier->spec())) {
    report.provenance.prompts.push_back(InWordsPrompt());
  }
  warnings.insert(warnings.begin(), remote_use_.warnings.begin(), remote_use_.warnings.end());
  report.warnings.insert(report.warnings.begin(), warnings.begin(), warnings.end());
  return report;
}

}  // namespace gloss
