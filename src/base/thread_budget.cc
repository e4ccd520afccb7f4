#include "base/thread_budget.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace gloss {
namespace {

std::atomic<int> budget{0};
std::mutex compute_mutex;

}  // namespace

int ThreadBudget::AvailableCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void ThreadBudget::Set(int threads) { budget.store(threads); }

int ThreadBudget::Get() {
  const int cores = AvailableCores();
  const int wanted = budget.load();
  return wanted < 1 ? cores : std::min(wanted, cores);
}

ComputeLease::ComputeLease() { compute_mutex.lock(); }
ComputeLease::~ComputeLease() { compute_mutex.unlock(); }

}  // namespace gloss
