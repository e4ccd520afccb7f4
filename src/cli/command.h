#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_codes.h"
#include "cli/server_settings.h"
#include "cli/settings.h"
#include "engine/engine.h"
#include "loaders/loader.h"

namespace gloss::cli {

/// Settings that every command has.
struct CommonOptions {
  std::string config_file;  ///< --config
  bool no_config = false;   ///< --no-config
  std::string color = "auto";
  std::string progress = "auto";
  bool quiet = false;
};

/// One sub-command: defines its settings, then runs with what the user gave.
class Command {
 public:
  virtual ~Command() = default;

  Settings& settings() { return *settings_; }
  const CommonOptions& common() const { return common_; }

  /// Runs after all settings are final. `stop` is requested on Ctrl-C.
  virtual ExitCode Run(std::stop_token stop) = 0;

 protected:
  /// Adds the sub-command with the settings common to all.
  Command(CLI::App& parent, const std::string& name, const std::string& help);

  /// Says what went wrong, and gives the exit code for it.
  static ExitCode Fail(const Status& status);

  CLI::App& app() { return *app_; }
  Console MakeConsole() const;
  bool WantsProgress(const Console& console) const;

 private:
  CLI::App* app_;
  std::unique_ptr<Settings> settings_;
  CommonOptions common_;
};

/// Settings of commands that read documents.
struct DocumentOptions {
  std::string media_type;
  std::string password;
  std::string language;
  bool lossy = false;
  int timeout = 10;
};

/// `what` the documents are in the help: "documents", "sources". The flag of the language can have
/// another name, where --language means something else.
void AddDocumentSettings(Settings& settings, DocumentOptions& options,
                         std::string_view what = "documents",
                         const std::string& language_flag = "--language");

/// Load options of one run; uri is left to the caller.
LoadOptions ToLoadOptions(const DocumentOptions& options, std::stop_token stop);

/// Settings of commands that use models.
struct ModelOptions {
  std::vector<std::string> model_dirs;
  std::string embedder;
  std::string entailment;
  std::string decomposer;
  std::string profile;  ///< Of engine/model_profile.h; the names above override its parts.
  int threads = 0;
  int batch_size = 64;
  ServerSettings servers;
};

void AddModelSettings(Settings& settings, ModelOptions& options);

/// Those of them that say which models there are: --model-dir and --profile.
void AddModelFolderSettings(Settings& settings, ModelOptions& options);

/// Folder that `models pull` fills: models in GLOSSATOR_CACHE_DIR, or in glossator/ in the user's
/// cache; empty when no home is known.
std::string PulledModelFolder();

/// Folders where specs and weights are looked for: --model-dir, beside the program, the source tree
/// it was built from, the cache that set-up fills, PulledModelFolder.
std::vector<std::string> ModelFolders(const ModelOptions& options);

/// The engine that the settings describe, over the models of ModelFolders.
EngineOptions ToEngineOptions(const ModelOptions& options);

/// Claims are split by rule where the user has named no decomposer, profile or server for it.
void SplitByRulesByDefault(ModelOptions& options);

/// Sets method and τ as the profile has them where the user has set neither.
void ApplyProfile(const ModelOptions& options, const Settings& settings,
                  GroundingOptions& grounding);

std::unique_ptr<Command> MakeGroundCommand(CLI::App& parent);
std::unique_ptr<Command> MakeSummarizeCommand(CLI::App& parent);
std::unique_ptr<Command> MakeAskCommand(CLI::App& parent);
std::unique_ptr<Command> MakeSynthCommand(CLI::App& parent);
std::unique_ptr<Command> MakeGateCommand(CLI::App& parent);
std::unique_ptr<Command> MakeLoadCommand(CLI::App& parent);
std::unique_ptr<Command> MakeTagCommand(CLI::App& parent);
std::unique_ptr<Command> MakeVerifyCommand(CLI::App& parent);
std::unique_ptr<Command> MakeJudgeCommand(CLI::App& parent);
std::unique_ptr<Command> MakeModelsCommand(CLI::App& parent);
std::unique_ptr<Command> MakeRunsCommand(CLI::App& parent);
std::unique_ptr<Command> MakeDoctorCommand(CLI::App& parent);

}  // namespace gloss::cli
