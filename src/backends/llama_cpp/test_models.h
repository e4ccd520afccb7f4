#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/thread_budget.h"
#include "models/model_spec.h"

namespace gloss {

/// A model for a test: its spec and where its file is.
struct TestModel {
  ModelSpec spec;
  std::string path;
};

/// Specs of the folder `models` and of GLOSSATOR_MODEL_DIR, files beside them or in the folder
/// `cache`.
inline Result<ModelRegistry> TestRegistry(const std::string& models, const std::string& cache) {
  std::vector<std::string> spec_folders = {models};
  std::vector<std::string> file_folders = {cache};
  if (const char* folder = std::getenv("GLOSSATOR_MODEL_DIR")) {
    spec_folders.insert(spec_folders.begin(), folder);
    file_folders.insert(file_folders.begin(), folder);
  }
  return ModelRegistry::Load(spec_folders, file_folders);
}

/// The default model of a role. Not OK when this machine has none.
inline Result<TestModel> FindTestModel(ModelRole role, const std::string& models,
                                       const std::string& cache) {
  GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry, TestRegistry(models, cache));
  TestModel model;
  GLOSS_ASSIGN_OR_RETURN(model.spec, registry.DefaultFor(role));
  GLOSS_ASSIGN_OR_RETURN(model.path, registry.Locate(model.spec));
  return model;
}

/// The model of a name. Not OK when this machine has not got it.
inline Result<TestModel> FindTestModel(std::string_view name, const std::string& models,
                                       const std::string& cache) {
  GLOSS_ASSIGN_OR_RETURN(const ModelRegistry registry, TestRegistry(models, cache));
  TestModel model;
  GLOSS_ASSIGN_OR_RETURN(model.spec, registry.Find(name));
  GLOSS_ASSIGN_OR_RETURN(model.path, registry.Locate(model.spec));
  return model;
}

/// Sets the thread budget for one scope.
class ScopedThreads {
 public:
  explicit ScopedThreads(int threads) { ThreadBudget::Set(threads); }
  ~ScopedThreads() { ThreadBudget::Set(0); }
};

}  // namespace gloss

/// The default model of a role, or the model of a name, from the repository and set-up's model
/// cache.
#define GLOSS_FIND_TEST_MODEL(role_or_name) \
  ::gloss::FindTestModel(role_or_name, GLOSSATOR_SOURCE_DIR "/models", GLOSSATOR_MODEL_CACHE)

/// Declares `variable`, or skips the test with what is missing.
#define GLOSS_TEST_MODEL(variable, role_or_name)                     \
  const auto variable##_found = GLOSS_FIND_TEST_MODEL(role_or_name); \
  if (!variable##_found.ok()) {                                      \
    GTEST_SKIP() << "needs a model that is not on this machine: "    \
                 << variable##_found.status().message();             \
  }                                                                  \
  const ::gloss::TestModel& variable = *variable##_found
