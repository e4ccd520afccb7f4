#pragma once

#include <llama.h>

#include <optional>
#include <span>
#include <vector>

#include "backends/llama_cpp/tokens.h"
#include "models/model_spec.h"

namespace gloss {

/// Longest input of a model in tokens: the spec's, within the model's own limit.
size_t WindowOf(const ModelSpec& spec, const llama_model& model);

/// Parameters of a context that runs one sequence of up to `window` tokens with this pooling.
llama_context_params EncoderContextParams(size_t window, enum llama_pooling_type pooling);

/// The tokens that the model wants around its input; absent where it wants none.
struct FramingTokens {
  std::optional<Token> begin;      ///< [CLS] or BOS.
  std::optional<Token> separator;  ///< [SEP].
  std::optional<Token> end;        ///< [SEP] or EOS.

  /// Tokens that Frame adds to one text.
  size_t count() const { return (begin ? 1U : 0U) + (end ? 1U : 0U); }

  std::vector<Token> Frame(std::span<const Token> text) const;
};

FramingTokens FramingOf(const llama_vocab& vocab);

}  // namespace gloss
