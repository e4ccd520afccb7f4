#include "backends/remote/concurrency_gate.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace gloss {

bool ConcurrencyGate::Enter(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [this] { return inside_ < limit_; })) return false;
  ++inside_;
  return true;
}

void ConcurrencyGate::Leave() {
  {
    const std::lock_guard lock(mutex_);
    --inside_;
  }
  changed_.notify_one();
}

void ConcurrencyGate::LowerTo(int limit) {
  const std::lock_guard lock(mutex_);
  limit_ = std::min(limit_, std::max(1, limit));
}

void ConcurrencyGate::Halve() {
  const std::lock_guard lock(mutex_);
  limit_ = std::max(1, limit_ / 2);
}

int ConcurrencyGate::limit() const {
  const std::lock_guard lock(mutex_);
  return limit_;
}

void ForEachConcurrently(size_t count, size_t workers, const std::stop_token& stop,
                         const std::function<void(size_t)>& work) {
  std::atomic<size_t> next{0};
  const auto loop = [&] {
    while (!stop.stop_requested()) {
      const size_t index = next.fetch_add(1);
      if (index >= count) return;
      work(index);
    }
  };
  std::vector<std::jthread> threads;
  for (size_t i = 1; i < std::min(workers, count); ++i) threads.emplace_back(loop);
  loop();
}

}  // namespace gloss
