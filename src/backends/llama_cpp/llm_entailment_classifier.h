#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backends/llama_cpp/model_owner.h"
#include "backends/llama_cpp/tokens.h"
#include "models/entailment_classifier.h"

namespace gloss {

/// Names the default prompt in reports; a change of its text takes the next number.
inline constexpr std::string_view kEntailmentInWordsPromptId = "entailment_in_words_v1";

struct LlmEntailmentOptions {
  /// The user's message; {premise} and then {hypothesis} stand in it once each.
  std::string prompt =
      "Read the text and the statement.\n\nText:\n{premise}\n\nStatement:\n{hypothesis}\n\nDoes "
      "the "
      "text entail the statement (A), leave it open (B) or contradict it (C)? Answer with A, B or "
      "C.";
  /// The answer that stands for each relation, indexed by Relation. Each must be one token of the
  /// model, alone or with a space before it.
  std::array<std::string, 3> label_words = {"A", "B", "C"};
  size_t context_tokens = 4096;  ///< Longest prompt.
};

/// EntailmentClassifier over a generative GGUF model: the prompt in the model's chat template, one
/// decoding step, and the logits of the label tokens only (a label with and without a leading space
/// counts as their sum). The prompt's beginning is computed once a context. Long premises are
/// windowed as in LlamaEntailmentClassifier. The same pair gives the same bits in any batch, order
/// and thread count. Thread-safe.
class LlmEntailmentClassifier : public EntailmentClassifier {
 public:
  /// Errors: kModelUnavailable (the file; labels that are not one token each), kInvalidArgument (a
  /// prompt without its places).
  static Result<std::unique_ptr<LlmEntailmentClassifier>> Load(
      const ModelSpec& spec, const std::string& path, const LlmEntailmentOptions& options = {});

  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token stop) override;
  const ModelSpec& spec() const override { return owner_->spec(); }

 private:
  struct Runs;

  explicit LlmEntailmentClassifier(std::unique_ptr<ModelOwner> owner);

  Status Prepare(const LlmEntailmentOptions& options);
  Status AddRuns(const PremiseHypothesis& pair, Runs& runs) const;
  Result<RelationScores> ReadLabels(WorkerContext& worker, const std::vector<Token>& rest) const;

  std::unique_ptr<ModelOwner> owner_;
  size_t window_ = 0;
  std::vector<Token> before_premise_;
  std::vector<Token> between_;
  std::vector<Token> after_hypothesis_;
  std::array<std::vector<Token>, 3> label_tokens_;  ///< Indexed by Relation.
};

}  // namespace gloss
