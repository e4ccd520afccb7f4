#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "store/result_cache.h"

namespace gloss {

/// How the measuring tools of eval/ open the product's models.
struct EvalModelOptions {
  std::vector<std::string> folders;  ///< Of specs and weights.
  int threads = 0;                   ///< 0: all cores.
  bool decomposer = false;           ///< Whether the decomposition model is wanted.
  bool cache = true;  ///< Equal texts and pairs are computed once; off where time is measured.
};

/// Counts the pairs that were labelled, whether or not a cache had them.
class CountingClassifier : public EntailmentClassifier {
 public:
  explicit CountingClassifier(std::unique_ptr<EntailmentClassifier> model)
      : model_(std::move(model)) {}
  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token stop) override {
    count_ += pairs.size();
    return model_->Classify(pairs, stop);
  }
  const ModelSpec& spec() const override { return model_->spec(); }
  size_t TakeCount() { return std::exchange(count_, 0); }

 private:
  std::unique_ptr<EntailmentClassifier> model_;
  size_t count_ = 0;
};

struct EvalModels {
  std::shared_ptr<Embedder> embedder;
  std::shared_ptr<CountingClassifier> classifier;
  std::shared_ptr<Generator> decomposer;  ///< Null where none is wanted.
};

/// The models of each language, opened when they are first asked for. Not thread-safe.
class EvalModelSet {
 public:
  explicit EvalModelSet(EvalModelOptions options);

  /// The default model of each role for texts in the language, as the product picks it.
  /// Errors: those of the registry and of loading.
  Result<EvalModels> For(const std::string& language);

 private:
  Result<EvalModels> Open(const std::string& language);

  template <typename Model>
  using Loaded = std::map<std::string, std::shared_ptr<Model>>;

  EvalModelOptions options_;
  std::shared_ptr<ResultCache> cache_;
  std::map<std::string, EvalModels> by_language_;
  Loaded<Embedder> embedders_;
  Loaded<CountingClassifier> classifiers_;
  Loaded<Generator> decomposers_;
};

/// [{"role", "name", "sha256"}] for the run card.
nlohmann::json UsesOf(const EvalModels& models);

/// Reads "--flag value" pairs: --models (many), --threads, --cache on|off go to `options`, others
/// to the result. Errors: kInvalidArgument for a flag without a value or a number that is none.
Result<std::map<std::string, std::string>> ReadFlags(int argc, char** argv,
                                                     EvalModelOptions& options);

}  // namespace gloss
