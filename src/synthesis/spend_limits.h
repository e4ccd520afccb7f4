#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>

#include "base/status.h"

namespace gloss {

/// Tokens that may be spent. A request reserves what it can cost at most, and gives back what it
/// did not use: so the budget is never overdrawn, whatever runs side by side. Thread-safe.
class TokenBudget {
 public:
  /// `most` 0: no end. `used`: by earlier runs.
  TokenBudget(size_t most, size_t used) : most_(most), used_(used) {}

  /// False when there is no room; nothing is reserved then.
  bool Reserve(size_t tokens);

  /// Ends a reservation: `used` of it were spent.
  void Settle(size_t reserved, size_t used);

  size_t used() const;

 private:
  const size_t most_;
  mutable std::mutex mutex_;
  size_t used_ = 0;
  size_t reserved_ = 0;
};

/// Time, so that tests of waiting need not wait.
struct WaitingClock {
  std::function<std::chrono::steady_clock::time_point()> now;
  /// Errors: kCancelled, at once when stopped.
  std::function<Status(std::chrono::milliseconds, const std::stop_token&)> sleep;

  static WaitingClock System();
};

/// Keeps to so many requests and tokens a minute, evenly: each request waits until what was allowed
/// before it has worn off (a leaky bucket that holds one request). Thread-safe.
class RateLimiter {
 public:
  /// 0: no limit.
  RateLimiter(double requests_per_minute, double tokens_per_minute, WaitingClock clock)
      : requests_per_minute_(requests_per_minute),
        tokens_per_minute_(tokens_per_minute),
        clock_(std::move(clock)) {}

  /// Waits for the turn of a request of so many tokens. Errors: kCancelled.
  Status Wait(size_t tokens, const std::stop_token& stop);

 private:
  const double requests_per_minute_;
  const double tokens_per_minute_;
  const WaitingClock clock_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point next_{};  ///< When the next request may go.
};

}  // namespace gloss
