#include "cli/exit_codes.h"

namespace gloss::cli {

ExitCode ExitCodeFor(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return kExitOk;
    case StatusCode::kInvalidArgument:
      return kExitUsage;
    case StatusCode::kNotFound:
    case StatusCode::kPermissionDenied:
    case StatusCode::kTooLarge:
    case StatusCode::kUnsupportedFormat:
    case StatusCode::kCorruptDocument:
    case StatusCode::kInvalidUtf8:
    case StatusCode::kEncrypted:
    case StatusCode::kNoText:
    case StatusCode::kParseError:
    case StatusCode::kIoError:
    case StatusCode::kTimeout:
      return kExitInput;
    case StatusCode::kModelUnavailable:
    case StatusCode::kModelFailed:
    case StatusCode::kOverloaded:
    case StatusCode::kUnavailable:
      return kExitUnavailable;
    case StatusCode::kCancelled:
      return kExitInterrupted;
    case StatusCode::kInternal:
      return kExitInternal;
  }
  return kExitInternal;
}

}  // namespace gloss::cli
