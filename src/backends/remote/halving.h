#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/status.h"
#include "models/batch.h"

namespace gloss {

/// True for the failure of a request that one of its items may be the cause of.
inline bool MayBeOneItemsFault(const Status& status) {
  switch (status.code()) {
    case StatusCode::kCancelled:
    case StatusCode::kModelUnavailable:
    case StatusCode::kNotFound:
    case StatusCode::kOverloaded:
      return false;
    default:
      return true;
  }
}

/// Requests that failed one after the other in one batch: after eight without a success between
/// them it is the server, not an item, and nothing more is asked. Thread-safe.
class FailureRun {
 public:
  void Succeeded() {
    const std::lock_guard lock(mutex_);
    count_ = 0;
  }

  void Failed(const Status& status) {
    const std::lock_guard lock(mutex_);
    ++count_;
    if (count_ >= kMost) last_ = status;
  }

  /// The failure after which nothing more is asked; nothing as long as there is hope.
  std::optional<Status> GivenUp() const {
    const std::lock_guard lock(mutex_);
    if (count_ < kMost) return std::nullopt;
    return last_;
  }

 private:
  static constexpr int kMost = 8;
  mutable std::mutex mutex_;
  int count_ = 0;
  Status last_;
};

/// Sends the items of one request; one answer an item, or the failure of the request as a whole.
template <typename T>
using AskItems = std::function<Result<std::vector<Result<T>>>(std::span<const size_t>)>;

/// Answers by item; those of different requests are written by different threads.
template <typename T>
using ItemAnswers = std::vector<std::optional<Result<T>>>;

/// Asks for `items` together. A request that fails is asked for in halves, down to one item, so
/// that one bad item fails alone; an item whose answer cannot be read is asked for again by itself.
template <typename T>
void AskInHalves(std::span<const size_t> items, const AskItems<T>& ask, FailureRun& run,
                 ItemAnswers<T>& answers) {
  if (const auto given_up = run.GivenUp()) {
    for (const size_t item : items) answers[item] = *given_up;
    return;
  }
  auto reply = ask(items);
  if (reply.ok() && reply->size() == items.size()) {
    run.Succeeded();
    for (size_t i = 0; i < items.size(); ++i) answers[items[i]] = std::move((*reply)[i]);
    if (items.size() == 1) return;
    for (const size_t item : items) {
      if (answers[item]->status().code() == StatusCode::kParseError) {
        AskInHalves<T>(std::span(&item, 1), ask, run, answers);
      }
    }
    return;
  }
  const Status status =
      reply.ok() ? Status(StatusCode::kInternal, "answers and items do not match") : reply.status();
  // A text that is too long says nothing of the server.
  if (status.code() != StatusCode::kTooLarge) run.Failed(status);
  if (items.size() == 1 || !MayBeOneItemsFault(status)) {
    for (const size_t item : items) answers[item] = status;
    return;
  }
  AskInHalves<T>(items.first(items.size() / 2), ask, run, answers);
  AskInHalves<T>(items.subspan(items.size() / 2), ask, run, answers);
}

/// The answers as a batch: its status is the first failure, by item. An item that nobody asked for
/// any more was cut off by a stop request.
template <typename T>
BatchResult<T> ToBatch(ItemAnswers<T> answers, const char* what) {
  BatchResult<T> batch;
  batch.items.resize(answers.size());
  for (size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i]) answers[i] = Status(StatusCode::kCancelled, "stopped by the caller");
    if (answers[i]->ok()) {
      batch.items[i] = std::move(**answers[i]);
    } else if (batch.status.ok() || answers[i]->status().code() == StatusCode::kCancelled) {
      batch.status = answers[i]->status().code() == StatusCode::kCancelled
                         ? answers[i]->status()
                         : answers[i]->status().WithContext(what + std::to_string(i));
    }
  }
  return batch;
}

}  // namespace gloss
