#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "judge/asked_for.h"
#include "judge/judge_options.h"
#include "models/generator.h"
#include "types/judge_report.h"

namespace gloss {

inline constexpr std::string_view kJudgePromptId = "judge_v1";
inline constexpr std::string_view kJudgePairPromptId = "judge_pair_v1";

/// A generative model as judge: on any server that speaks chat completions, or in this process.
///
/// Texts and sources go into the prompt as JSON strings (QuotedForJudge) without their marks: what
/// they say is data, and how the text is cited is not the judge's to decide. Each question is
/// answered `samples` times; more than half of the answers must agree on yes for the check to pass
/// and on no for it to fail. An answer that is not as asked, and one that never came, agree with
/// neither. Deterministic when the model is. Thread-safe when it is.
class ModelJudge {
 public:
  /// The generator must outlive the judge.
  ModelJudge(Generator& generator, const JudgeOptions& options)
      : generator_(generator), options_(options) {}

  /// The checks of DecidedBy::kJudge that apply to the text. A model that fails leaves them
  /// unchecked; `failure` then says why. Adds to `usage`. Errors: kCancelled; kNotFound (prompt).
  Result<std::vector<JudgeCheck>> Check(const CitedText& text, const AskedFor& asked,
                                        const std::stop_token& stop, JudgeUsage* usage,
                                        Status* failure) const;

  /// Both texts by each criterion that a reader can judge, in both orders; one sample each.
  /// REQUIRES: both are on one task. Errors and failures: as Check.
  Result<std::vector<PairJudgement>> Compare(const JudgedText& first, const JudgedText& second,
                                             const std::stop_token& stop, JudgeUsage* usage,
                                             Status* failure) const;

 private:
  struct Reply {
    std::string text;
    std::string problem;  ///< Why there is no text; empty: there is.
  };

  /// One reply a request, in order.
  Result<std::vector<Reply>> Ask(std::vector<GenerationRequest> requests,
                                 const std::stop_token& stop, JudgeUsage* usage,
                                 Status* failure) const;
  GenerationRequest RequestOf(std::vector<ChatMessage> messages, bool pair) const;

  Generator& generator_;
  JudgeOptions options_;
};

}  // namespace gloss
