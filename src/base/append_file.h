#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"
#include "base/unique_fd.h"

namespace gloss {

/// A file of lines that grows at its end and survives being killed: a line is there as a whole or
/// not at all. One process at a time. Not thread-safe.
class AppendFile {
 public:
  /// Opens or makes the file and locks it. What a killed writer left without a line end is cut off.
  /// Errors: kOverloaded (another process has it open); those of the operating system.
  static Result<AppendFile> Open(const std::string& path);

  /// Everything that is there. Errors: kTooLarge, kIoError.
  Result<std::string> Read(size_t max_bytes) const;

  /// Adds a line and its end, and waits until it is on the disk. On error nothing is added.
  /// REQUIRES: the line has no line end.
  Status Append(std::string_view line);

  /// Bytes of half a line that Open cut off.
  uint64_t cut() const { return cut_; }

 private:
  AppendFile(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

  Status CutHalfLine();

  std::string path_;
  UniqueFd fd_;
  uint64_t size_ = 0;
  uint64_t cut_ = 0;
};

}  // namespace gloss
