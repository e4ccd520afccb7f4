#pragma once

#include <stop_token>
#include <vector>

#include "base/status.h"
#include "judge/judge_options.h"
#include "models/embedder.h"
#include "models/generator.h"
#include "types/judge_report.h"

namespace gloss {

/// The models of a judge; all must outlive what uses them.
struct TextJudgeModels {
  Embedder& embedder;
  Generator* judge = nullptr;  ///< Null: only what the program can decide is decided.
};

/// All checks of a text that was verified (CitationVerifier, with suggestions), by criterion.
///
/// Citations, format, lengths, forms, languages, figures and names are decided by the program, and
/// support by the grounder's verdicts; a generative judge is asked the rest (model_judge.h).
/// Without one, instructions that no rule can read are unchecked. A model that fails leaves its
/// checks unchecked and is told in `failure`. Fills `checks` and adds to `usage` of `judged`.
/// Deterministic when the models are. Errors: kInvalidArgument (options), kCancelled, kNotFound
/// (a prompt).
Status JudgeText(const TextJudgeModels& models, const JudgeOptions& options,
                 const std::stop_token& stop, JudgedText* judged, Status* failure);

}  // namespace gloss
