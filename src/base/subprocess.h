#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"

namespace gloss {

/// Bounds on a child process that works on hostile input.
struct SubprocessLimits {
  std::chrono::milliseconds wall_time{10'000};  ///< Killed after this time.
  size_t memory_bytes = size_t{768} << 20;      ///< Address space (RLIMIT_AS).
  size_t output_bytes = size_t{64} << 20;       ///< More standard output than this: killed.
};

struct SubprocessResult {
  int exit_code = 0;  ///< 128 + signal when a signal ended it.
  std::string standard_output;
  std::string standard_error;  ///< Its first 16 KiB.
};

/// Runs argv[0] (found on PATH) without a shell, with `standard_input` piped in, in its own process
/// group and with an empty environment but for PATH and LC_ALL=C.UTF-8. The whole group is killed
/// when a limit is reached or `stop` is requested.
/// Errors: kNotFound (no such program), kTimeout, kTooLarge (output), kCancelled, kIoError.
/// A child that fails by itself is not an error here: read exit_code.
Result<SubprocessResult> RunSubprocess(const std::vector<std::string>& argv,
                                       std::string_view standard_input,
                                       const SubprocessLimits& limits, std::stop_token stop = {});

}  // namespace gloss
