#include "models/model_lock.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/file_system.h"

namespace gloss {
namespace {

constexpr size_t kMaxLockBytes = 4096;
constexpr size_t kHexDigits = 64;

}  // namespace

std::string HashLockPath(const std::string& path) { return path + ".sha256"; }

bool IsSha256Hex(std::string_view text) {
  return text.size() == kHexDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Result<std::optional<std::string>> ReadHashLock(const std::string& path) {
  const std::string lock_path = HashLockPath(path);
  const auto text = ReadFile(lock_path, kMaxLockBytes);
  if (!text.ok() && text.status().code() == StatusCode::kNotFound) {
    return std::optional<std::string>();
  }
  const std::string name = std::filesystem::path(path).filename().string();
  if (!text.ok() || !IsSha256Hex(std::string_view(*text).substr(0, kHexDigits)) ||
      std::string_view(*text).substr(kHexDigits) != fmt::format("  {}\n", name)) {
    return Status(StatusCode::kModelUnavailable,
                  fmt::format("{}: is not the line \"SHA-256  {}\": the weights cannot be checked; "
                              "remove them with \"glossator models rm\" and pull them again",
                              lock_path, name));
  }
  return std::optional<std::string>(text->substr(0, kHexDigits));
}

Status WriteHashLock(const std::string& path, const std::string& sha256) {
  return WriteFileAtomically(
      HashLockPath(path),
      fmt::format("{}  {}\n", sha256, std::filesystem::path(path).filename().string()));
}

}  // namespace gloss
