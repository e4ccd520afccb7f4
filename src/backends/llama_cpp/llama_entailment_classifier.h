#pragma once

#include <memory>
#include <string>

#include "backends/llama_cpp/encoder_options.h"
#include "backends/llama_cpp/model_owner.h"
#include "models/entailment_classifier.h"

namespace gloss {

/// EntailmentClassifier over a GGUF encoder with a three-way head, in this process. Input: [CLS]
/// premise [SEP] hypothesis [SEP], token types all zero; the head (dense, tanh, projection of the
/// first token) is read through rank pooling; the spec's labels say which output is which.
///
/// A premise that does not fit is cut into even windows that overlap by a quarter; the pair gets
/// the scores of the window whose larger probability of entailment and contradiction is the
/// largest, since a sentence of evidence decides and the windows around it are neutral. A
/// hypothesis that leaves less than kLeastPremiseTokens for the premise is an error of its item
/// (kTooLarge); the other items are computed.
///
/// The same pair gives the same bits in any batch, order and thread count. Thread-safe.
class LlamaEntailmentClassifier : public EntailmentClassifier {
 public:
  static constexpr size_t kLeastPremiseTokens = 32;

  /// Errors: kModelUnavailable, with the file, what is wrong with it and what to do.
  static Result<std::unique_ptr<LlamaEntailmentClassifier>> Load(
      const ModelSpec& spec, const std::string& path, const EncoderOptions& options = {});

  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token stop) override;
  const ModelSpec& spec() const override { return owner_->spec(); }

 private:
  struct Runs;

  LlamaEntailmentClassifier(std::unique_ptr<ModelOwner> owner, const EncoderOptions& options);

  Status AddRuns(const PremiseHypothesis& pair, Runs& runs) const;
  RelationScores ScoresOf(const std::vector<float>& outputs) const;

  std::unique_ptr<ModelOwner> owner_;
  EncoderOptions options_;
  size_t window_ = 0;
};

}  // namespace gloss
