#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/status.h"
#include "grounding/grounder.h"
#include "grounding/grounding_options.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "types/grounding_report.h"

namespace gloss {

struct ReformulationOptions {
  /// What happens to a sentence for which no supported text is found: "mark" or "drop".
  std::string on_unsupported = "mark";
  int max_attempts = 2;  ///< Texts asked of the model for one sentence, 0 to 10.
  std::string prompt = "reformulate_v1";
  size_t max_evidence = 4;         ///< Source sentences shown to the model.
  float retry_temperature = 0.7F;  ///< Of the second and later texts, above 0 to 2.
  uint64_t seed = 42;
};

/// Errors: kInvalidArgument.
Status ValidateOptions(const ReformulationOptions& options);

/// eTracer, step 5: response sentences with contradicted or unsupported claims are rewritten from
/// their evidence.
///
/// For each such sentence texts are tried in this order, each once:
/// - "figure": the sentence with the figures that its evidence contradicts replaced by the
///   source's ("85.3" → "58.3"); all else stays byte for byte;
/// - "model": what the generator writes from the evidence, up to max_attempts;
/// - "claims": its claims, those with the source's figures among them, without the ones that remain
///   unsupported; then the supported claims alone;
/// - "source": the sentence of the source that contradicts it, as it stands, where the response's
///   sentence has no supported claim.
/// A text is taken when the same grounder, reading it in its place, finds every claim of it
/// supported; when it entails every supported claim of the old sentence; and when it has no number
/// or name that neither the evidence nor a supported claim has. Else the next is tried, then the
/// sentence is marked ("[not supported by the sources]", in the response's language) or dropped.
///
/// Untouched, byte for byte: sentences whose claims are supported, not checkable or unchecked.
/// Marked and never rewritten: sentences of which the sources say both (conflicting), or whose
/// check was not finished. Never dropped: a sentence to which the next one refers.
///
/// A model that fails costs its attempts and no more. Deterministic when the models are;
/// thread-safe when they are.
class Reformulator {
 public:
  /// `writer` may be null: rules alone; so does one whose spec names a prompt, since a model that
  /// was trained to split sentences writes nothing else. All must outlive the reformulator.
  Reformulator(const Grounder& grounder, EntailmentClassifier& classifier, Generator* writer)
      : grounder_(grounder),
        classifier_(classifier),
        writer_(writer != nullptr && writer->spec().prompt.empty() ? writer : nullptr) {}

  /// `report` is what `grounder` said with `grounding`. Errors: kInvalidArgument for options,
  /// kNotFound for the prompt.
  Result<Reformulation> Reformulate(const GroundingReport& report,
                                    const ReformulationOptions& options,
                                    const GroundingOptions& grounding, std::stop_token stop) const;

 private:
  class Run;

  const Grounder& grounder_;
  EntailmentClassifier& classifier_;
  Generator* writer_;
};

/// All settings of a reformulation that change results, for the report's provenance.
std::map<std::string, std::string> SettingsOf(const ReformulationOptions& options);

}  // namespace gloss
