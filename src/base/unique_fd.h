#pragma once

#include <unistd.h>

#include <utility>

namespace gloss {

/// Owns a file descriptor and closes it; the three standard ones are never closed.
class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  ~UniqueFd() { Reset(); }
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) {
      Reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }

  void Reset() {
    if (fd_ > STDERR_FILENO) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

}  // namespace gloss
