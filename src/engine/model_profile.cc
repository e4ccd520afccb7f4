#include "engine/model_profile.h"

#include <fmt/format.h>

#include <string>

namespace gloss {

const std::vector<ModelProfile>& ModelProfiles() {
  static const std::vector<ModelProfile> profiles = {
      {.name = "small",
       .what = "the models that ship; the default",
       .embedder = "",
       .entailment = "",
       .decomposer = "",
       .method = "",
       .tau = std::nullopt},
      {.name = "paper",
       .what = "the line-up of the eTracer paper, quantised; 16 GB of weights",
       .embedder = "embedder-qwen3-embedding-8b",
       .entailment = "entailment-qwen3-4b-instruct-2507",
       .decomposer = "decomposer-qwen3-14b",
       .method = "etracer",
       .tau = 0.5},
  };
  return profiles;
}

Result<ModelProfile> FindModelProfile(std::string_view name) {
  std::string names;
  for (const ModelProfile& profile : ModelProfiles()) {
    if (profile.name == name) return profile;
    names += (names.empty() ? "" : ", ") + std::string(profile.name);
  }
  return Status(StatusCode::kInvalidArgument,
                fmt::format("profile \"{}\": no such profile. Known: {}", name, names));
}

}  // namespace gloss
