#pragma once

#include <functional>
#include <stop_token>

#include "base/status.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "synthesis/synth_options.h"
#include "synthesis/synth_records.h"
#include "synthesis/synth_tasks.h"
#include "synthesis/teacher_answer.h"
#include "types/document.h"

namespace gloss {

/// Models that judge texts. They must outlive what uses them.
struct JudgeModels {
  Embedder* embedder = nullptr;
  EntailmentClassifier* classifier = nullptr;
  Generator* decomposer = nullptr;  ///< Null: claims by rule.
};

/// The models for a text and its source, by their languages. Errors: kModelUnavailable.
using JudgeModelsFor =
    std::function<Result<JudgeModels>(const Document& text, const Document& source)>;

/// A text as `verify` reads one that is written out: Markdown keeps its signs, and its language is
/// detected. Segmented.
Document WrittenText(std::string text);

/// Stages 4 and 5: is the teacher's text good enough to learn from? First what needs no model (the
/// form of the answer, language, tags, reasoning); a text that fails there is not looked at
/// further. Then the verification of every citation (writing/citation_verifier.h), as `glossator
/// verify` does it with its defaults, and the measures of writing/quality.h. So an accepted text
/// passes `verify`. One rejection a code. Deterministic when the models are.
class ExampleFilter {
 public:
  /// `models` must outlive the filter.
  ExampleFilter(const JudgeModelsFor& models, const FilterOptions& options)
      : models_(models), options_(options) {}

  /// Errors: those of the verifier and of `models`; kModelFailed and kCancelled among them: the
  /// text is then not judged.
  Result<ExampleVerdict> Judge(const SynthTask& task, const SynthSource& source,
                               const TeacherAnswer& answer, const std::stop_token& stop) const;

 private:
  class Judging;

  const JudgeModelsFor& models_;
  FilterOptions options_;
};

}  // namespace gloss
