#include "base/file_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/unique_fd.h"

namespace gloss {
namespace {

Status WriteAll(int fd, std::string_view content, const std::string& path) {
  while (!content.empty()) {
    const ssize_t written = write(fd, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return StatusFromErrno(errno, path);
    }
    content.remove_prefix(static_cast<size_t>(written));
  }
  if (fsync(fd) != 0 && errno != EINVAL && errno != EROFS) return StatusFromErrno(errno, path);
  return Status::Ok();
}

}  // namespace

Status StatusFromErrno(int error_number, std::string_view subject) {
  StatusCode code = StatusCode::kIoError;
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      code = StatusCode::kNotFound;
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      code = StatusCode::kPermissionDenied;
      break;
    case ENAMETOOLONG:
    case EISDIR:
      code = StatusCode::kInvalidArgument;
      break;
    default:
      break;
  }
  std::string message(subject);
  message.append(": ").append(std::generic_category().message(error_number));
  return {code, std::move(message)};
}

Result<std::string> ReadFile(const std::string& path, size_t max_bytes) {
  const bool is_stdin = path == "-";
  const UniqueFd fd(is_stdin ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) return StatusFromErrno(errno, path);
  struct stat info{};
  if (fstat(fd.get(), &info) != 0) return StatusFromErrno(errno, path);
  if (S_ISDIR(info.st_mode)) {
    return Status(StatusCode::kInvalidArgument, path + ": is a directory, not a file");
  }
  std::string content;
  if (S_ISREG(info.st_mode)) {
    content.reserve(std::min(static_cast<size_t>(info.st_size), max_bytes));
  }
  std::array<char, 1 << 16> block;
  while (true) {
    const ssize_t count = read(fd.get(), block.data(), block.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      return StatusFromErrno(errno, path);
    }
    if (count == 0) return content;
    if (content.size() + static_cast<size_t>(count) > max_bytes) {
      return Status(StatusCode::kTooLarge,
                    path + ": larger than the limit of " + std::to_string(max_bytes) + " bytes");
    }
    content.append(block.data(), static_cast<size_t>(count));
  }
}

Status WriteFileAtomically(const std::string& path, std::string_view content) {
  std::string temporary = path + ".XXXXXX";
  const int raw_fd = mkstemp(temporary.data());
  if (raw_fd < 0) return StatusFromErrno(errno, path);
  Status status;
  {
    const UniqueFd fd(raw_fd);
    // mkstemp makes 0600; a report is an ordinary file.
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(fd.get(), 0666 & ~mask);
    status = WriteAll(fd.get(), content, path);
  }
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0) {
    status = StatusFromErrno(errno, path);
  }
  if (!status.ok()) unlink(temporary.c_str());
  return status;
}

bool IsRegularFile(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

}  // namespace gloss
