#include "cli/models_pull.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/file_system.h"
#include "base/http_message.h"
#include "engine/model_profile.h"
#include "engine/model_pull.h"
#include "engine/version.h"
#include "models/model_hub.h"
#include "models/model_lock.h"

namespace gloss::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr uint64_t kMegabyte = 1'000'000;
constexpr std::string_view kHubScheme = "hf:";

/// Shows how far the files are.
class PullReporter {
 public:
  explicit PullReporter(const PullSettings& settings)
      : quiet_(settings.quiet), line_(settings.progress, settings.unicode, settings.width) {}

  void Tell(const ModelFile& file, const DownloadState& state) {
    using Stage = DownloadState::Stage;
    const bool is_new = file.file != file_ || state.stage != stage_;
    if (is_new) {
      file_ = file.file;
      stage_ = state.stage;
      start_ = Clock::now();
      start_bytes_ = state.done_bytes;
      Announce(state);
    }
    if (state.stage == Stage::kReceiving) {
      line_.Update(fmt::format("MB of {}{}", file.file, Speed(state)), state.done_bytes / kMegabyte,
                   std::max(state.total_bytes, state.done_bytes) / kMegabyte);
    } else if (state.stage == Stage::kHashing) {
      line_.Update(fmt::format("MB checked of {}", file.file), state.done_bytes / kMegabyte,
                   state.total_bytes / kMegabyte);
    } else if (state.stage == Stage::kRetrying && !quiet_) {
      line_.Clear();
      PrintWarning(state.why + "; trying again");
    }
  }

  void Clear() { line_.Clear(); }

 private:
  using Clock = std::chrono::steady_clock;

  void Announce(const DownloadState& state) {
    if (quiet_) return;
    if (state.stage == DownloadState::Stage::kWaitingForOther) {
      PrintWarning("another process is fetching " + file_ + ": waiting for it");
    } else if (state.stage == DownloadState::Stage::kReceiving && announced_ != file_) {
      announced_ = file_;
      line_.Clear();
      WriteStderr(fmt::format(
          "pulling {}{}\n", file_,
          state.total_bytes == 0 ? "" : fmt::format(", {} MB", state.total_bytes / kMegabyte)));
    }
  }

  /// ", 12.3 MB/s, 4 min left", once it can be told.
  std::string Speed(const DownloadState& state) const {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (seconds < 2 || state.done_bytes <= start_bytes_) return "";
    const double rate = static_cast<double>(state.done_bytes - start_bytes_) / seconds;
    std::string text = fmt::format(", {:.1f} MB/s", rate / kMegabyte);
    if (state.total_bytes > state.done_bytes) {
      const double left = static_cast<double>(state.total_bytes - state.done_bytes) / rate;
      text += left < 90 ? fmt::format(", {:.0f} s left", left)
                        : fmt::format(", {:.0f} min left", left / 60);
    }
    return text;
  }

  const bool quiet_;
  ProgressLine line_;
  std::string file_;
  std::string announced_;  ///< Told once, not after every retry.
  DownloadState::Stage stage_ = DownloadState::Stage::kRetrying;
  Clock::time_point start_{};
  uint64_t start_bytes_ = 0;
};

std::optional<ModelRole> RoleFromName(std::string_view name) {
  for (const ModelRole role :
       {ModelRole::kEmbedder, ModelRole::kEntailment, ModelRole::kDecomposer, ModelRole::kWriter}) {
    if (ModelRoleName(role) == name) return role;
  }
  return std::nullopt;
}

/// The spec of a file that only a reference names.
Result<ModelSpec> SpecOfReference(const PullSettings& settings, std::string_view reference) {
  GLOSS_ASSIGN_OR_RETURN(const HubFile file, ParseHubReference(reference));
  if (!settings.sha256.empty() && !IsSha256Hex(settings.sha256)) {
    return Status(StatusCode::kInvalidArgument, "--sha256: must be 64 lower-case hex digits");
  }
  ModelSpec spec;
  spec.file = file.file;
  spec.repo = file.repo;
  spec.revision = file.revision;
  spec.sha256 = settings.sha256;
  spec.role = RoleFromName(settings.role).value_or(ModelRole::kWriter);
  spec.name =
      settings.name.empty() ? LowerAscii(fs::path(file.file).stem().string()) : settings.name;
  if (!IsHubRevision(spec.name) || spec.name.find('/') != std::string::npos) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("--name \"{}\": letters, digits, '.', '_' and '-' only", spec.name));
  }
  return spec;
}

/// Writes the spec of a pulled hf: file beside it, so that it can be named in settings.
Status WriteSpec(const PullSettings& settings, const ModelSpec& spec, const PulledFile& file) {
  ordered_json json{{"name", spec.name},     {"role", settings.role},         {"file", spec.file},
                    {"sha256", file.sha256}, {"size_bytes", file.size_bytes}, {"format", "gguf"},
                    {"repo", spec.repo}};
  if (!spec.revision.empty()) json["revision"] = spec.revision;
  if (spec.role == ModelRole::kEntailment) json["asks_in_words"] = true;
  const std::string path = (fs::path(settings.folder) / (spec.name + ".json")).string();
  GLOSS_RETURN_IF_ERROR(WriteFileAtomically(path, json.dump(2) + "\n"));
  if (!settings.quiet) WriteStderr("wrote " + path + "\n");
  return Status::Ok();
}

std::string LineOf(const ModelSpec& spec, const PulledFile& file) {
  std::string note;
  if (file.was_present) {
    note = "was there, checked";
  } else if (file.first_trust) {
    note = "its SHA-256 was not known before and is kept from now on";
  } else {
    note = file.resumed_from == 0
               ? "checked"
               : fmt::format("resumed at {} MB, checked", file.resumed_from / kMegabyte);
  }
  return fmt::format("{}  {}  {} MB  sha256 {}  {}\n", spec.name, file.path,
                     file.size_bytes / kMegabyte, file.sha256, note);
}

ordered_json JsonOf(const ModelSpec& spec, const PulledFile& file) {
  return {{"name", spec.name},
          {"file", file.path},
          {"sha256", file.sha256},
          {"size_bytes", file.size_bytes},
          {"was_present", file.was_present},
          {"resumed_from", file.resumed_from},
          {"first_trust", file.first_trust}};
}

PullOptions ToPullOptions(const PullSettings& settings) {
  PullOptions options;
  options.hub = settings.hub;
  options.folder = settings.folder;
  options.token = ProcessEnvironment("HF_TOKEN").value_or("");
  options.offline = settings.offline;
  options.accept_unpinned = settings.accept_unpinned;
  return options;
}

}  // namespace

std::string HubOf(const std::string& flag, const GetEnvironment& environment) {
  if (!flag.empty()) return flag;
  const std::string endpoint = environment("HF_ENDPOINT").value_or("");
  return endpoint.empty() ? std::string(kDefaultHub) : endpoint;
}

Result<std::vector<ModelSpec>> SpecsToPull(const PullSettings& settings,
                                           const ModelRegistry& registry) {
  std::vector<std::string> names = settings.names;
  if (!settings.profile.empty()) {
    GLOSS_ASSIGN_OR_RETURN(const ModelProfile profile, FindModelProfile(settings.profile));
    for (const std::string_view name : {profile.embedder, profile.entailment, profile.decomposer}) {
      if (!name.empty()) names.emplace_back(name);
    }
    if (names.empty()) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("profile {}: its models come with the program; there is nothing "
                                "to pull",
                                settings.profile));
    }
  }
  if (names.empty()) {
    return Status(StatusCode::kInvalidArgument,
                  "no model is named: see \"glossator models\" for those there are");
  }
  const bool is_reference = names.size() == 1 && names[0].starts_with(kHubScheme);
  if (!is_reference &&
      !(settings.sha256.empty() && settings.role.empty() && settings.name.empty())) {
    return Status(StatusCode::kInvalidArgument,
                  "--sha256, --role and --name go with one hf:OWNER/REPO/FILE.gguf");
  }
  std::vector<ModelSpec> specs;
  for (const std::string& name : names) {
    auto spec =
        name.starts_with(kHubScheme) ? SpecOfReference(settings, name) : registry.Find(name);
    if (!spec.ok()) return spec.status();
    specs.push_back(*std::move(spec));
  }
  return specs;
}

ExitCode PullModels(const PullSettings& settings, const std::vector<ModelSpec>& specs,
                    std::stop_token stop) {
  CurlOptions curl;
  curl.user_agent = fmt::format("glossator/{}", kProductVersion);
  const auto transport = MakeCurlTransport(curl);
  const PullOptions options = ToPullOptions(settings);
  PullReporter reporter(settings);
  ExitCode worst = kExitOk;
  const auto fail = [&](const Status& status) {
    reporter.Clear();
    PrintError(status);
    worst = std::max(worst, ExitCodeFor(status.code()));
  };
  ordered_json list = ordered_json::array();
  std::string lines;
  for (const ModelSpec& spec : specs) {
    const auto tell = [&](const ModelFile& file, const DownloadState& state) {
      reporter.Tell(file, state);
    };
    const auto files = PullModel(*transport, spec, options, tell, stop);
    reporter.Clear();
    if (!files.ok()) {
      fail(files.status());
      if (files.status().code() == StatusCode::kCancelled) break;
      continue;
    }
    for (const PulledFile& file : *files) {
      lines += LineOf(spec, file);
      list.push_back(JsonOf(spec, file));
    }
    if (!settings.role.empty()) {
      if (const Status written = WriteSpec(settings, spec, files->front()); !written.ok()) {
        fail(written);
      }
    }
  }
  const Status written = WriteStdout(
      settings.json ? ordered_json{{"schema", "glossator/pull/1"}, {"files", list}}.dump(2) + "\n"
                    : lines);
  if (!written.ok()) fail(written);
  return worst;
}

}  // namespace gloss::cli
