#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>

namespace gloss {

/// Lets at most `limit` callers through at once. The limit only ever goes down: a server that says
/// that it is overloaded, or that times out, is asked less from then on. Thread-safe.
class ConcurrencyGate {
 public:
  explicit ConcurrencyGate(int limit) : limit_(limit < 1 ? 1 : limit) {}

  /// Waits for a place; false when stopped first. Pair with Leave().
  bool Enter(const std::stop_token& stop);
  void Leave();

  /// Lowers the limit to `limit` (at least 1), or by half.
  void LowerTo(int limit);
  void Halve();

  int limit() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  int limit_;
  int inside_ = 0;
};

/// Calls work(0) … work(count - 1) on up to `workers` threads, one of them the caller's; returns
/// when all are done. Work that has not begun when `stop` is requested is left out.
void ForEachConcurrently(size_t count, size_t workers, const std::stop_token& stop,
                         const std::function<void(size_t)>& work);

}  // namespace gloss
