#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/models_pull.h"
#include "engine/model_profile.h"
#include "engine/model_pull.h"
#include "models/model_spec.h"

namespace gloss::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view kActions =
    "Actions:\n"
    "  list            all models and where their files are (the default)\n"
    "  show NAME…      all that is known of them, as JSON\n"
    "  path NAME…      the files' paths\n"
    "  verify [NAME…]  check files against their size and SHA-256; all that are there if none is\n"
    "                  named\n"
    "  pull NAME…      fetch weights from a hub; NAME may be hf:OWNER/REPO/FILE.gguf@REVISION\n"
    "  rm NAME…        delete weights that were pulled\n\n"
    "HF_TOKEN in the environment is sent to the hub alone.\n\n"
    "Examples:\n"
    "  glossator models pull embedder-qwen3-embedding-0.6b\n"
    "  glossator models pull --profile paper --model-dir /data/weights\n"
    "  glossator models pull hf:Qwen/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf --sha256 … --role "
    "decomposer\n"
    "  glossator models verify --json";

/// A model, and what is known of its file here.
struct ModelState {
  ModelSpec spec;
  std::string path;  ///< Empty: not here.
  std::string card;  ///< Figures and limits; empty: none.
  Status status;     ///< Of looking for it, and of checking it where that was asked for.
  bool needed = false;

  std::string Word(bool verified) const {
    if (status.ok()) return verified ? "verified" : "present";
    if (!path.empty() || needed) return status.message();
    return spec.file.empty() ? "computed by a server" : "not pulled";
  }
};

/// `glossator models`: what there is, and how its weights get here.
class ModelsCommand : public Command {
 public:
  explicit ModelsCommand(CLI::App& parent)
      : Command(parent, "models", "List, pull, check and remove models") {
    app()
        .add_option("action", action_, "list, show, path, verify, pull or rm")
        ->check(CLI::IsMember({"list", "show", "path", "verify", "pull", "rm"}))
        ->capture_default_str();
    app().add_option("name", pull_.names, "Models, by name");
    app().add_flag("--json", pull_.json, "Print one JSON document");
    AddModelFolderSettings(settings(), model_options_);
    CLI::Option* hub =
        settings()
            .Add("--hub", hub_, "Hub to pull from; if absent HF_ENDPOINT, or the public one")
            ->type_name("URL");
    settings().OnlyFromUser(hub);
    settings().AddFlag("--offline", pull_.offline, "Never use the network");
    app().add_option("--sha256", pull_.sha256, "pull hf:…: the file's SHA-256")->type_name("HEX");
    app()
        .add_option("--role", pull_.role, "pull hf:…: write a spec for this role too")
        ->check(CLI::IsMember({"embedder", "entailment", "decomposer", "writer"}))
        ->type_name("ROLE");
    app().add_option("--name", pull_.name, "pull hf:…: the name in that spec")->type_name("MODEL");
    app().add_flag("--accept-unpinned", pull_.accept_unpinned,
                   "pull: take a file whose SHA-256 nobody has pinned; the one that comes is kept "
                   "and checked from then on");
    app().footer(std::string(kActions));
  }

  ExitCode Run(std::stop_token stop) override {
    const std::vector<std::string> folders = ModelFolders(model_options_);
    auto registry = ModelRegistry::Load(folders, folders);
    if (!registry.ok()) return Fail(registry.status());
    // One in a configuration file is for runs: it must not make a pull of 16 GB out of a small one.
    if (settings().origins().at("profile") == "flag") pull_.profile = model_options_.profile;
    pull_.folder =
        model_options_.model_dirs.empty() ? PulledModelFolder() : model_options_.model_dirs.front();
    if (action_ == "pull") return Pull(*registry, stop);
    if (action_ == "rm") return Remove(*registry);
    return Show(*registry);
  }

 private:
  static ExitCode Print(const std::string& text, ExitCode code) {
    const Status written = WriteStdout(text);
    return written.ok() ? code : Fail(written);
  }

  ExitCode Pull(const ModelRegistry& registry, const std::stop_token& stop) {
    const Console console = MakeConsole();
    pull_.quiet = common().quiet;
    pull_.progress = WantsProgress(console);
    pull_.unicode = console.unicode;
    pull_.width = console.width;
    pull_.hub = HubOf(hub_, ProcessEnvironment);
    if (pull_.folder.empty()) return Fail(NoFolder());
    const auto specs = SpecsToPull(pull_, registry);
    return specs.ok() ? PullModels(pull_, *specs, stop) : Fail(specs.status());
  }

  static Status NoFolder() {
    return {StatusCode::kInvalidArgument,
            "no folder for weights: set HOME, GLOSSATOR_CACHE_DIR or --model-dir"};
  }

  ExitCode Remove(const ModelRegistry& registry) {
    if (pull_.folder.empty()) return Fail(NoFolder());
    const auto specs = SpecsToPull(pull_, registry);
    if (!specs.ok()) return Fail(specs.status());
    std::string lines;
    ExitCode worst = kExitOk;
    for (const ModelSpec& spec : *specs) {
      const auto removed = RemovePulledModel(spec, pull_.folder);
      if (!removed.ok()) {
        worst = std::max(worst, Fail(removed.status()));
        continue;
      }
      for (const std::string& path : *removed) lines += "removed " + path + "\n";
      if (removed->empty() && !common().quiet) {
        PrintWarning(fmt::format("model {}: nothing of it is in {}", spec.name, pull_.folder));
      }
    }
    return Print(lines, worst);
  }

  /// The named models, or all.
  Result<std::vector<ModelSpec>> Chosen(const ModelRegistry& registry) const {
    if (!pull_.names.empty() || !pull_.profile.empty()) return SpecsToPull(pull_, registry);
    if (action_ == "show" || action_ == "path") {
      return Status(StatusCode::kInvalidArgument, "models " + action_ + ": name a model");
    }
    return registry.specs();
  }

  ExitCode Show(const ModelRegistry& registry) {
    const auto specs = Chosen(registry);
    if (!specs.ok()) return Fail(specs.status());
    const bool named = !pull_.names.empty() || !pull_.profile.empty();
    const bool verify = action_ == "verify";
    std::vector<ModelState> states;
    ExitCode worst = kExitOk;
    for (const ModelSpec& spec : *specs) {
      ModelState state{.spec = spec,
                       .path = "",
                       .card = registry.CardOf(spec),
                       .status = {},
                       .needed = named || spec.is_default};
      const auto path = registry.Locate(spec);
      state.path = path.ok() ? *path : "";
      state.status = path.status();
      if (path.ok() && verify) state.status = ModelRegistry::Verify(spec, *path);
      const bool matters = state.needed || !state.path.empty();
      if (!state.status.ok() && matters && action_ != "show") worst = kExitUnavailable;
      states.push_back(std::move(state));
    }
    if (action_ == "path") return Print(Paths(states), worst);
    return Print(pull_.json || action_ == "show" ? Json(states, verify) : Table(states, verify),
                 worst);
  }

  static std::string Paths(const std::vector<ModelState>& states) {
    std::string lines;
    for (const ModelState& state : states) {
      if (!state.status.ok()) {
        PrintError(state.status);
        continue;
      }
      for (const ModelFile& file : FilesOf(state.spec)) {
        const std::filesystem::path folder = std::filesystem::path(state.path).parent_path();
        lines += file.file == state.spec.file
                     ? state.path + "\n"
                     : (folder / std::filesystem::path(file.file).filename()).string() + "\n";
      }
    }
    return lines;
  }

  static uint64_t SizeOf(const ModelSpec& spec) {
    uint64_t size = 0;
    for (const ModelFile& file : FilesOf(spec)) size += file.size_bytes;
    return size;
  }

  static std::string Json(const std::vector<ModelState>& states, bool verified) {
    ordered_json list = ordered_json::array();
    for (const ModelState& state : states) {
      const ModelSpec& spec = state.spec;
      list.push_back(
          {{"name", spec.name},
           {"role", ModelRoleName(spec.role)},
           {"default", spec.is_default},
           {"licence", spec.licence},
           {"base", spec.base},
           {"quantisation", spec.quantisation},
           {"repo", spec.repo},
           {"revision", spec.revision},
           {"sha256", spec.sha256},
           {"size_bytes", SizeOf(spec)},
           {"languages", spec.languages},
           {"file", state.path.empty() ? ordered_json(nullptr) : ordered_json(state.path)},
           {"card", state.card.empty() ? ordered_json(nullptr) : ordered_json(state.card)},
           {"usable", state.status.ok()},
           {"state", state.Word(verified)}});
    }
    return ordered_json{{"schema", "glossator/models/1"}, {"models", list}}.dump(2) + "\n";
  }

  static std::string Table(const std::vector<ModelState>& states, bool verified) {
    std::string table;
    for (const ModelState& state : states) {
      const ModelSpec& spec = state.spec;
      const uint64_t megabytes = (SizeOf(spec) + 500'000) / 1'000'000;
      table += fmt::format("{:<12} {:<36} {:>9}  {:<15} {:<12} {}\n", ModelRoleName(spec.role),
                           spec.name + (spec.is_default ? " *" : ""),
                           megabytes == 0 ? "" : fmt::format("{} MB", megabytes),
                           fmt::format("{}", fmt::join(spec.languages, " ")), spec.licence,
                           state.Word(verified));
      if (!spec.base.empty()) table += fmt::format("{:<12}   made from {}\n", "", spec.base);
      if (!state.card.empty()) table += fmt::format("{:<12}   card: {}\n", "", state.card);
    }
    return table +
           "* taken when none is named; of several for one role the text's language picks\n";
  }

  ModelOptions model_options_;
  PullSettings pull_;
  std::string action_ = "list";
  std::string hub_;
};

}  // namespace

std::unique_ptr<Command> MakeModelsCommand(CLI::App& parent) {
  return std::make_unique<ModelsCommand>(parent);
}

}  // namespace gloss::cli
