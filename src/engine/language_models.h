#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "engine/model_cache.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/model_spec.h"

namespace gloss {

/// How a model is opened; given to LanguageModels so that tests need no weights.
struct ModelOpeners {
  std::function<Result<std::unique_ptr<Embedder>>(const ModelSpec&)> embedder;
  std::function<Result<std::unique_ptr<EntailmentClassifier>>(const ModelSpec&)> classifier;
};

/// The models that texts in some languages are grounded with. They live as long as their
/// LanguageModels.
struct LanguagePair {
  Embedder* embedder = nullptr;
  EntailmentClassifier* classifier = nullptr;
  /// What the report says: a language that the entailment model is not made for, an embedder that
  /// its calibration does not know.
  std::vector<std::string> warnings;
};

/// Embedder and entailment classifier of an engine. One that the caller named serves every text.
/// Otherwise the language picks among the registry's default models: first the entailment model,
/// then the embedder that goes with it (ModelRegistry::EmbedderFor). A model is opened when a text
/// first needs it. Thread-safe after UseCache.
class LanguageModels {
 public:
  /// Only these two. REQUIRES: neither is null.
  LanguageModels(std::unique_ptr<Embedder> embedder,
                 std::unique_ptr<EntailmentClassifier> classifier);

  /// A null model is chosen by language.
  LanguageModels(ModelRegistry registry, ModelOpeners openers, std::unique_ptr<Embedder> embedder,
                 std::unique_ptr<EntailmentClassifier> classifier);

  /// Puts the cache before all models. REQUIRES: called once, before For; the cache outlives this.
  void UseCache(ModelCache* cache);

  /// `languages`: as LanguagesOf gives them. Errors: kNotFound (no default model of the role),
  /// kModelUnavailable (the chosen one is missing or damaged, and how to get it).
  Result<LanguagePair> For(std::span<const std::string> languages);

 private:
  Result<EntailmentClassifier*> ClassifierFor(std::span<const std::string> languages);
  Result<Embedder*> EmbedderFor(std::span<const std::string> languages, const ModelSpec& judge);

  ModelRegistry registry_;
  ModelOpeners openers_;
  std::unique_ptr<Embedder> named_embedder_;                    ///< Null: by language.
  std::unique_ptr<EntailmentClassifier> named_classifier_;      ///< Null: by language.
  ModelCache* cache_ = nullptr;                                 ///< Null: none.
  std::mutex mutex_;                                            ///< Guards the maps.
  std::map<std::string, std::unique_ptr<Embedder>> embedders_;  ///< By name.
  std::map<std::string, std::unique_ptr<EntailmentClassifier>> classifiers_;
};

}  // namespace gloss
