#include "store/memory_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace gloss {
namespace {

uint64_t SizeOf(const std::string& value) { return sizeof(ResultKey) + value.size(); }

int64_t SizeOf(const RunRecord& run) {
  size_t bytes = 0;
  for (const RunReport& report : run.reports) bytes += report.json.size();
  return static_cast<int64_t>(bytes);
}

}  // namespace

std::vector<std::optional<std::string>> MemoryResultCache::Get(ResultKind kind,
                                                               std::span<const ResultKey> keys) {
  const std::lock_guard lock(mutex_);
  std::vector<std::optional<std::string>> values(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto found = entries_.find({kind, keys[i]});
    if (found == entries_.end()) continue;
    order_.splice(order_.end(), order_, found->second.place);
    values[i] = found->second.value;
  }
  return values;
}

void MemoryResultCache::Put(ResultKind kind, std::span<const CachedResult> results) {
  const std::lock_guard lock(mutex_);
  for (const CachedResult& result : results) {
    const Key key{kind, result.key};
    Remove(key);
    bytes_ += SizeOf(result.value);
    entries_[key] = {result.value, order_.insert(order_.end(), key)};
  }
  while (bytes_ > max_bytes_) Remove(order_.front());
}

void MemoryResultCache::Remove(const Key& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return;
  bytes_ -= SizeOf(found->second.value);
  order_.erase(found->second.place);
  entries_.erase(found);
}

CacheUsage MemoryResultCache::Usage() {
  const std::lock_guard lock(mutex_);
  return {entries_.size(), bytes_};
}

Result<int64_t> MemoryRunHistory::Add(const RunRecord& run) {
  const std::lock_guard lock(mutex_);
  const int64_t id = ++last_id_;
  RunRecord& kept = runs_[id];
  kept = run;
  kept.id = id;
  const int64_t oldest_ms = run.started_ms - limits_.max_age_days * 86'400'000;
  std::erase_if(runs_, [&](const auto& entry) {
    return entry.first != id && entry.second.started_ms < oldest_ms;
  });
  int64_t bytes = 0;
  for (const auto& [each_id, each] : runs_) bytes += SizeOf(each);
  while (runs_.size() > 1 &&
         (static_cast<int64_t>(runs_.size()) > limits_.max_runs || bytes > limits_.max_bytes)) {
    bytes -= SizeOf(runs_.begin()->second);
    runs_.erase(runs_.begin());
  }
  return id;
}

Result<std::vector<RunRecord>> MemoryRunHistory::List(size_t limit) {
  const std::lock_guard lock(mutex_);
  std::vector<RunRecord> runs;
  for (auto run = runs_.rbegin(); run != runs_.rend() && runs.size() < limit; ++run) {
    runs.push_back(run->second);
    for (RunReport& report : runs.back().reports) report.json.clear();
  }
  return runs;
}

Result<RunRecord> MemoryRunHistory::Find(int64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(id);
  if (found == runs_.end()) {
    return Status(StatusCode::kNotFound, fmt::format("run {}: no such run", id));
  }
  return found->second;
}

Status MemoryRunHistory::Delete(int64_t id) {
  const std::lock_guard lock(mutex_);
  if (runs_.erase(id) == 0) {
    return {StatusCode::kNotFound, fmt::format("run {}: no such run", id)};
  }
  return Status::Ok();
}

}  // namespace gloss
