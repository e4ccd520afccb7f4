#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace gloss {

/// When a failed request is tried again: exponential back-off with full jitter (Brooker,
/// "Exponential Backoff And Jitter", 2015), so that many clients do not come back together.
struct RetryPolicy {
  int retries = 4;                       ///< Tries after the first.
  std::chrono::milliseconds base{500};   ///< Upper bound of the first wait; doubled each time.
  std::chrono::milliseconds cap{20000};  ///< Upper bound of every wait by back-off.
  std::chrono::milliseconds server_cap{60000};  ///< Longest wait that a server may ask for.
};

/// True for a status after which the same request may yet succeed: 408, 425, 429 and 5xx but 501
/// and 505.
bool IsRetryableHttpStatus(int http_status);

/// Wait before try `attempt` (1: the first retry). `random` is in [0, 1). A server's own wish is
/// kept up to its cap and never undercut.
std::chrono::milliseconds BackoffDelay(const RetryPolicy& policy, int attempt, double random,
                                       std::optional<std::chrono::milliseconds> retry_after);

/// A Retry-After header (RFC 9110, 10.2.3): seconds or an HTTP date, seen from `now`. Nothing when
/// it is neither; 0 for the past.
std::optional<std::chrono::milliseconds> ParseRetryAfter(std::string_view value,
                                                         std::chrono::system_clock::time_point now);

}  // namespace gloss
