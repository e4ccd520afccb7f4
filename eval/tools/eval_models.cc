#include "eval_models.h"

#include <fmt/format.h>

#include <charconv>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "base/thread_budget.h"
#include "models/model_spec.h"
#include "store/caching_models.h"
#include "store/memory_store.h"

namespace gloss {
namespace {

template <typename Model, typename Options>
Result<std::unique_ptr<Model>> Load(const ModelRegistry& registry, const ModelSpec& spec,
                                    const Options& options) {
  GLOSS_ASSIGN_OR_RETURN(const std::string path, registry.Locate(spec));
  GLOSS_RETURN_IF_ERROR(ModelRegistry::Verify(spec, path));
  return Model::Load(spec, path, options);
}

nlohmann::json UseOf(std::string_view role, const ModelSpec& spec) {
  return {{"role", role}, {"name", spec.name}, {"sha256", spec.sha256}};
}

}  // namespace

EvalModelSet::EvalModelSet(EvalModelOptions options) : options_(std::move(options)) {
  ThreadBudget::Set(options_.threads);
  if (options_.cache) cache_ = std::make_shared<MemoryResultCache>(uint64_t{2} << 30);
}

Result<EvalModels> EvalModelSet::For(const std::string& language) {
  const auto known = by_language_.find(language);
  if (known != by_language_.end()) return known->second;
  GLOSS_ASSIGN_OR_RETURN(EvalModels models, Open(language));
  return by_language_.emplace(language, std::move(models)).first->second;
}

Result<EvalModels> EvalModelSet::Open(const std::string& language) {
  GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry,
                         ModelRegistry::Load(options_.folders, options_.folders));
  EvalModels models;
  const std::vector<std::string> languages = {language};
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec embeds,
                         registry.DefaultFor(ModelRole::kEmbedder, languages));
  std::shared_ptr<Embedder>& embedder = embedders_[embeds.name];
  if (embedder == nullptr) {
    GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<Embedder> model,
                           Load<LlamaEmbedder>(registry, embeds, EncoderOptions{}));
    if (cache_) model = std::make_unique<CachingEmbedder>(std::move(model), cache_, embeds.name);
    embedder = std::move(model);
  }
  models.embedder = embedder;
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec labels,
                         registry.DefaultFor(ModelRole::kEntailment, languages));
  std::shared_ptr<CountingClassifier>& classifier = classifiers_[labels.name];
  if (classifier == nullptr) {
    GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<EntailmentClassifier> model,
                           Load<LlamaEntailmentClassifier>(registry, labels, EncoderOptions{}));
    if (cache_) {
      model = std::make_unique<CachingEntailmentClassifier>(std::move(model), cache_, labels.name);
    }
    classifier = std::make_shared<CountingClassifier>(std::move(model));
  }
  models.classifier = classifier;
  if (!options_.decomposer) return models;
  GLOSS_ASSIGN_OR_RETURN(const ModelSpec splits,
                         registry.DefaultFor(ModelRole::kDecomposer, languages));
  std::shared_ptr<Generator>& decomposer = decomposers_[splits.name];
  if (decomposer == nullptr) {
    GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<Generator> model,
                           Load<LlamaGenerator>(registry, splits, GeneratorOptions{}));
    if (cache_) {
      model = std::make_unique<CachingGenerator>(std::move(model), cache_, splits.name,
                                                 GenerationKeying::kCall);
    }
    decomposer = std::move(model);
  }
  models.decomposer = decomposer;
  return models;
}

nlohmann::json UsesOf(const EvalModels& models) {
  nlohmann::json uses = nlohmann::json::array();
  uses.push_back(UseOf("embedder", models.embedder->spec()));
  uses.push_back(UseOf("entailment", models.classifier->spec()));
  if (models.decomposer) uses.push_back(UseOf("decomposer", models.decomposer->spec()));
  return uses;
}

Result<std::map<std::string, std::string>> ReadFlags(int argc, char** argv,
                                                     EvalModelOptions& options) {
  std::map<std::string, std::string> others;
  for (int i = 1; i < argc; i += 2) {
    const std::string flag = argv[i];
    if (i + 1 >= argc) {
      return Status(StatusCode::kInvalidArgument, fmt::format("{}: needs a value", flag));
    }
    const std::string value = argv[i + 1];
    if (flag == "--models") {
      options.folders.push_back(value);
    } else if (flag == "--threads") {
      const auto [end, error] =
          std::from_chars(value.data(), value.data() + value.size(), options.threads);
      if (error != std::errc() || end != value.data() + value.size() || options.threads < 0) {
        return Status(StatusCode::kInvalidArgument,
                      fmt::format("--threads: {}, must be a number", value));
      }
    } else if (flag == "--cache") {
      options.cache = value != "off";
    } else {
      others[flag] = value;
    }
  }
  return others;
}

}  // namespace gloss
