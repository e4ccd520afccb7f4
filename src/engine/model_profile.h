#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace gloss {

/// The models of the roles and the method under one name; empty names are the defaults.
struct ModelProfile {
  std::string_view name;
  std::string_view what;  ///< For people.
  std::string_view embedder;
  std::string_view entailment;
  std::string_view decomposer;
  std::string_view method;
  std::optional<double> tau;
};

/// All profiles, in the order that help shows.
const std::vector<ModelProfile>& ModelProfiles();

/// Errors: kInvalidArgument with the names that exist.
Result<ModelProfile> FindModelProfile(std::string_view name);

}  // namespace gloss
