#pragma once

#include <llama.h>

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "backends/llama_cpp/generated_text.h"
#include "backends/llama_cpp/llama_batch_builder.h"
#include "backends/llama_cpp/model_owner.h"
#include "backends/llama_cpp/token_pieces.h"
#include "backends/llama_cpp/token_sampler.h"
#include "backends/llama_cpp/tokens.h"
#include "models/generator.h"

namespace gloss {

/// One request of a group: what it asks, and its answer when it is there.
struct GroupItem {
  const GenerationRequest* request = nullptr;
  std::span<const Token> prompt;              ///< Whole; its beginning may be the shared prefix.
  size_t max_tokens = 0;                      ///< At least 1; the prompt and these fit the context.
  std::shared_ptr<const TokenPieces> pieces;  ///< Needed when the request has `citations`.
  std::optional<GenerationResult>* result = nullptr;
};

/// Puts `prefix` alone into sequence 0 of the worker's memory and empties all other sequences. What
/// is there from before is kept where it begins with the same blocks of tokens; the memory has the
/// same bits either way. Errors: kModelFailed, kCancelled.
Status KeepPrefix(WorkerContext& worker, std::span<const Token> prefix);

/// Runs a batch. Errors: kModelFailed, kCancelled.
Status DecodeBatch(llama_context* context, const LlamaBatch& batch);

/// Decodes the requests of one group together in one context. Items that finish before a failure or
/// a stop keep their results.
class GroupDecoder {
 public:
  GroupDecoder(const llama_vocab& vocab, WorkerContext& worker, std::span<const Token> prefix);

  Status Run(std::span<const GroupItem> items, const std::stop_token& stop);

 private:
  struct Sequence {
    const GroupItem* item = nullptr;
    llama_seq_id id = 0;
    TokenSampler sampler;
    GeneratedText text;
    size_t generated = 0;
    int32_t output = 0;  ///< Index in the last batch of the token whose logits come next.
  };

  Status Start(std::span<const GroupItem> items);
  /// Samples one token; true when the sequence is finished.
  Result<bool> Step(Sequence& sequence, LlamaBatch& next);
  void Finish(const Sequence& sequence, FinishReason reason);

  const llama_vocab& vocab_;
  WorkerContext& worker_;
  std::span<const Token> prefix_;
  std::vector<Sequence> active_;
};

}  // namespace gloss
