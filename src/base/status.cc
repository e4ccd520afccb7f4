#include "base/status.h"

namespace gloss {

std::string_view StatusCodeName(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return "ok";
    case StatusCode::kInvalidArgument:
      return "invalid_argument";
    case StatusCode::kNotFound:
      return "not_found";
    case StatusCode::kPermissionDenied:
      return "permission_denied";
    case StatusCode::kTooLarge:
      return "too_large";
    case StatusCode::kUnsupportedFormat:
      return "unsupported_format";
    case StatusCode::kCorruptDocument:
      return "corrupt_document";
    case StatusCode::kInvalidUtf8:
      return "invalid_utf8";
    case StatusCode::kEncrypted:
      return "encrypted";
    case StatusCode::kNoText:
      return "no_text";
    case StatusCode::kParseError:
      return "parse_error";
    case StatusCode::kModelUnavailable:
      return "model_unavailable";
    case StatusCode::kModelFailed:
      return "model_failed";
    case StatusCode::kOverloaded:
      return "overloaded";
    case StatusCode::kUnavailable:
      return "unavailable";
    case StatusCode::kTimeout:
      return "timeout";
    case StatusCode::kCancelled:
      return "cancelled";
    case StatusCode::kIoError:
      return "io_error";
    case StatusCode::kInternal:
      return "internal";
  }
  return "internal";
}

std::string Status::ToString() const {
  if (ok()) return "ok";
  std::string text(StatusCodeName(code_));
  if (!message_.empty()) text.append(": ").append(message_);
  return text;
}

Status Status::WithContext(std::string_view context) const {
  if (ok()) return *this;
  std::string message(context);
  message.append(": ").append(message_);
  return {code_, std::move(message)};
}

}  // namespace gloss
