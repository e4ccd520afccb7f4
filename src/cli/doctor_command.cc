#include <fmt/format.h>

#include <map>

#include "base/subprocess.h"
#include "base/thread_budget.h"
#include "cli/command.h"
#include "engine/engine.h"
#include "engine/version.h"
#include "models/model_spec.h"

namespace gloss::cli {
namespace {

/// `glossator doctor`: is everything that a run needs in place, and does it work?
class DoctorCommand : public Command {
 public:
  explicit DoctorCommand(CLI::App& parent)
      : Command(parent, "doctor",
                "Check that programs, models and settings are in place and work") {
    AddModelSettings(settings(), models_);
    app().footer(
        "Examples:\n  glossator doctor\n  glossator doctor --server http://127.0.0.1:8080");
  }

  ExitCode Run(std::stop_token stop) override {
    const Console console = MakeConsole();
    unicode_ = console.unicode;
    Line(Status::Ok(), "version", std::string(kProductVersion));
    Line(Status::Ok(), "threads",
         fmt::format("{} of {} cores",
                     models_.threads > 0 ? models_.threads : ThreadBudget::AvailableCores(),
                     ThreadBudget::AvailableCores()));
    CheckPdftotext(stop);
    CheckModels(stop);
    CheckRun(stop);
    for (const auto& [key, origin] : settings().origins()) {
      if (origin != "default") Line(Status::Ok(), "setting", key + " from " + origin);
    }
    const Status written = WriteStdout(output_);
    if (!written.ok()) {
      PrintError(written);
      return kExitInput;
    }
    return worst_;
  }

 private:
  void Line(const Status& status, std::string_view what, std::string_view detail) {
    const std::string_view mark = status.ok() ? (unicode_ ? "✓" : "ok") : (unicode_ ? "✗" : "no");
    output_ += fmt::format("{} {:<12} {}\n", mark, what, status.ok() ? detail : status.message());
    if (!status.ok()) worst_ = std::max(worst_, ExitCodeFor(status.code()));
  }

  void CheckPdftotext(const std::stop_token& stop) {
    const auto result = RunSubprocess({"pdftotext", "-v"}, "", {}, stop);
    if (!result.ok()) {
      Line(Status(StatusCode::kModelUnavailable,
                  "pdftotext is missing, so PDF cannot be read: install poppler-utils"),
           "pdftotext", "");
      return;
    }
    Line(Status::Ok(), "pdftotext",
         result->standard_error.substr(0, result->standard_error.find('\n')));
  }

  void CheckModels(const std::stop_token& stop) {
    const std::vector<std::string> folders = ModelFolders(models_);
    const auto registry = ModelRegistry::Load(folders, folders);
    if (!registry.ok()) {
      Line(registry.status(), "models", "");
      return;
    }
    const EngineOptions engine = ToEngineOptions(models_);
    const RemoteOptions& remote = engine.remote;
    const auto on_server = [&](ModelRole role) {
      return (role == ModelRole::kEmbedder && remote.embedder) ||
             (role == ModelRole::kEntailment && remote.entailment) ||
             (role == ModelRole::kDecomposer && remote.decomposer);
    };
    const std::map<ModelRole, std::string> names = {{ModelRole::kEmbedder, engine.embedder},
                                                    {ModelRole::kEntailment, engine.entailment},
                                                    {ModelRole::kDecomposer, engine.decomposer}};
    for (const ServerCheck& check : CheckServers(remote, *registry, names, stop)) {
      Line(check.status, ModelRoleName(check.role), check.detail);
    }
    for (const auto& [role, name] : names) {
      if (on_server(role) || name == "rules" || name == "none") continue;
      if (!name.empty()) {
        CheckModel(*registry, role, registry->Find(name));
        continue;
      }
      // The texts' language picks among the default models.
      size_t defaults = 0;
      for (const ModelSpec& spec : registry->specs()) {
        if (spec.role != role || !spec.is_default) continue;
        CheckModel(*registry, role, spec);
        ++defaults;
      }
      if (defaults == 0) CheckModel(*registry, role, registry->DefaultFor(role));
    }
  }

  void CheckModel(const ModelRegistry& registry, ModelRole role, const Result<ModelSpec>& spec) {
    const auto path = spec.ok() ? registry.Locate(*spec) : Result<std::string>(spec.status());
    const Status status = path.ok() ? ModelRegistry::Verify(*spec, *path) : path.status();
    Line(status, ModelRoleName(role), spec.ok() ? spec->name + ", file verified" : "");
  }

  /// One small grounding through the whole engine: a supported and a made-up statement.
  void CheckRun(const std::stop_token& stop) {
    auto engine = Engine::Create(ToEngineOptions(models_), stop);
    if (!engine.ok()) {
      Line(engine.status(), "self-test", "");
      return;
    }
    GroundRequest request;
    request.response.uri = "response";
    request.response.text = "The bridge was opened in 1932.";
    request.sources.push_back({"d1", "source", "source", "The bridge was opened in 1932."});
    auto report = (*engine)->Ground(request, {}, stop);
    if (!report.ok()) {
      Line(report.status(), "self-test", "");
      return;
    }
    const bool as_expected =
        !report->claims.empty() && report->claims.front().verdict == Verdict::kSupported;
    Line(as_expected ? Status::Ok()
                     : Status(StatusCode::kModelFailed,
                              "a statement equal to its source was not found supported"),
         "self-test", "a statement equal to its source is supported");
  }

  ModelOptions models_;
  std::string output_;
  bool unicode_ = false;
  ExitCode worst_ = kExitOk;
};

}  // namespace

std::unique_ptr<Command> MakeDoctorCommand(CLI::App& parent) {
  return std::make_unique<DoctorCommand>(parent);
}

}  // namespace gloss::cli
