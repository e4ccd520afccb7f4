#pragma once

#include <functional>
#include <string_view>

namespace gloss {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

/// Takes one line without its newline. Called from any thread, one call at a time.
using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Where diagnostics of the core and of the libraries below it go; an empty sink (the default)
/// drops them. What a user must know is in a Status or a warning of the result, never only here.
/// Thread-safe.
void SetLogSink(LogSink sink);

void Log(LogLevel level, std::string_view line);

}  // namespace gloss
