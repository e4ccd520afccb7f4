#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace gloss {

/// Stable kinds of failure. Each border (exit code, HTTP status, Python exception) translates them
/// once, from one table. Their names (StatusCodeName) are part of the JSON formats.
enum class StatusCode {
  kOk = 0,
  kInvalidArgument,    ///< The caller's options or settings do not make sense.
  kNotFound,           ///< A named file, model or setting does not exist.
  kPermissionDenied,   ///< The file exists but may not be read or written.
  kTooLarge,           ///< A limit on size, pages, nesting or expansion was reached.
  kUnsupportedFormat,  ///< The input's format is not one that a loader reads.
  kCorruptDocument,    ///< The input claims a format but does not keep to it.
  kInvalidUtf8,        ///< The text is not valid in its encoding; the message has the byte offset.
  kEncrypted,          ///< A password is needed, or the given one is wrong.
  kNoText,             ///< The document has no text layer (a scan) or is empty.
  kParseError,         ///< JSON, TOML or model output that does not parse.
  kModelUnavailable,   ///< A model file is missing, damaged, or of the wrong kind.
  kModelFailed,        ///< A loaded model failed while it computed.
  kOverloaded,         ///< A queue is full; trying again later can help.
  kUnavailable,        ///< A server cannot be reached or broke off; trying again later can help.
  kTimeout,            ///< A time limit ran out.
  kCancelled,          ///< The caller asked to stop.
  kIoError,            ///< The operating system failed a read, a write or a process.
  kInternal,           ///< A bug in this program.
};

/// The code's stable name in snake_case, for example "corrupt_document".
std::string_view StatusCodeName(StatusCode code);

/// Result of an operation that returns nothing: OK, or a code and a message "what: why".
/// Thread-compatible value type.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  static Status Ok() { return {}; }

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

  /// "code_name: message", for logs and tests; "ok" when ok.
  std::string ToString() const;

  /// The same failure with "context: " put before its message; OK stays OK.
  Status WithContext(std::string_view context) const;

  friend bool operator==(const Status&, const Status&) = default;

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

/// A value, or the Status that says why there is none.
/// REQUIRES for value(): ok(). Calling it on a failure ends the program: check first.
template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // NOLINTBEGIN(google-explicit-constructor): `return value;` and `return status;` must both work.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Status status) : state_(std::in_place_index<1>, std::move(status)) {
    if (std::get<1>(state_).ok()) {
      std::get<1>(state_) = Status(StatusCode::kInternal, "Result made from an OK status");
    }
  }
  // NOLINTEND(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  Status status() const { return ok() ? Status::Ok() : std::get<1>(state_); }

  T& value() & { return Checked(); }
  const T& value() const& {
    if (!ok()) std::abort();
    return std::get<0>(state_);
  }
  T&& value() && { return std::move(Checked()); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  T value_or(T fallback) && { return ok() ? std::move(Checked()) : std::move(fallback); }

 private:
  T& Checked() {
    if (!ok()) std::abort();
    return std::get<0>(state_);
  }

  std::variant<T, Status> state_;
};

}  // namespace gloss

#define GLOSS_CONCAT_INNER(a, b) a##b
#define GLOSS_CONCAT(a, b) GLOSS_CONCAT_INNER(a, b)

/// Returns the Status from the enclosing function when `expr` (a Status) is a failure.
#define GLOSS_RETURN_IF_ERROR(expr)                                                        \
  do {                                                                                     \
    if (::gloss::Status gloss_status_ = (expr); !gloss_status_.ok()) return gloss_status_; \
  } while (false)

/// Assigns the value of `expr` (a Result) to `lhs`, or returns its Status.
#define GLOSS_ASSIGN_OR_RETURN(lhs, expr) \
  GLOSS_ASSIGN_OR_RETURN_IMPL(GLOSS_CONCAT(gloss_result_, __LINE__), lhs, expr)
#define GLOSS_ASSIGN_OR_RETURN_IMPL(result, lhs, expr) \
  auto result = (expr);                                \
  if (!result.ok()) return result.status();            \
  lhs = std::move(result).value()
