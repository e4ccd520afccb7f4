#pragma once

#include "base/status.h"

namespace gloss::cli {

/// What the process tells its caller. 130 (128 + SIGINT) is used after Ctrl-C.
enum ExitCode : int {
  kExitOk = 0,             ///< It ran, all was checked, and the gate passed.
  kExitGateFailed = 1,     ///< It ran, and something failed the gate.
  kExitUsage = 2,          ///< A flag, setting or configuration file is wrong.
  kExitInput = 3,          ///< An input, or a part of it, could not be read.
  kExitUnavailable = 4,    ///< A model or server is missing, damaged, or failed.
  kExitInternal = 5,       ///< A bug.
  kExitNotComparable = 6,  ///< The baseline was made by other models, settings or inputs.
  kExitInterrupted = 130,
};

/// The one translation of failures to exit codes.
ExitCode ExitCodeFor(StatusCode code);

}  // namespace gloss::cli
