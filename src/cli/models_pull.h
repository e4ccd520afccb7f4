#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "cli/command.h"
#include "models/model_spec.h"

namespace gloss::cli {

/// What `models pull` and `models rm` were asked for.
struct PullSettings {
  std::vector<std::string> names;  ///< Of specs, or hf:OWNER/REPO/FILE.gguf@REVISION.
  std::string profile;             ///< Its models too; empty: none.
  std::string folder;
  std::string hub;
  bool offline = false;
  bool accept_unpinned = false;
  std::string sha256;  ///< Of the one hf: file.
  std::string role;    ///< Of the one hf: file; then a spec is written for it.
  std::string name;    ///< Of that spec; empty: made from the file's.
  bool json = false;
  bool quiet = false;
  bool progress = false;
  bool unicode = false;
  size_t width = 80;
};

/// The hub to use: --hub, then HF_ENDPOINT, then the public one.
std::string HubOf(const std::string& flag, const GetEnvironment& environment);

/// The specs that the settings name: of the registry, of the profile, made from hf: references.
/// Errors: kInvalidArgument, kNotFound.
Result<std::vector<ModelSpec>> SpecsToPull(const PullSettings& settings,
                                           const ModelRegistry& registry);

/// Fetches all of them, tells what came, and goes on after a failure. The worst failure is the exit
/// code.
ExitCode PullModels(const PullSettings& settings, const std::vector<ModelSpec>& specs,
                    std::stop_token stop);

}  // namespace gloss::cli
