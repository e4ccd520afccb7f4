#pragma once

#include <llama.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "backends/llama_cpp/token_pieces.h"
#include "base/status.h"
#include "models/generator.h"
#include "models/tag_token_filter.h"

namespace gloss {

/// Chooses the next token of one request: greedy, or by its temperature and seed, within its
/// grammar or its citation constraint. The random numbers are the same on every machine.
/// Thread-compatible.
class TokenSampler {
 public:
  /// OK when Create takes the request.
  static Status Check(const llama_vocab& vocab, const GenerationRequest& request);

  /// `pieces`: of the vocabulary; needed when the request has `citations`.
  /// Errors: kInvalidArgument (the grammar does not parse; a tag is none; both are given).
  static Result<TokenSampler> Create(const llama_vocab& vocab, const GenerationRequest& request,
                                     std::shared_ptr<const TokenPieces> pieces);

  /// The next token by the model's logits (one a token of the vocabulary), which it takes note of.
  /// Errors: kModelFailed (logits that are not numbers; nothing that may come next).
  Result<llama_token> Sample(std::span<const float> logits);

  /// The text up to a tag that its end leaves half written.
  std::string WithoutOpenTag(std::string text) const;

 private:
  struct SamplerDeleter {
    void operator()(llama_sampler* sampler) const { llama_sampler_free(sampler); }
  };

  using Grammar = std::unique_ptr<llama_sampler, SamplerDeleter>;

  TokenSampler(const llama_vocab& vocab, float temperature, uint64_t seed);

  static Result<std::shared_ptr<const TagRules>> RulesOf(const GenerationRequest& request);
  static Result<Grammar> GrammarOf(const llama_vocab& vocab, const GenerationRequest& request);

  Result<llama_token> Pick(std::span<const float> logits);
  bool GrammarTakes(llama_token token);
  Result<llama_token> PickInGrammar(std::span<const float> logits);
  Result<llama_token> PickInFilter(std::span<const float> logits);
  bool FilterTakes(llama_token token) const;

  const llama_vocab* vocab_;
  float temperature_;
  std::mt19937_64 random_;
  Grammar grammar_;
  std::vector<llama_token_data> candidates_;
  std::shared_ptr<const TokenPieces> pieces_;
  std::optional<TagTokenFilter> filter_;
  std::vector<float> allowed_;
};

}  // namespace gloss
