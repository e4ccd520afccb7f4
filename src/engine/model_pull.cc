#include "engine/model_pull.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/file_system.h"
#include "base/hash.h"
#include "base/http_message.h"
#include "models/model_hub.h"
#include "models/model_lock.h"

namespace gloss {
namespace {

namespace fs = std::filesystem;

bool IsLoopback(std::string_view host) {
  const bool is_address = host.find_first_not_of("0123456789.") == std::string_view::npos;
  return host == "localhost" || host == "[::1]" || (is_address && host.starts_with("127."));
}

/// The headers for the hub. Errors: kInvalidArgument (a bad URL, a token that others could read).
Result<std::vector<HttpHeader>> HubHeaders(const PullOptions& options) {
  auto hub = ParseHttpUrl(options.hub);
  if (!hub.ok()) return hub.status().WithContext("hub");
  if (options.hub.find_first_of("?#") != std::string::npos) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("hub {}: must have no query", hub->for_messages));
  }
  if (options.token.empty()) return std::vector<HttpHeader>();
  if (hub->scheme != "https" && !IsLoopback(hub->host)) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("hub {}: HF_TOKEN is set, and others could read it on the way: give "
                              "an https address, or unset HF_TOKEN",
                              hub->for_messages));
  }
  return std::vector<HttpHeader>{{"Authorization", "Bearer " + options.token}};
}

Status CheckHasSource(const ModelSpec& spec) {
  if (!spec.repo.empty() && !spec.file.empty()) return Status::Ok();
  std::string_view why = "its weights come with the program or its set-up";
  if (spec.file.empty()) {
    why =
        "no GGUF file of it is known; a server computes it (--server), or convert the weights "
        "and write a spec for them (docs/guides/models.md)";
  }
  return {StatusCode::kInvalidArgument,
          fmt::format("model {}: there is nothing to pull: {}", spec.name, why)};
}

Status CheckPlainName(const ModelSpec& spec, const ModelFile& file) {
  const auto reference = ParseHubReference(fmt::format("hf:{}/{}", spec.repo, file.file));
  return reference.status().WithContext("model " + spec.name);
}

/// The hash that the file must have: the spec's, else the one that was kept; empty: not known.
Result<std::string> WantedHash(const ModelFile& file, const std::string& path) {
  if (!file.sha256.empty()) return file.sha256;
  GLOSS_ASSIGN_OR_RETURN(const std::optional<std::string> kept, ReadHashLock(path));
  return kept.value_or("");
}

/// Pulls one file of a model.
class FilePull {
 public:
  FilePull(HttpTransport& transport, const ModelSpec& spec, const PullOptions& options)
      : transport_(transport), spec_(spec), options_(options) {}

  Result<PulledFile> Run(const ModelFile& file, const PullProgress& progress,
                         std::stop_token stop) const {
    GLOSS_RETURN_IF_ERROR(CheckPlainName(spec_, file));
    const std::string path = (fs::path(options_.folder) / file.file).string();
    GLOSS_ASSIGN_OR_RETURN(const std::string wanted, WantedHash(file, path));
    GLOSS_ASSIGN_OR_RETURN(std::optional<PulledFile> present, Present(path, wanted));
    if (present) return *std::move(present);
    if (wanted.empty() && !options_.accept_unpinned) return Unpinned(file);
    if (options_.offline) {
      return Status(StatusCode::kUnavailable,
                    fmt::format("{}: is not there, and --offline (GLOSSATOR_OFFLINE) forbids the "
                                "network",
                                path));
    }
    DownloadRequest request;
    GLOSS_ASSIGN_OR_RETURN(request.headers, HubHeaders(options_));
    request.url = HubUrl(options_.hub, {spec_.repo, spec_.revision, file.file});
    request.path = path;
    request.sha256 = wanted;
    request.size_bytes = file.size_bytes;
    request.retries = options_.retries;
    const auto tell = [&](const DownloadState& state) {
      if (progress) progress(file, state);
    };
    GLOSS_ASSIGN_OR_RETURN(const DownloadResult done,
                           DownloadFile(transport_, request, tell, std::move(stop)));
    if (wanted.empty()) {
      // Without its lock the file would be taken for one that nobody vouches for: take it back.
      if (Status kept = WriteHashLock(path, done.sha256); !kept.ok()) {
        unlink(path.c_str());
        return kept;
      }
    }
    return PulledFile{.path = path,
                      .sha256 = done.sha256,
                      .size_bytes = done.size_bytes,
                      .resumed_from = done.resumed_from,
                      .was_present = false,
                      .first_trust = wanted.empty()};
  }

 private:
  /// The file, when it is there and right. One that is wrong is fetched again.
  static Result<std::optional<PulledFile>> Present(const std::string& path,
                                                   const std::string& wanted) {
    if (wanted.empty() || !IsRegularFile(path)) return std::optional<PulledFile>();
    GLOSS_ASSIGN_OR_RETURN(const std::string sha256, Sha256HexOfFile(path));
    if (sha256 != wanted) return std::optional<PulledFile>();
    std::error_code error;
    PulledFile file;
    file.path = path;
    file.sha256 = sha256;
    file.size_bytes = fs::file_size(path, error);
    file.was_present = true;
    return std::optional<PulledFile>(std::move(file));
  }

  Status Unpinned(const ModelFile& file) const {
    return {StatusCode::kInvalidArgument,
            fmt::format("model {}: nobody has pinned the SHA-256 of {}: with --accept-unpinned the "
                        "file that the hub sends now is trusted, and any other one refused later",
                        spec_.name, file.file)};
  }

  HttpTransport& transport_;
  const ModelSpec& spec_;
  const PullOptions& options_;
};

}  // namespace

Result<std::vector<PulledFile>> PullModel(HttpTransport& transport, const ModelSpec& spec,
                                          const PullOptions& options, const PullProgress& progress,
                                          std::stop_token stop) {
  GLOSS_RETURN_IF_ERROR(CheckHasSource(spec));
  const FilePull pull(transport, spec, options);
  std::vector<PulledFile> pulled;
  for (const ModelFile& file : FilesOf(spec)) {
    GLOSS_ASSIGN_OR_RETURN(PulledFile one, pull.Run(file, progress, stop));
    pulled.push_back(std::move(one));
  }
  return pulled;
}

Result<std::vector<std::string>> RemovePulledModel(const ModelSpec& spec,
                                                   const std::string& folder) {
  GLOSS_RETURN_IF_ERROR(CheckHasSource(spec));
  std::vector<std::string> removed;
  for (const ModelFile& file : FilesOf(spec)) {
    GLOSS_RETURN_IF_ERROR(CheckPlainName(spec, file));
    const std::string path = (fs::path(folder) / file.file).string();
    for (const std::string& name :
         {path, HashLockPath(path), path + ".part", path + ".part.etag"}) {
      if (unlink(name.c_str()) == 0) {
        removed.push_back(name);
      } else if (errno != ENOENT && errno != ENOTDIR) {
        return StatusFromErrno(errno, name);
      }
    }
  }
  return removed;
}

}  // namespace gloss
