#include "models/scripted_failure.h"

#include <fmt/format.h>

namespace gloss {

Status ScriptedFailure::BeforeItem(const std::stop_token& stop) {
  if (stop.stop_requested()) return {StatusCode::kCancelled, "stopped by the caller"};
  const std::lock_guard lock(mutex_);
  if (fail_after_ && items_ >= *fail_after_) {
    return {StatusCode::kModelFailed, fmt::format("scripted failure after {} items", *fail_after_)};
  }
  ++items_;
  return Status::Ok();
}

}  // namespace gloss
