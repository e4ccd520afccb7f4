// The contracts of the model interfaces, on the scripted models and those in this process.

#include <gtest/gtest.h>

#include <memory>

#include "backends/llama_cpp/llama_embedder.h"
#include "backends/llama_cpp/llama_entailment_classifier.h"
#include "backends/llama_cpp/llama_generator.h"
#include "backends/llama_cpp/test_models.h"
#include "models/model_conformance_cases.h"
#include "models/scripted_classifier.h"
#include "models/scripted_embedder.h"
#include "models/scripted_generator.h"

namespace gloss {
namespace {

struct Scripted {
  static Result<std::unique_ptr<Embedder>> MakeEmbedder() {
    return std::unique_ptr<Embedder>(std::make_unique<ScriptedEmbedder>());
  }
  static Result<std::unique_ptr<EntailmentClassifier>> MakeClassifier() {
    ScriptedClassifierOptions options;
    options.callback = [](const PremiseHypothesis& pair) -> std::optional<Relation> {
      return pair.premise == pair.hypothesis ? Relation::kEntailment : Relation::kNeutral;
    };
    return std::unique_ptr<EntailmentClassifier>(std::make_unique<ScriptedClassifier>(options));
  }
  static Result<std::unique_ptr<Generator>> MakeGenerator() {
    ScriptedGeneratorOptions options;
    options.callback = [](const GenerationRequest& request) -> std::optional<std::string> {
      return "You said " + request.messages.back().content + " and more.";
    };
    return std::unique_ptr<Generator>(std::make_unique<ScriptedGenerator>(options));
  }
};

struct InProcess {
  template <typename Interface, typename Model>
  static Result<std::unique_ptr<Interface>> Make(ModelRole role) {
    GLOSS_ASSIGN_OR_RETURN(const TestModel model, GLOSS_FIND_TEST_MODEL(role));
    GLOSS_ASSIGN_OR_RETURN(std::unique_ptr<Model> loaded, Model::Load(model.spec, model.path));
    return std::unique_ptr<Interface>(std::move(loaded));
  }
  static Result<std::unique_ptr<Embedder>> MakeEmbedder() {
    return Make<Embedder, LlamaEmbedder>(ModelRole::kEmbedder);
  }
  static Result<std::unique_ptr<EntailmentClassifier>> MakeClassifier() {
    return Make<EntailmentClassifier, LlamaEntailmentClassifier>(ModelRole::kEntailment);
  }
  static Result<std::unique_ptr<Generator>> MakeGenerator() {
    return Make<Generator, LlamaGenerator>(ModelRole::kDecomposer);
  }
};

using Backends = testing::Types<Scripted, InProcess>;
INSTANTIATE_TYPED_TEST_SUITE_P(Models, ModelConformanceTest, Backends);

}  // namespace
}  // namespace gloss
