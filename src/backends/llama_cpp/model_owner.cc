#include "backends/llama_cpp/model_owner.h"

#include <fmt/format.h>
#include <llama.h>

#include <algorithm>
#include <atomic>
#include <system_error>

#include "backends/llama_cpp/llama_runtime.h"
#include "base/thread_budget.h"

namespace gloss {
namespace {

Status Unavailable(const std::string& path, std::string_view why) {
  return {StatusCode::kModelUnavailable, fmt::format("{}: {}", path, why)};
}

Status Cancelled() { return {StatusCode::kCancelled, "stopped by the caller"}; }

bool StopRequested(void* stop) { return static_cast<std::stop_token*>(stop)->stop_requested(); }

/// The failure of the lowest job, from any thread.
class FirstFailure {
 public:
  void Take(size_t index, Status status) {
    const std::lock_guard lock(mutex_);
    if (status_.ok() || index < index_) {
      index_ = index;
      status_ = std::move(status);
    }
    any_.store(true);
  }
  bool any() const { return any_.load(); }
  Status status() {
    const std::lock_guard lock(mutex_);
    return status_;
  }

 private:
  std::atomic<bool> any_{false};
  std::mutex mutex_;
  size_t index_ = 0;
  Status status_;
};

}  // namespace

ModelOwner::ModelOwner(ModelSpec spec, std::string path)
    : spec_(std::move(spec)), path_(std::move(path)) {}

Result<std::unique_ptr<ModelOwner>> ModelOwner::Load(const ModelSpec& spec, const std::string& path,
                                                     const Configure& configure) {
  InitLlamaRuntime();
  GLOSS_RETURN_IF_ERROR(ModelRegistry::Verify(spec, path));
  std::unique_ptr<ModelOwner> owner(new ModelOwner(spec, path));
  std::promise<Status> loaded;
  std::future<Status> outcome = loaded.get_future();
  try {
    owner->owner_ = std::jthread([self = owner.get(), &configure,
                                  loaded = std::move(loaded)](const std::stop_token& stop) mutable {
      self->Own(stop, configure, std::move(loaded));
    });
  } catch (const std::system_error& error) {
    return Unavailable(path, fmt::format("no thread for the model: {}", error.what()));
  }
  GLOSS_RETURN_IF_ERROR(outcome.get());
  return owner;
}

ModelOwner::~ModelOwner() {
  owner_.request_stop();
  if (owner_.joinable()) owner_.join();
}

void ModelOwner::Own(const std::stop_token& stop, const Configure& configure,
                     std::promise<Status> loaded) {
  const Status status =
      RunGuarded(StatusCode::kModelUnavailable, [&] { return LoadOnOwner(configure); });
  const bool ok = status.ok();
  if (!ok) FreeAll();
  loaded.set_value(ok ? status : Unavailable(path_, status.message()));  // `configure` ends here
  if (!ok) return;
  while (true) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      if (!queue_changed_.wait(lock, stop, [&] { return !queue_.empty(); })) break;
      task = std::move(queue_.front());
      queue_.pop_front();
    }
    queue_changed_.notify_all();
    task.done.set_value(Compute(task));
  }
  FreeAll();
}

Status ModelOwner::LoadOnOwner(const Configure& configure) {
  GLOSS_ASSIGN_OR_RETURN(const GgufSummary summary, CheckGguf(path_));
  llama_model_params params = llama_model_default_params();
  params.load_mode = LLAMA_LOAD_MODE_MMAP;
  params.n_gpu_layers = 0;
  model_ = llama_model_load_from_file(path_.c_str(), params);
  if (model_ == nullptr) {
    const std::string reason = TakeLlamaError();
    return {StatusCode::kModelUnavailable,
            fmt::format("the model does not load: {}; fetch the model file again",
                        reason.empty() ? "unknown reason" : reason)};
  }
  if (spec_.adapter) GLOSS_RETURN_IF_ERROR(LoadAdapter(spec_.adapter->file));
  vocab_ = llama_model_get_vocab(model_);
  is_large_ = llama_model_size(model_) > kLargeModelBytes;
  GLOSS_ASSIGN_OR_RETURN(llama_context_params context_params, configure(*model_, summary));
  context_params_ = std::make_unique<llama_context_params>(context_params);
  return AddContext();
}

Status ModelOwner::LoadAdapter(const std::string& path) {
  GLOSS_RETURN_IF_ERROR(CheckGguf(path).status());
  adapter_ = llama_adapter_lora_init(model_, path.c_str());
  if (adapter_ != nullptr) return Status::Ok();
  const std::string reason = TakeLlamaError();
  return {StatusCode::kModelUnavailable,
          fmt::format("the adapter {} does not load: {}; restore it, or take the model without it",
                      path, reason.empty() ? "unknown reason" : reason)};
}

Status ModelOwner::AddContext() {
  llama_context_params params = *context_params_;
  params.n_threads = params.n_threads_batch = 1;
  params.no_perf = true;
  llama_context* context = llama_init_from_model(model_, params);
  if (context == nullptr) {
    return {StatusCode::kModelUnavailable,
            fmt::format("the model's context cannot be made: {}", TakeLlamaError())};
  }
  float scale = 1.0F;
  if (adapter_ != nullptr && llama_set_adapters_lora(context, &adapter_, 1, &scale) != 0) {
    llama_free(context);
    return {StatusCode::kModelUnavailable,
            fmt::format("the adapter cannot be applied: {}", TakeLlamaError())};
  }
  workers_.push_back(std::make_unique<WorkerContext>());
  workers_.back()->context = context;
  return Status::Ok();
}

Status ModelOwner::Run(size_t count, std::stop_token stop, const Job& job) {
  if (count == 0) return stop.stop_requested() ? Cancelled() : Status::Ok();
  std::future<Status> outcome;
  {
    std::unique_lock lock(mutex_);
    const auto has_room = [&] { return queue_.size() < kMaxQueued; };
    if (!queue_changed_.wait(lock, stop, has_room)) return Cancelled();
    Task task;
    task.count = count;
    task.stop = std::move(stop);
    task.job = &job;
    outcome = task.done.get_future();
    queue_.push_back(std::move(task));
  }
  queue_changed_.notify_all();
  return outcome.get();
}

Status ModelOwner::Compute(const Task& task) {
  if (task.stop.stop_requested()) return Cancelled();
  GLOSS_RETURN_IF_ERROR(broken_);
  const ComputeLease lease;
  const auto budget = static_cast<size_t>(ThreadBudget::Get());
  const size_t wanted = is_large_ ? 1 : std::clamp<size_t>(task.count, 1, budget);
  while (workers_.size() < wanted) {
    const Status added = RunGuarded(StatusCode::kModelFailed, [&] { return AddContext(); });
    if (!added.ok()) break;  // too little memory for another: the contexts there are do the work
  }
  const size_t used = std::min(wanted, workers_.size());
  const int threads = is_large_ ? static_cast<int>(budget) : 1;
  std::stop_token stop = task.stop;
  std::atomic<size_t> next{0};
  FirstFailure failure;
  const auto work = [&](WorkerContext& worker) {
    llama_set_n_threads(worker.context, threads, threads);
    llama_set_abort_callback(worker.context, StopRequested, &stop);
    for (size_t i = next.fetch_add(1); i < task.count; i = next.fetch_add(1)) {
      if (failure.any()) return;
      if (Status status = ComputeJob(worker, task, i); !status.ok()) {
        failure.Take(i, std::move(status));
      }
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (size_t i = 1; i < used; ++i) others.emplace_back([&, i] { work(*workers_[i]); });
    } catch (const std::system_error&) {
      // No more threads to be had: those that are there do the work.
    }
    work(*workers_[0]);
  }
  // The callback's data is on this stack.
  for (size_t i = 0; i < used; ++i) {
    llama_set_abort_callback(workers_[i]->context, nullptr, nullptr);
  }
  Status status = failure.status();
  if (status.code() == StatusCode::kInternal) {
    status = {StatusCode::kModelFailed, fmt::format("{}: the model failed while it computed: {}",
                                                    spec_.name, status.message())};
    broken_ = status;
  }
  return status;
}

Status ModelOwner::ComputeJob(WorkerContext& worker, const Task& task, size_t index) {
  if (task.stop.stop_requested()) return Cancelled();
  return RunGuarded(StatusCode::kInternal, [&] { return (*task.job)(worker, index); });
}

void ModelOwner::FreeAll() {
  for (const auto& worker : workers_) llama_free(worker->context);
  workers_.clear();
  if (model_ != nullptr) llama_model_free(model_);
  model_ = nullptr;
}

}  // namespace gloss
