#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "backends/llama_cpp/gguf_check.h"
#include "base/status.h"
#include "models/model_spec.h"

struct llama_adapter_lora;
struct llama_context;
struct llama_context_params;
struct llama_model;
struct llama_vocab;

namespace gloss {

/// One of a model's contexts, used by one thread at a time.
struct WorkerContext {
  llama_context* context = nullptr;
  std::vector<int32_t> kept_prefix;  ///< Tokens that sequence 0 of its memory holds (generators).
};

/// A loaded model and the thread that owns it.
///
/// Work is cut into jobs that do not depend on each other (one sentence, one pair, one group of
/// prompts). Each job is computed by one thread in one context, whatever the thread count: so its
/// result has the same bits for any batch, order and thread count, and ggml's threads never wait
/// for each other at barriers, which on a busy machine makes them twenty times slower than one
/// thread. The owner thread takes the process's compute lease and spreads the jobs over as many
/// contexts as the thread budget allows. Models above kLargeModelBytes are the exception: there one
/// job is worth the barriers, and the budget's threads compute it together.
///
/// Thread-safe: callers queue.
class ModelOwner {
 public:
  static constexpr uint64_t kLargeModelBytes = uint64_t{1} << 30;
  static constexpr size_t kMaxQueued = 64;  ///< Calls that wait; more block their caller.

  /// Checks a loaded model and says how its contexts are made. Runs on the owner thread.
  using Configure =
      std::function<Result<llama_context_params>(const llama_model&, const GgufSummary&)>;
  /// Computes job `index`. Runs on one of the compute threads.
  using Job = std::function<Status(WorkerContext&, size_t index)>;

  /// Verifies the file against its spec, loads it memory-mapped, applies the spec's adapter, and
  /// makes the first context.
  /// Errors: kModelUnavailable, with the file, what is wrong with it and what to do.
  static Result<std::unique_ptr<ModelOwner>> Load(const ModelSpec& spec, const std::string& path,
                                                  const Configure& configure);
  ~ModelOwner();
  ModelOwner(const ModelOwner&) = delete;
  ModelOwner& operator=(const ModelOwner&) = delete;

  /// Runs jobs 0 … count-1, in order of their start, and waits for them. After the first failure or
  /// a stop request no further job starts. The returned failure is the one of the lowest index.
  Status Run(size_t count, std::stop_token stop, const Job& job);

  const llama_model& model() const { return *model_; }
  const llama_vocab& vocab() const { return *vocab_; }
  const ModelSpec& spec() const { return spec_; }

 private:
  struct Task {
    size_t count = 0;
    std::stop_token stop;
    const Job* job = nullptr;
    std::promise<Status> done;
  };

  ModelOwner(ModelSpec spec, std::string path);

  void Own(const std::stop_token& stop, const Configure& configure, std::promise<Status> loaded);
  Status LoadOnOwner(const Configure& configure);
  Status LoadAdapter(const std::string& path);
  Status AddContext();
  Status Compute(const Task& task);
  Status ComputeJob(WorkerContext& worker, const Task& task, size_t index);
  void FreeAll();

  ModelSpec spec_;
  std::string path_;
  llama_model* model_ = nullptr;
  llama_adapter_lora* adapter_ = nullptr;  ///< Of the spec; null: none. Freed with the model.
  const llama_vocab* vocab_ = nullptr;
  std::unique_ptr<llama_context_params> context_params_;
  std::vector<std::unique_ptr<WorkerContext>> workers_;  ///< Touched by the owner thread only.
  bool is_large_ = false;
  Status broken_;  ///< Set when an assertion left the library's state unusable.

  std::mutex mutex_;
  std::condition_variable_any queue_changed_;
  std::deque<Task> queue_;
  std::jthread owner_;  ///< Last: joined before the rest goes.
};

}  // namespace gloss
