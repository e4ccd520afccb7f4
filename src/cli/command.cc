#include "cli/command.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "cli/build_paths.h"
#include "cli/store_settings.h"
#include "engine/model_profile.h"

namespace gloss::cli {
namespace {

/// Folder of the running program; empty when it cannot be told.
std::filesystem::path ProgramFolder() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : program.parent_path();
}

}  // namespace

Command::Command(CLI::App& parent, const std::string& name, const std::string& help)
    : app_(parent.add_subcommand(name, help)), settings_(std::make_unique<Settings>(*app_, name)) {
  app_->add_option("--config", common_.config_file,
                   "Read this configuration file instead of the project's and the user's")
      ->type_name("FILE");
  app_->add_flag("--no-config", common_.no_config, "Read no configuration file");
  settings_->Add("--color", common_.color, "Colour: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  settings_->Add("--progress", common_.progress, "Progress on standard error: auto, always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  settings_->AddFlag("-q,--quiet", common_.quiet, "Print errors only");
}

ExitCode Command::Fail(const Status& status) {
  PrintError(status);
  return ExitCodeFor(status.code());
}

Console Command::MakeConsole() const {
  return InspectConsole(WhenFromName(common_.color).value_or(When::kAuto), ProcessEnvironment);
}

bool Command::WantsProgress(const Console& console) const {
  if (common_.quiet || common_.progress == "never") return false;
  return common_.progress == "always" ||
         (console.stderr_is_terminal && !ProcessEnvironment("CI").has_value());
}

void AddDocumentSettings(Settings& settings, DocumentOptions& options, std::string_view what,
                         const std::string& language_flag) {
  settings
      .Add("--media-type", options.media_type,
           fmt::format(
               "Format of the {}, for example text/markdown; found from the content if absent",
               what))
      ->type_name("TYPE");
  settings
      .Add("--password", options.password,
           "Password of encrypted documents. Others on this machine can see it in the list of "
           "processes: prefer GLOSSATOR_PASSWORD")
      ->type_name("WORD");
  settings
      .Add(language_flag, options.language,
           fmt::format("Language of the {}: en, de, es, fr, it, …; detected if absent", what))
      ->type_name("CODE");
  settings.AddFlag("--lossy", options.lossy,
                   "Replace invalid bytes by U+FFFD with a warning instead of failing");
  settings.Add("--load-timeout", options.timeout, "Seconds that reading one PDF may take")
      ->check(CLI::Range(1, 3600))
      ->type_name("SECONDS");
}

LoadOptions ToLoadOptions(const DocumentOptions& options, std::stop_token stop) {
  LoadOptions load;
  load.media_type = options.media_type;
  load.password = options.password;
  load.language = options.language;
  load.lossy = options.lossy;
  load.limits.max_seconds = options.timeout;
  load.stop = std::move(stop);
  return load;
}

void AddModelFolderSettings(Settings& settings, ModelOptions& options) {
  settings
      .Add("--model-dir", options.model_dirs, "Folder with model specs and weights (repeatable)")
      ->delimiter(',')
      ->type_name("DIR");
  std::vector<std::string> profiles;
  std::string help = "Models and method under one name:";
  for (const ModelProfile& profile : ModelProfiles()) {
    profiles.emplace_back(profile.name);
    help += fmt::format(" {} ({}){}", profile.name, profile.what,
                        profiles.size() == ModelProfiles().size() ? "" : ",");
  }
  settings.Add("--profile", options.profile, help + ". Other flags override its parts")
      ->check(CLI::IsMember(profiles))
      ->type_name("PROFILE");
}

void AddModelSettings(Settings& settings, ModelOptions& options) {
  AddModelFolderSettings(settings, options);
  settings.Add("--embedder", options.embedder, "Embedding model, by name")->type_name("MODEL");
  settings.Add("--entailment", options.entailment, "Entailment model, by name")->type_name("MODEL");
  settings
      .Add("--decomposer", options.decomposer,
           "Decomposition model, by name; rules: by rule, no model (what --method cascade does by "
           "default); none: each sentence is one claim")
      ->type_name("MODEL");
  settings.Add("--threads", options.threads, "Threads that all models share; 0: all cores")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  settings
      .Add("--batch-size", options.batch_size,
           "Most texts or pairs that a model computes at once; changes speed, never results")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  AddServerSettings(settings, options.servers);
}

std::string PulledModelFolder() {
  const auto named = ProcessEnvironment("GLOSSATOR_CACHE_DIR");
  const std::string folder =
      named && !named->empty() ? *named : UserCacheFolder(ProcessEnvironment);
  return folder.empty() ? "" : folder + "/models";
}

std::vector<std::string> ModelFolders(const ModelOptions& options) {
  std::vector<std::string> folders = options.model_dirs;
  const auto program_folder = ProgramFolder();
  if (!program_folder.empty()) {
    folders.push_back((program_folder.parent_path() / "share/glossator/models").string());
  }
  folders.emplace_back(kSourceModelFolder);
  folders.emplace_back(kModelCacheFolder);
  folders.push_back(PulledModelFolder());
  std::erase_if(folders, [](const std::string& folder) {
    std::error_code error;
    return folder.empty() || !std::filesystem::is_directory(folder, error);
  });
  return folders;
}

EngineOptions ToEngineOptions(const ModelOptions& options) {
  EngineOptions engine;
  engine.model_folders = ModelFolders(options);
  // The flag takes only names that exist.
  const auto profile = FindModelProfile(options.profile);
  const auto name = [&](const std::string& flag, std::string_view ModelProfile::* part) {
    return flag.empty() && profile.ok() ? std::string((*profile).*part) : flag;
  };
  engine.embedder = name(options.embedder, &ModelProfile::embedder);
  engine.entailment = name(options.entailment, &ModelProfile::entailment);
  engine.decomposer = name(options.decomposer, &ModelProfile::decomposer);
  engine.threads = options.threads;
  engine.batch_size = options.batch_size;
  engine.remote = ToRemoteOptions(options.servers, ProcessEnvironment);
  return engine;
}

void SplitByRulesByDefault(ModelOptions& options) {
  if (options.decomposer.empty() && options.profile.empty() && options.servers.server.empty() &&
      options.servers.decomposer_server.empty()) {
    options.decomposer = "rules";
  }
}

void ApplyProfile(const ModelOptions& options, const Settings& settings,
                  GroundingOptions& grounding) {
  const auto profile = FindModelProfile(options.profile);
  if (!profile.ok()) return;
  const auto is_open = [&](const char* key) {
    const auto origin = settings.origins().find(key);
    return origin == settings.origins().end() || origin->second == "default";
  };
  if (!profile->method.empty() && is_open("method")) grounding.method = profile->method;
  if (profile->tau && is_open("tau")) grounding.tau = static_cast<float>(*profile->tau);
}

}  // namespace gloss::cli
