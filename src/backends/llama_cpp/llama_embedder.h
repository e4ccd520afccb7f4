#pragma once

#include <memory>
#include <string>

#include "backends/llama_cpp/encoder_options.h"
#include "backends/llama_cpp/model_owner.h"
#include "models/embedder.h"

namespace gloss {

/// Embedder over a GGUF encoder in this process: pooled as the spec or else the file
/// says (mean where neither does), L2-normalised. A text longer than the window is cut into even
/// windows without overlap whose vectors are averaged by their token counts. The same text gives
/// the same bits in any batch, order and thread count. Thread-safe.
class LlamaEmbedder : public Embedder {
 public:
  /// Errors: kModelUnavailable, with the file, what is wrong with it and what to do.
  static Result<std::unique_ptr<LlamaEmbedder>> Load(const ModelSpec& spec, const std::string& path,
                                                     const EncoderOptions& options = {});

  BatchResult<Embedding> Embed(std::span<const std::string_view> texts,
                               std::stop_token stop) override;
  const ModelSpec& spec() const override { return owner_->spec(); }
  const TokenVectors* token_vectors() const override { return token_table_.get(); }

 private:
  LlamaEmbedder(std::unique_ptr<ModelOwner> owner, const EncoderOptions& options);

  std::unique_ptr<ModelOwner> owner_;
  std::unique_ptr<TokenVectors> token_table_;
  EncoderOptions options_;
  size_t window_ = 0;  ///< Tokens of one run, with those added around the text.
};

}  // namespace gloss
