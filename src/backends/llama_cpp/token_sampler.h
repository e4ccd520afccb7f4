#pragma once

#include <llama.h>

#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "base/status.h"
#include "models/generator.h"

namespace gloss {

/// Chooses the next token of one request: greedy, or by its temperature and seed, within its
/// grammar. The random numbers are the same on every machine. Thread-compatible.
class TokenSampler {
 public:
  /// Errors: kInvalidArgument (the grammar does not parse).
  static Result<TokenSampler> Create(const llama_vocab& vocab, const GenerationRequest& request);

  /// The next token by the model's logits (one a token of the vocabulary), which it takes note of.
  /// Errors: kModelFailed (logits that are not numbers; a grammar that no token continues).
  Result<llama_token> Sample(std::span<const float> logits);

 private:
  struct SamplerDeleter {
    void operator()(llama_sampler* sampler) const { llama_sampler_free(sampler); }
  };

  TokenSampler(const llama_vocab& vocab, float temperature, uint64_t seed);

  Result<llama_token> Pick(std::span<const float> logits);
  bool GrammarTakes(llama_token token);
  Result<llama_token> PickInGrammar(std::span<const float> logits);

  const llama_vocab* vocab_;
  float temperature_;
  std::mt19937_64 random_;
  std::unique_ptr<llama_sampler, SamplerDeleter> grammar_;
  std::vector<llama_token_data> candidates_;
};

}  // namespace gloss
