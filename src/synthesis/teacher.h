#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "models/generator.h"
#include "synthesis/spend_limits.h"
#include "synthesis/synth_records.h"

namespace gloss {

/// One thing to ask the teacher.
struct TeacherQuestion {
  std::function<Result<GenerationRequest>()> make;  ///< Called when it is its turn.
  size_t prompt_tokens = 0;                         ///< Estimated.
};

/// What became of the questions.
struct TeacherRun {
  std::vector<Status> failures;  ///< One a question; OK where it was answered or not asked.
  std::vector<bool> asked;
  std::string stopped;  ///< Why the rest was not asked; empty: all was.
};

/// Asks the teacher many questions, some at once, within budget and rates. Retries are the
/// generator's (backends/remote). Stops asking when the budget has no room for the next question,
/// when the caller stops, when `done` fails (it could not be kept), and when so many answers in a
/// row fail that the server must be gone.
class Teacher {
 public:
  /// All must outlive the object. `generator` must be thread-safe.
  Teacher(Generator& generator, TokenBudget& budget, RateLimiter& rates, int jobs)
      : generator_(generator), budget_(budget), rates_(rates), jobs_(jobs) {}

  /// `done(index, answer)` is called once for every answer as soon as it is there, one call at a
  /// time. Tokens that the server does not tell are estimated.
  TeacherRun Ask(std::span<const TeacherQuestion> questions,
                 const std::function<Status(size_t, const TeacherAnswer&)>& done,
                 const std::stop_token& stop);

  /// Failures in a row that end a run.
  static constexpr size_t kMostFailures = 8;

 private:
  class Run;

  Generator& generator_;
  TokenBudget& budget_;
  RateLimiter& rates_;
  int jobs_;
};

}  // namespace gloss
