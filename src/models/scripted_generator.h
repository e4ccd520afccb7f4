#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/generator.h"
#include "models/scripted_failure.h"

namespace gloss {

/// What a scripted generator says to prompts whose last message contains `contains`.
struct ScriptedReply {
  std::string contains;
  std::string text;
  FinishReason finish = FinishReason::kStop;
};

struct ScriptedGeneratorOptions {
  std::string name = "scripted-generator";  ///< Of the spec.
  ModelRole role = ModelRole::kDecomposer;  ///< Of the spec.
  std::string prompt = {};                  ///< Of the spec.
  std::vector<std::string> languages = {};  ///< Of the spec.
  std::vector<ScriptedReply> replies;       ///< The first that matches is taken.
  /// Asked when no reply matches (to answer by seed or temperature); may be called from several
  /// threads.
  std::function<std::optional<std::string>(const GenerationRequest&)> callback;
  std::optional<size_t> fail_after;  ///< Fails after so many items, over all calls.
};

/// Generator for tests. Texts end before the request's stop strings; max_tokens is counted in
/// blank-separated words. A script says what it says: citations and grammar are not enforced, as
/// the results tell. A prompt that nothing answers fails the call (kModelFailed), so that a
/// test notices. Thread-safe when the callback is.
class ScriptedGenerator : public Generator {
 public:
  explicit ScriptedGenerator(ScriptedGeneratorOptions options = {});

  BatchResult<GenerationResult> Generate(std::span<const GenerationRequest> requests,
                                         std::stop_token stop) override;
  const ModelSpec& spec() const override { return spec_; }

 private:
  Result<GenerationResult> Answer(const GenerationRequest& request) const;

  ScriptedGeneratorOptions options_;
  ModelSpec spec_;
  ScriptedFailure failure_;
};

}  // namespace gloss
