#include "backends/llama_cpp/encoder_support.h"

#include <algorithm>

namespace gloss {

size_t WindowOf(const ModelSpec& spec, const llama_model& model) {
  const auto own = static_cast<size_t>(std::max(1, llama_model_n_ctx_train(&model)));
  return spec.max_tokens > 0 ? std::min(own, static_cast<size_t>(spec.max_tokens)) : own;
}

llama_context_params EncoderContextParams(size_t window, enum llama_pooling_type pooling) {
  llama_context_params params = llama_context_default_params();
  params.n_ctx = params.n_batch = params.n_ubatch = static_cast<uint32_t>(window);
  params.n_seq_max = 1;
  params.embeddings = true;
  params.pooling_type = pooling;
  // Flash attention rounds keys and values to f16; sentences are too short to gain from it.
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  return params;
}

std::vector<Token> FramingTokens::Frame(std::span<const Token> text) const {
  std::vector<Token> tokens;
  tokens.reserve(text.size() + count());
  if (begin) tokens.push_back(*begin);
  tokens.insert(tokens.end(), text.begin(), text.end());
  if (end) tokens.push_back(*end);
  return tokens;
}

FramingTokens FramingOf(const llama_vocab& vocab) {
  FramingTokens framing;
  const auto known = [](llama_token token) {
    return token == LLAMA_TOKEN_NULL ? std::nullopt : std::optional<Token>(token);
  };
  framing.separator = known(llama_vocab_sep(&vocab));
  if (llama_vocab_type(&vocab) == LLAMA_VOCAB_TYPE_WPM) {
    framing.begin = known(llama_vocab_bos(&vocab));  // [CLS]
    framing.end = framing.separator;
    return framing;
  }
  if (llama_vocab_get_add_bos(&vocab)) framing.begin = known(llama_vocab_bos(&vocab));
  if (llama_vocab_get_add_eos(&vocab)) framing.end = known(llama_vocab_eos(&vocab));
  if (!framing.separator) framing.separator = known(llama_vocab_eos(&vocab));
  return framing;
}

}  // namespace gloss
