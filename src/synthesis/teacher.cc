#include "synthesis/teacher.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "writing/text_chunks.h"

namespace gloss {

class Teacher::Run {
 public:
  Run(Teacher& owner, std::span<const TeacherQuestion> questions,
      const std::function<Status(size_t, const TeacherAnswer&)>& done, const std::stop_token& stop)
      : owner_(owner), questions_(questions), done_(done), stop_(stop) {
    run_.failures.resize(questions.size());
    run_.asked.resize(questions.size(), false);
  }

  TeacherRun Finish() {
    const size_t workers =
        std::min(static_cast<size_t>(std::max(1, owner_.jobs_)), questions_.size());
    {
      std::vector<std::jthread> threads;
      for (size_t i = 1; i < workers; ++i) threads.emplace_back([this] { Work(); });
      Work();
    }
    return std::move(run_);
  }

 private:
  void Work() {
    while (const auto index = Take()) AskOne(*index);
  }

  /// The next question; nothing when no more is to be asked.
  std::optional<size_t> Take() {
    const std::scoped_lock lock(mutex_);
    if (!run_.stopped.empty() || next_ == questions_.size()) return std::nullopt;
    if (stop_.stop_requested()) {
      run_.stopped = "stopped by the user";
      return std::nullopt;
    }
    return next_++;
  }

  void End(std::string why) {
    const std::scoped_lock lock(mutex_);
    if (run_.stopped.empty()) run_.stopped = std::move(why);
  }

  void AskOne(size_t index) {
    const TeacherQuestion& question = questions_[index];
    auto request = question.make();
    if (!request.ok()) return Fail(index, request.status());
    const size_t most = question.prompt_tokens + static_cast<size_t>(request->max_tokens);
    if (!owner_.budget_.Reserve(most)) {
      return End(fmt::format("the token budget has no room for the next question ({} are spent)",
                             owner_.budget_.used()));
    }
    if (!owner_.rates_.Wait(most, stop_).ok()) {
      owner_.budget_.Settle(most, 0);
      return End("stopped by the user");
    }
    {
      const std::scoped_lock lock(mutex_);
      run_.asked[index] = true;
    }
    const BatchResult<GenerationResult> batch = owner_.generator_.Generate({&*request, 1}, stop_);
    if (batch.items.empty() || !batch.items.front()) {
      owner_.budget_.Settle(most, 0);
      return Fail(index,
                  batch.status.ok() ? Status(StatusCode::kModelFailed, "no answer") : batch.status);
    }
    const GenerationResult& result = *batch.items.front();
    TeacherAnswer answer;
    answer.text = result.text;
    answer.cut_off = result.finish == FinishReason::kMaxTokens;
    answer.prompt_tokens = result.prompt_tokens > 0 ? static_cast<size_t>(result.prompt_tokens)
                                                    : question.prompt_tokens;
    answer.completion_tokens = result.generated_tokens > 0
                                   ? static_cast<size_t>(result.generated_tokens)
                                   : EstimateTokens(result.text);
    owner_.budget_.Settle(most, answer.prompt_tokens + answer.completion_tokens);
    const std::scoped_lock lock(mutex_);
    failures_in_a_row_ = 0;
    if (const Status kept = done_(index, answer); !kept.ok()) {
      run_.failures[index] = kept;
      if (run_.stopped.empty()) run_.stopped = kept.ToString();
    }
  }

  void Fail(size_t index, const Status& status) {
    const std::scoped_lock lock(mutex_);
    if (status.code() == StatusCode::kCancelled) {
      run_.asked[index] = false;
      if (run_.stopped.empty()) run_.stopped = "stopped by the user";
      return;
    }
    run_.failures[index] = status;
    if (++failures_in_a_row_ >= kMostFailures && run_.stopped.empty()) {
      run_.stopped = fmt::format("{} questions in a row failed, the last with {}", kMostFailures,
                                 status.ToString());
    }
  }

  Teacher& owner_;
  const std::span<const TeacherQuestion> questions_;
  const std::function<Status(size_t, const TeacherAnswer&)>& done_;
  const std::stop_token& stop_;
  std::mutex mutex_;  ///< Guards what follows.
  TeacherRun run_;
  size_t next_ = 0;
  size_t failures_in_a_row_ = 0;
};

TeacherRun Teacher::Ask(std::span<const TeacherQuestion> questions,
                        const std::function<Status(size_t, const TeacherAnswer&)>& done,
                        const std::stop_token& stop) {
  return Run(*this, questions, done, stop).Finish();
}

}  // namespace gloss
