#include "cli/kept_runs.h"

#include <fmt/format.h>

#include <chrono>

#include "cli/console.h"

namespace gloss::cli {
namespace {

template <typename Clock>
int64_t MillisecondsOf() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

}  // namespace

RunClock::RunClock()
    : started_ms_(MillisecondsOf<std::chrono::system_clock>()),
      started_steady_ms_(MillisecondsOf<std::chrono::steady_clock>()) {}

RunTimes RunClock::Times() const {
  return {.started_ms = started_ms_,
          .duration_ms = MillisecondsOf<std::chrono::steady_clock>() - started_steady_ms_};
}

void KeepRun(const StoreSettings& store, std::span<const GroundingReport> reports,
             const std::string& command, const RunTimes& times, bool quiet) {
  const std::string folder = StoreFolder(store);
  if (store.no_history || folder.empty() || reports.empty()) return;
  const auto warn = [quiet](const std::string& warning) {
    if (!quiet) PrintWarning(warning);
  };
  auto history = OpenRunHistory(folder);
  if (!history.ok()) return warn("this run is not kept: " + history.status().message());
  const auto id = (*history)->Add(MakeRunRecord(reports, command, times));
  for (const std::string& warning : (*history)->TakeWarnings()) warn(warning);
  if (!id.ok()) warn("this run is not kept: " + id.status().message());
}

void PrintCacheNotes(Engine& engine, const RunTimes& times, bool stats, bool quiet) {
  for (const std::string& warning : engine.TakeCacheWarnings()) {
    if (!quiet) PrintWarning(warning);
  }
  if (!stats) return;
  const CacheStats counts = engine.cache_stats();
  const auto part = [](std::string_view name, const CacheCount& count) {
    return fmt::format("{}: {} from the cache, {} computed; ", name, count.hits, count.misses);
  };
  const std::string line = counts.on ? part("embeddings", counts.embeddings) +
                                           part("generated texts", counts.generations) +
                                           part("labels", counts.labels)
                                     : std::string("no cache; ");
  WriteStderr(
      fmt::format("glossator: {}{:.2f} s\n", line, static_cast<double>(times.duration_ms) / 1000));
}

}  // namespace gloss::cli
