#include "backends/llama_cpp/llama_runtime.h"

#include <llama.h>

#include <exception>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/log.h"

namespace gloss {
namespace {

/// A failed assertion of the library, on its way to RunGuarded.
class LlamaAssertion : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

thread_local int guard_depth = 0;
thread_local std::string last_error;
thread_local std::string partial_line;
thread_local LogLevel partial_level = LogLevel::kDebug;

/// Called by the library right before it aborts. Throwing is the only way out of there; the
/// library's frames have unwind tables, and its state is given up by RunGuarded's contract.
void OnAbort(const char* message) {
  Log(LogLevel::kError, message);
  if (guard_depth > 0) throw LlamaAssertion(message);
}

LogLevel LevelOf(ggml_log_level level) {
  switch (level) {
    case GGML_LOG_LEVEL_ERROR:
      return LogLevel::kError;
    case GGML_LOG_LEVEL_WARN:
      return LogLevel::kWarning;
    case GGML_LOG_LEVEL_INFO:
      return LogLevel::kInfo;
    default:
      return LogLevel::kDebug;
  }
}

/// The library logs pieces of lines; whole lines go on.
void OnLog(ggml_log_level level, const char* text, void* /*user_data*/) {
  if (level != GGML_LOG_LEVEL_CONT) partial_level = LevelOf(level);
  partial_line += text;
  size_t end = 0;
  while ((end = partial_line.find('\n')) != std::string::npos) {
    const std::string line = partial_line.substr(0, end);
    partial_line.erase(0, end + 1);
    if (line.empty()) continue;
    if (partial_level == LogLevel::kError) last_error = line;
    Log(partial_level, line);
  }
}

/// Counts the guards of this thread.
class GuardScope {
 public:
  GuardScope() { ++guard_depth; }
  ~GuardScope() { --guard_depth; }
  GuardScope(const GuardScope&) = delete;
  GuardScope& operator=(const GuardScope&) = delete;
};

}  // namespace

void InitLlamaRuntime() {
  static std::once_flag once;
  std::call_once(once, [] {
    llama_log_set(OnLog, nullptr);
    ggml_set_abort_callback(OnAbort);
    llama_backend_init();
  });
}

Status RunGuarded(StatusCode code, const std::function<Status()>& work) {
  const GuardScope scope;
  try {
    return work();
  } catch (const std::exception& error) {
    return {code, error.what()};
  }
}

std::string TakeLlamaError() {
  std::string error = std::exchange(last_error, {});
  // "llama_model_load: error loading model: …": the function's name says nothing to a user.
  const size_t colon = error.find(": ");
  if (colon != std::string::npos && error.find(' ') > colon) error.erase(0, colon + 2);
  return error;
}

}  // namespace gloss
