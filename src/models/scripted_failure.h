#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>

#include "base/status.h"

namespace gloss {

/// The planned failure of a scripted model: it answers `fail_after` items, over all calls, and then
/// fails. Thread-safe.
class ScriptedFailure {
 public:
  explicit ScriptedFailure(std::optional<size_t> fail_after) : fail_after_(fail_after) {}

  /// Asked before each item: OK, kCancelled when stopped, or kModelFailed as planned.
  Status BeforeItem(const std::stop_token& stop);

 private:
  std::optional<size_t> fail_after_;
  std::mutex mutex_;
  size_t items_ = 0;
};

}  // namespace gloss
