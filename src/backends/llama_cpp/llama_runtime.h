#pragma once

#include <functional>
#include <string>

#include "base/status.h"

namespace gloss {

/// Starts the library once a process: its log goes to base/log.h, and a failed assertion inside
/// RunGuarded becomes an error. Thread-safe.
void InitLlamaRuntime();

/// Runs `work` so that nothing it does in the library ends the process: an exception, or a failed
/// assertion (GGML_ASSERT, GGML_ABORT) on this thread, becomes a failure with `code`. The library's
/// objects that `work` used must not be used again after such a failure, only freed.
Status RunGuarded(StatusCode code, const std::function<Status()>& work);

/// The last error line that the library logged on this thread, and forgets it.
std::string TakeLlamaError();

}  // namespace gloss
