#include "backends/llama_cpp/group_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backends/llama_cpp/llama_runtime.h"

namespace gloss {
namespace {

constexpr size_t kPrefixBlock = 64;  ///< Tokens; enough for matrix products to be fast.

}  // namespace

Status DecodeBatch(llama_context* context, const LlamaBatch& batch) {
  const int32_t outcome = llama_decode(context, batch.get());
  if (outcome == 0) return Status::Ok();
  if (outcome == 2) return {StatusCode::kCancelled, "stopped by the caller"};
  return {StatusCode::kModelFailed, fmt::format("the model failed while it decoded (code {}): {}",
                                                outcome, TakeLlamaError())};
}

Status KeepPrefix(WorkerContext& worker, std::span<const Token> prefix) {
  const llama_memory_t memory = llama_get_memory(worker.context);
  // Forgotten first: a failure below must not leave a prefix that is only half there.
  std::vector<int32_t> kept = std::exchange(worker.kept_prefix, {});
  const size_t same = static_cast<size_t>(
      std::mismatch(kept.begin(), kept.end(), prefix.begin(), prefix.end()).first - kept.begin());
  // Blocks begin at the same places for every prefix and are computed alone: one that is there from
  // before has the same bits as a new one.
  const bool all = same == prefix.size() && same == kept.size();
  size_t done = all ? same : same - same % kPrefixBlock;
  if (done == 0) {
    llama_memory_clear(memory, /*data=*/false);
  } else {
    // All of them: a call that was stopped leaves its own behind.
    const auto sequences = static_cast<llama_seq_id>(llama_n_seq_max(worker.context));
    for (llama_seq_id i = 1; i < sequences; ++i) llama_memory_seq_rm(memory, i, -1, -1);
    llama_memory_seq_rm(memory, 0, static_cast<llama_pos>(done), -1);
  }
  while (done < prefix.size()) {
    const size_t end = std::min(prefix.size(), done + kPrefixBlock);
    LlamaBatch batch(end - done);
    for (; done < end; ++done) batch.Add(prefix[done], done, 0, /*output=*/false);
    GLOSS_RETURN_IF_ERROR(DecodeBatch(worker.context, batch));
  }
  worker.kept_prefix.assign(prefix.begin(), prefix.end());
  return Status::Ok();
}

GroupDecoder::GroupDecoder(const llama_vocab& vocab, WorkerContext& worker,
                           std::span<const Token> prefix)
    : vocab_(vocab), worker_(worker), prefix_(prefix) {}

Status GroupDecoder::Run(std::span<const GroupItem> items, const std::stop_token& stop) {
  GLOSS_RETURN_IF_ERROR(KeepPrefix(worker_, prefix_));
  GLOSS_RETURN_IF_ERROR(Start(items));
  LlamaBatch next(items.size());
  while (true) {
    next.Clear();
    std::vector<Sequence> still_active;
    for (Sequence& sequence : active_) {
      GLOSS_ASSIGN_OR_RETURN(const bool finished, Step(sequence, next));
      if (!finished) still_active.push_back(std::move(sequence));
    }
    active_ = std::move(still_active);
    if (active_.empty()) return Status::Ok();
    if (stop.stop_requested()) return {StatusCode::kCancelled, "stopped by the caller"};
    GLOSS_RETURN_IF_ERROR(DecodeBatch(worker_.context, next));
  }
}

Status GroupDecoder::Start(std::span<const GroupItem> items) {
  const llama_memory_t memory = llama_get_memory(worker_.context);
  size_t tokens = 0;
  for (const GroupItem& item : items) tokens += item.prompt.size() - prefix_.size();
  LlamaBatch batch(tokens);
  for (size_t i = 0; i < items.size(); ++i) {
    GLOSS_ASSIGN_OR_RETURN(TokenSampler sampler,
                           TokenSampler::Create(vocab_, *items[i].request, items[i].pieces));
    Sequence sequence{&items[i], static_cast<llama_seq_id>(i + 1), std::move(sampler),
                      GeneratedText(items[i].request->stop)};
    if (!prefix_.empty()) llama_memory_seq_cp(memory, 0, sequence.id, -1, -1);
    const std::span<const Token> prompt = items[i].prompt;
    for (size_t k = prefix_.size(); k < prompt.size(); ++k) {
      sequence.output = batch.Add(prompt[k], k, sequence.id, k + 1 == prompt.size());
    }
    active_.push_back(std::move(sequence));
  }
  return DecodeBatch(worker_.context, batch);
}

Result<bool> GroupDecoder::Step(Sequence& sequence, LlamaBatch& next) {
  const float* logits = llama_get_logits_ith(worker_.context, sequence.output);
  if (logits == nullptr) {
    return Status(StatusCode::kModelFailed, "the model gave no logits");
  }
  const auto vocab_size = static_cast<size_t>(llama_vocab_n_tokens(&vocab_));
  GLOSS_ASSIGN_OR_RETURN(const llama_token token, sequence.sampler.Sample({logits, vocab_size}));
  std::optional<FinishReason> finish;
  if (llama_vocab_is_eog(&vocab_, token)) {
    finish = FinishReason::kStop;
  } else {
    ++sequence.generated;
    std::string bytes;
    GLOSS_RETURN_IF_ERROR(AppendPiece(vocab_, token, bytes));
    if (sequence.text.Append(bytes)) {
      finish = FinishReason::kStop;
    } else if (sequence.generated >= sequence.item->max_tokens) {
      finish = FinishReason::kMaxTokens;
    }
  }
  if (finish) {
    Finish(sequence, *finish);
    return true;
  }
  const size_t position = sequence.item->prompt.size() + sequence.generated - 1;
  sequence.output = next.Add(token, position, sequence.id, /*output=*/true);
  return false;
}

void GroupDecoder::Finish(const Sequence& sequence, FinishReason reason) {
  llama_memory_seq_rm(llama_get_memory(worker_.context), sequence.id, -1, -1);
  GenerationResult result;
  result.text = sequence.sampler.WithoutOpenTag(sequence.text.Finish());
  result.citations_enforced = sequence.item->request->citations.has_value();
  result.finish = reason;
  result.prompt_tokens = static_cast<int>(sequence.item->prompt.size());
  result.generated_tokens = static_cast<int>(sequence.generated);
  *sequence.item->result = std::move(result);
}

}  // namespace gloss
