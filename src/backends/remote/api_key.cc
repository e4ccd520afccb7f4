#include "backends/remote/api_key.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "base/file_system.h"

namespace gloss {
namespace {

constexpr size_t kMaxKeyBytes = 8192;
constexpr std::string_view kBlank = " \t\r\n";

bool IsVariableName(std::string_view name) {
  const auto is_word = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         std::all_of(name.begin(), name.end(), is_word);
}

Result<ApiKey> CheckKey(std::string_view text, std::string_view origin) {
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) {
    return Status(StatusCode::kInvalidArgument, fmt::format("{}: the key is empty", origin));
  }
  const std::string_view key = text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
  const auto is_visible = [](char c) { return c > ' ' && c < 0x7F; };
  if (!std::all_of(key.begin(), key.end(), is_visible)) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("{}: a key is one line of visible ASCII characters", origin));
  }
  return ApiKey(std::string(key));
}

/// Only the owner may read the file: what others can read is no secret.
Status CheckPermissions(const std::string& file) {
  struct stat info{};
  if (stat(file.c_str(), &info) != 0) return StatusFromErrno(errno, file);
  if (S_ISREG(info.st_mode) && (info.st_mode & (S_IRGRP | S_IROTH | S_IWGRP | S_IWOTH)) != 0) {
    return {StatusCode::kPermissionDenied,
            fmt::format("{}: others on this machine can read or change this key file; run: "
                        "chmod 600 {}",
                        file, file)};
  }
  return Status::Ok();
}

}  // namespace

std::string ApiKey::Scrub(std::string text) const {
  if (key_.empty()) return text;
  constexpr std::string_view kMark = "[key]";
  for (size_t at = text.find(key_); at != std::string::npos; at = text.find(key_, at)) {
    text.replace(at, key_.size(), kMark);
    at += kMark.size();
  }
  return text;
}

Result<ApiKey> ReadApiKey(const std::string& name, const std::string& file,
                          const EnvironmentLookup& environment) {
  if (name.empty() && file.empty()) return ApiKey();
  if (!name.empty() && !file.empty()) {
    return Status(StatusCode::kInvalidArgument,
                  "a key comes from an environment variable or from a file, not from both");
  }
  if (!file.empty()) {
    GLOSS_RETURN_IF_ERROR(CheckPermissions(file));
    GLOSS_ASSIGN_OR_RETURN(const std::string text, ReadFile(file, kMaxKeyBytes));
    return CheckKey(text, file);
  }
  if (!IsVariableName(name)) {
    return Status(StatusCode::kInvalidArgument,
                  "the setting for the key's environment variable takes the variable's name "
                  "(letters, digits, _), not the key");
  }
  const std::optional<std::string> value = environment(name);
  if (!value) {
    return Status(StatusCode::kNotFound,
                  "the environment variable that should hold the server's key is not set");
  }
  return CheckKey(*value, "environment variable " + name);
}

}  // namespace gloss
