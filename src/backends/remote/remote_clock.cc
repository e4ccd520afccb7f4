#include "backends/remote/remote_clock.h"

#include <condition_variable>
#include <mutex>
#include <random>

namespace gloss {
namespace {

class SystemRemoteClock : public RemoteClock {
 public:
  std::chrono::steady_clock::time_point Now() override { return std::chrono::steady_clock::now(); }
  std::chrono::system_clock::time_point WallNow() override {
    return std::chrono::system_clock::now();
  }

  Status Sleep(std::chrono::milliseconds duration, const std::stop_token& stop) override {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any wake;
    wake.wait_for(lock, stop, duration, [] { return false; });
    if (stop.stop_requested()) return {StatusCode::kCancelled, "stopped by the caller"};
    return Status::Ok();
  }

  double Random() override {
    const std::lock_guard lock(mutex_);
    return std::uniform_real_distribution<double>(0, 1)(engine_);
  }

 private:
  std::mutex mutex_;
  std::minstd_rand engine_{std::random_device{}()};
};

}  // namespace

std::shared_ptr<RemoteClock> MakeSystemClock() { return std::make_shared<SystemRemoteClock>(); }

}  // namespace gloss
