#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "models/model_spec.h"

namespace gloss::cli {
namespace {

using nlohmann::ordered_json;

/// `glossator models`: what is there, and whether each file is whole.
class ModelsCommand : public Command {
 public:
  explicit ModelsCommand(CLI::App& parent)
      : Command(parent, "models", "List the models, where their files are, and their licences") {
    AddModelSettings(settings(), model_options_);
    app().add_flag("--json", json_, "Print one JSON document");
    app().add_flag("--verify", verify_, "Check each file against its size and SHA-256");
    app().footer("Examples:\n  glossator models\n  glossator models --verify --json");
  }

  ExitCode Run(std::stop_token /*stop*/) override {
    const std::vector<std::string> folders = ModelFolders(model_options_);
    auto registry = ModelRegistry::Load(folders, folders);
    if (!registry.ok()) {
      PrintError(registry.status());
      return ExitCodeFor(registry.status().code());
    }
    bool all_usable = true;
    ordered_json list = ordered_json::array();
    std::string table;
    for (const ModelSpec& spec : registry->specs()) {
      const auto path = registry->Locate(spec);
      Status state = path.status();
      if (state.ok() && verify_) state = ModelRegistry::Verify(spec, *path);
      all_usable = all_usable && state.ok();
      const std::string word = !state.ok() ? state.message() : (verify_ ? "verified" : "present");
      list.push_back({{"name", spec.name},
                      {"role", ModelRoleName(spec.role)},
                      {"default", spec.is_default},
                      {"licence", spec.licence},
                      {"base", spec.base},
                      {"sha256", spec.sha256},
                      {"size_bytes", spec.size_bytes},
                      {"languages", spec.languages},
                      {"file", path.ok() ? ordered_json(*path) : ordered_json(nullptr)},
                      {"usable", state.ok()},
                      {"state", word}});
      table += fmt::format("{:<12} {:<32} {:>6} MB  {:<12} {}\n", ModelRoleName(spec.role),
                           spec.name + (spec.is_default ? " *" : ""),
                           (spec.size_bytes + 500'000) / 1'000'000, spec.licence, word);
    }
    table += "* taken for its role when none is named\n";
    const Status written = WriteStdout(
        json_ ? ordered_json{{"schema", "glossator/models/1"}, {"models", list}}.dump(2) + "\n"
              : table);
    if (!written.ok()) {
      PrintError(written);
      return kExitInput;
    }
    return all_usable ? kExitOk : kExitUnavailable;
  }

 private:
  ModelOptions model_options_;
  bool json_ = false;
  bool verify_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeModelsCommand(CLI::App& parent) {
  return std::make_unique<ModelsCommand>(parent);
}

}  // namespace gloss::cli
