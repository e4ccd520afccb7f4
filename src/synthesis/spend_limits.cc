#include "synthesis/spend_limits.h"

#include <algorithm>
#include <condition_variable>

namespace gloss {
namespace {

constexpr double kMinute = 60000;  // Milliseconds.

}  // namespace

bool TokenBudget::Reserve(size_t tokens) {
  const std::scoped_lock lock(mutex_);
  if (most_ > 0 && used_ + reserved_ + tokens > most_) return false;
  reserved_ += tokens;
  return true;
}

void TokenBudget::Settle(size_t reserved, size_t used) {
  const std::scoped_lock lock(mutex_);
  reserved_ -= std::min(reserved_, reserved);
  used_ += used;
}

size_t TokenBudget::used() const {
  const std::scoped_lock lock(mutex_);
  return used_;
}

WaitingClock WaitingClock::System() {
  return {.now = [] { return std::chrono::steady_clock::now(); },
          .sleep =
              [](std::chrono::milliseconds time, const std::stop_token& stop) {
                std::mutex mutex;
                std::condition_variable_any changed;
                std::unique_lock lock(mutex);
                changed.wait_for(lock, stop, time, [] { return false; });
                return stop.stop_requested() ? Status(StatusCode::kCancelled, "stopped")
                                             : Status::Ok();
              }};
}

Status RateLimiter::Wait(size_t tokens, const std::stop_token& stop) {
  double gap = 0;
  if (requests_per_minute_ > 0) gap = kMinute / requests_per_minute_;
  if (tokens_per_minute_ > 0) {
    gap = std::max(gap, kMinute * static_cast<double>(tokens) / tokens_per_minute_);
  }
  std::chrono::milliseconds wait{0};
  if (gap > 0) {
    const std::scoped_lock lock(mutex_);
    const auto now = clock_.now();
    const auto turn = std::max(next_, now);
    next_ = turn + std::chrono::milliseconds(static_cast<int64_t>(gap));
    wait = std::chrono::ceil<std::chrono::milliseconds>(turn - now);
  }
  if (wait.count() > 0) return clock_.sleep(wait, stop);
  return stop.stop_requested() ? Status(StatusCode::kCancelled, "stopped") : Status::Ok();
}

}  // namespace gloss
