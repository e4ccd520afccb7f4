#pragma once

#include <chrono>
#include <memory>
#include <stop_token>

#include "base/status.h"

namespace gloss {

/// Time and chance, so that tests of waiting need not wait. Thread-safe.
class RemoteClock {
 public:
  virtual ~RemoteClock() = default;

  virtual std::chrono::steady_clock::time_point Now() = 0;
  virtual std::chrono::system_clock::time_point WallNow() = 0;

  /// Waits. Errors: kCancelled, at once when `stop` is requested.
  virtual Status Sleep(std::chrono::milliseconds duration, const std::stop_token& stop) = 0;

  /// In [0, 1).
  virtual double Random() = 0;
};

/// The machine's own clock.
std::shared_ptr<RemoteClock> MakeSystemClock();

}  // namespace gloss
