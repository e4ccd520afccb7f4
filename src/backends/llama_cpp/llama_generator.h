#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "backends/llama_cpp/model_owner.h"
#include "backends/llama_cpp/token_pieces.h"
#include "backends/llama_cpp/tokens.h"
#include "models/generator.h"

namespace gloss {

/// How a local generator computes.
struct GeneratorOptions {
  /// Requests that are decoded together. A request's result may depend on its neighbours' (the sums
  /// of attention run over all of them), so this is a constant of the configuration, not a matter
  /// of load.
  size_t parallel_sequences = 4;
  /// Tokens of memory for one group of requests: their shared beginning, their prompts and texts.
  size_t context_tokens = 4096;
};

/// Generator over a GGUF causal model in this process. A call's requests are cut into groups by
/// their list alone (generation_plan.h); a group is decoded together on one thread, and groups run
/// beside each other. The beginning that all prompts of a call share is computed once a context and
/// kept for the next call. The same list of requests gives the same texts for any thread count.
/// Thread-safe.
class LlamaGenerator : public Generator {
 public:
  /// Errors: kModelUnavailable, with the file, what is wrong with it and what to do.
  static Result<std::unique_ptr<LlamaGenerator>> Load(const ModelSpec& spec,
                                                      const std::string& path,
                                                      const GeneratorOptions& options = {});

  /// Errors of the whole call, before anything is computed: kTooLarge (a prompt leaves no room for
  /// an answer), kInvalidArgument (roles, max_tokens below 1, a grammar that does not parse, a
  /// citation constraint with a tag that is none). A max_tokens beyond the window is cut to it.
  /// Citation constraints hold in every text, also in one that is cut.
  BatchResult<GenerationResult> Generate(std::span<const GenerationRequest> requests,
                                         std::stop_token stop) override;
  std::optional<size_t> CountTokens(std::string_view text) const override;
  const ModelSpec& spec() const override { return owner_->spec(); }

 private:
  LlamaGenerator(std::unique_ptr<ModelOwner> owner, const GeneratorOptions& options);

  Result<std::vector<Token>> PromptOf(const GenerationRequest& request, size_t index) const;
  /// Made when the first request needs them: they take some milliseconds and megabytes.
  Result<std::shared_ptr<const TokenPieces>> Pieces();

  std::unique_ptr<ModelOwner> owner_;
  GeneratorOptions options_;
  std::string chat_template_;
  size_t window_ = 0;
  std::mutex pieces_mutex_;
  std::shared_ptr<const TokenPieces> pieces_;
};

}  // namespace gloss
