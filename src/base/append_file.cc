#include "base/append_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/file_system.h"

namespace gloss {

Result<AppendFile> AppendFile::Open(const std::string& path) {
  UniqueFd fd(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!fd.valid()) return StatusFromErrno(errno, path);
  while (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) {
      return Status(StatusCode::kOverloaded, path + ": another process is writing to it");
    }
    return StatusFromErrno(errno, path);
  }
  AppendFile file(path, std::move(fd));
  GLOSS_RETURN_IF_ERROR(file.CutHalfLine());
  return file;
}

Status AppendFile::CutHalfLine() {
  struct stat info{};
  if (fstat(fd_.get(), &info) != 0) return StatusFromErrno(errno, path_);
  const auto size = static_cast<uint64_t>(info.st_size);
  size_ = 0;
  // From the end, block by block, to the last line end.
  std::array<char, 4096> block;
  for (uint64_t end = size; end > 0 && size_ == 0;) {
    const uint64_t begin = end > block.size() ? end - block.size() : 0;
    const ssize_t count = pread(fd_.get(), block.data(), end - begin, static_cast<off_t>(begin));
    if (count < 0 && errno == EINTR) continue;
    if (count != static_cast<ssize_t>(end - begin)) return StatusFromErrno(errno, path_);
    const size_t at = std::string_view(block.data(), end - begin).rfind('\n');
    if (at != std::string_view::npos) size_ = begin + at + 1;
    end = begin;
  }
  cut_ = size - size_;
  if (cut_ > 0 && ftruncate(fd_.get(), static_cast<off_t>(size_)) != 0) {
    return StatusFromErrno(errno, path_);
  }
  return Status::Ok();
}

Result<std::string> AppendFile::Read(size_t max_bytes) const {
  if (size_ > max_bytes) {
    return Status(StatusCode::kTooLarge,
                  path_ + ": larger than the limit of " + std::to_string(max_bytes) + " bytes");
  }
  std::string content(size_, '\0');
  for (size_t done = 0; done < content.size();) {
    const ssize_t count =
        pread(fd_.get(), content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Status(StatusCode::kIoError, path_ + ": it cannot be read to its end");
    done += static_cast<size_t>(count);
  }
  return content;
}

Status AppendFile::Append(std::string_view line) {
  std::string bytes(line);
  bytes += '\n';
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = pwrite(fd_.get(), bytes.data() + done, bytes.size() - done,
                                 static_cast<off_t>(size_ + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const Status failed = StatusFromErrno(errno, path_);
      // What is there of the line goes again; Open would cut it off too.
      if (ftruncate(fd_.get(), static_cast<off_t>(size_)) != 0) return failed;
      return failed;
    }
    done += static_cast<size_t>(count);
  }
  if (fdatasync(fd_.get()) != 0) return StatusFromErrno(errno, path_);
  size_ += bytes.size();
  return Status::Ok();
}

}  // namespace gloss
