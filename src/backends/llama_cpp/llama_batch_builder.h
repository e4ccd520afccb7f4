#pragma once

#include <llama.h>

#include <cstddef>

namespace gloss {

/// An owned llama_batch whose tokens belong to one sequence each.
class LlamaBatch {
 public:
  explicit LlamaBatch(size_t capacity)
      : batch_(llama_batch_init(static_cast<int32_t>(capacity), /*embd=*/0, /*n_seq_max=*/1)) {}
  ~LlamaBatch() { llama_batch_free(batch_); }
  LlamaBatch(const LlamaBatch&) = delete;
  LlamaBatch& operator=(const LlamaBatch&) = delete;

  /// Returns the token's index in the batch. REQUIRES: size() < capacity.
  int32_t Add(llama_token token, size_t position, llama_seq_id sequence, bool output) {
    const int32_t i = batch_.n_tokens++;
    batch_.token[i] = token;
    batch_.pos[i] = static_cast<llama_pos>(position);
    batch_.n_seq_id[i] = 1;
    batch_.seq_id[i][0] = sequence;
    batch_.logits[i] = output ? 1 : 0;
    return i;
  }

  void Clear() { batch_.n_tokens = 0; }
  size_t size() const { return static_cast<size_t>(batch_.n_tokens); }
  llama_batch get() const { return batch_; }

 private:
  llama_batch batch_;
};

}  // namespace gloss
