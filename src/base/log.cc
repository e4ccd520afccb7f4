#include "base/log.h"

#include <mutex>

namespace gloss {
namespace {

std::mutex& SinkMutex() {
  static std::mutex mutex;
  return mutex;
}

LogSink& Sink() {
  static LogSink sink;
  return sink;
}

}  // namespace

void SetLogSink(LogSink sink) {
  const std::lock_guard lock(SinkMutex());
  Sink() = std::move(sink);
}

void Log(LogLevel level, std::string_view line) {
  const std::lock_guard lock(SinkMutex());
  if (Sink()) Sink()(level, line);
}

}  // namespace gloss
