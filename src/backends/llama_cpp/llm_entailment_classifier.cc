#include "backends/llama_cpp/llm_entailment_classifier.h"

#include <fmt/format.h>
#include <llama.h>

#include <algorithm>
#include <cmath>

#include "backends/llama_cpp/chat_prompt.h"
#include "backends/llama_cpp/encoder_support.h"
#include "backends/llama_cpp/group_decoder.h"
#include "backends/llama_cpp/pair_windows.h"

namespace gloss {
namespace {

constexpr std::string_view kPremisePlace = "{premise}";
constexpr std::string_view kHypothesisPlace = "{hypothesis}";
constexpr size_t kLeastPremiseTokens = 32;

size_t LlmWindow(const ModelSpec& spec, const llama_model& model,
                 const LlmEntailmentOptions& options) {
  return std::min(WindowOf(spec, model), std::max<size_t>(64, options.context_tokens));
}

Result<llama_context_params> Configure(const ModelSpec& spec, const llama_model& model,
                                       const GgufSummary& summary,
                                       const LlmEntailmentOptions& options) {
  if (!summary.is_causal || !llama_model_has_decoder(&model) || llama_model_has_encoder(&model) ||
      llama_model_is_diffusion(&model)) {
    return Status(
        StatusCode::kModelUnavailable,
        fmt::format("the file does not hold a generative model; name one for \"{}\"", spec.name));
  }
  llama_context_params params = llama_context_default_params();
  params.n_ctx = params.n_batch = static_cast<uint32_t>(LlmWindow(spec, model, options));
  params.n_ubatch = std::min<uint32_t>(512, params.n_batch);
  params.n_seq_max = 1;
  params.n_outputs_max = 1;
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  return params;
}

/// Tokens that say the word: the word alone and with a space before it, where that is one token.
Result<std::vector<Token>> TokensOfLabel(const llama_vocab& vocab, const std::string& word) {
  std::vector<Token> tokens;
  for (const std::string& variant : {word, " " + word}) {
    GLOSS_ASSIGN_OR_RETURN(const std::vector<Token> variant_tokens,
                           Tokenize(vocab, variant, SpecialTokens::kAsText));
    if (variant_tokens.size() == 1 &&
        std::find(tokens.begin(), tokens.end(), variant_tokens[0]) == tokens.end()) {
      tokens.push_back(variant_tokens[0]);
    }
  }
  if (tokens.empty()) {
    return Status(
        StatusCode::kModelUnavailable,
        fmt::format("the label \"{}\" is not one token of this model; choose another word", word));
  }
  return tokens;
}

/// log(sum of exp) of the tokens' logits: the label's share of the next token's probability.
float LabelLogit(const float* logits, const std::vector<Token>& tokens) {
  float top = logits[tokens[0]];
  for (const Token token : tokens) top = std::max(top, logits[token]);
  double sum = 0;
  for (const Token token : tokens) sum += std::exp(static_cast<double>(logits[token] - top));
  return top + static_cast<float>(std::log(sum));
}

}  // namespace

/// The windows of all pairs: what follows the shared beginning of the prompt.
struct LlmEntailmentClassifier::Runs {
  std::vector<std::vector<Token>> tokens;
  std::vector<size_t> first_run;  ///< Of each pair; one more entry at the end.
};

LlmEntailmentClassifier::LlmEntailmentClassifier(std::unique_ptr<ModelOwner> owner)
    : owner_(std::move(owner)) {}

Result<std::unique_ptr<LlmEntailmentClassifier>> LlmEntailmentClassifier::Load(
    const ModelSpec& spec, const std::string& path, const LlmEntailmentOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(
      std::unique_ptr<ModelOwner> owner,
      ModelOwner::Load(spec, path, [&](const llama_model& model, const GgufSummary& summary) {
        return Configure(spec, model, summary, options);
      }));
  std::unique_ptr<LlmEntailmentClassifier> classifier(
      new LlmEntailmentClassifier(std::move(owner)));
  GLOSS_RETURN_IF_ERROR(classifier->Prepare(options).WithContext(path));
  const std::vector<PremiseHypothesis> probe = {{"probe", "probe"}};
  const Status status = classifier->Classify(probe, {}).status;
  if (!status.ok()) {
    return Status(StatusCode::kModelUnavailable,
                  fmt::format("{}: the model does not work: {}", path, status.message()));
  }
  return classifier;
}

Status LlmEntailmentClassifier::Prepare(const LlmEntailmentOptions& options) {
  const llama_vocab& vocab = owner_->vocab();
  window_ = LlmWindow(owner_->spec(), owner_->model(), options);
  const std::string& prompt = options.prompt;
  const size_t premise = prompt.find(kPremisePlace);
  const size_t hypothesis = prompt.find(kHypothesisPlace);
  if (premise == std::string::npos || hypothesis == std::string::npos || hypothesis < premise) {
    return {StatusCode::kInvalidArgument,
            "the entailment prompt needs {premise} and, after it, {hypothesis}"};
  }
  const std::vector<ChatMessage> messages = {{"user", prompt}};
  GLOSS_ASSIGN_OR_RETURN(
      const std::vector<PromptPiece> pieces,
      ApplyChatTemplate(ChatTemplateOf(owner_->model(), owner_->spec().template_name), messages));
  const auto content = std::find_if(pieces.begin(), pieces.end(),
                                    [](const PromptPiece& piece) { return !piece.is_template; });
  const size_t after_premise = premise + kPremisePlace.size();
  std::vector<PromptPiece> before(pieces.begin(), content);
  before.push_back({prompt.substr(0, premise), false});
  std::vector<PromptPiece> after = {{prompt.substr(hypothesis + kHypothesisPlace.size()), false}};
  after.insert(after.end(), content + 1, pieces.end());
  GLOSS_ASSIGN_OR_RETURN(before_premise_, TokenizePieces(vocab, before));
  GLOSS_ASSIGN_OR_RETURN(between_,
                         Tokenize(vocab, prompt.substr(after_premise, hypothesis - after_premise),
                                  SpecialTokens::kAsText));
  for (const PromptPiece& piece : after) {
    GLOSS_ASSIGN_OR_RETURN(
        const std::vector<Token> tokens,
        Tokenize(vocab, piece.text,
                 piece.is_template ? SpecialTokens::kParsed : SpecialTokens::kAsText));
    after_hypothesis_.insert(after_hypothesis_.end(), tokens.begin(), tokens.end());
  }
  std::vector<Token> all;
  for (size_t i = 0; i < label_tokens_.size(); ++i) {
    GLOSS_ASSIGN_OR_RETURN(label_tokens_[i], TokensOfLabel(vocab, options.label_words[i]));
    for (const Token token : label_tokens_[i]) {
      if (std::find(all.begin(), all.end(), token) != all.end()) {
        return {StatusCode::kInvalidArgument, "two relations have the same label word"};
      }
      all.push_back(token);
    }
  }
  return Status::Ok();
}

Status LlmEntailmentClassifier::AddRuns(const PremiseHypothesis& pair, Runs& runs) const {
  const llama_vocab& vocab = owner_->vocab();
  GLOSS_ASSIGN_OR_RETURN(const std::vector<Token> premise,
                         Tokenize(vocab, pair.premise, SpecialTokens::kAsText));
  GLOSS_ASSIGN_OR_RETURN(const std::vector<Token> hypothesis,
                         Tokenize(vocab, pair.hypothesis, SpecialTokens::kAsText));
  const size_t fixed =
      before_premise_.size() + between_.size() + hypothesis.size() + after_hypothesis_.size();
  if (fixed + kLeastPremiseTokens > window_) {
    return {StatusCode::kTooLarge,
            fmt::format("a hypothesis of {} tokens does not fit the model's window of {}",
                        hypothesis.size(), window_)};
  }
  for (const TokenWindow& window : PlanPremiseWindows(premise.size(), window_ - fixed)) {
    std::vector<Token>& tokens = runs.tokens.emplace_back();
    tokens.assign(premise.begin() + static_cast<ptrdiff_t>(window.begin),
                  premise.begin() + static_cast<ptrdiff_t>(window.end));
    tokens.insert(tokens.end(), between_.begin(), between_.end());
    tokens.insert(tokens.end(), hypothesis.begin(), hypothesis.end());
    tokens.insert(tokens.end(), after_hypothesis_.begin(), after_hypothesis_.end());
  }
  return Status::Ok();
}

Result<RelationScores> LlmEntailmentClassifier::ReadLabels(WorkerContext& worker,
                                                           const std::vector<Token>& rest) const {
  GLOSS_RETURN_IF_ERROR(KeepPrefix(worker, before_premise_));
  LlamaBatch batch(rest.size());
  for (size_t i = 0; i < rest.size(); ++i) {
    batch.Add(rest[i], before_premise_.size() + i, 0, /*output=*/i + 1 == rest.size());
  }
  GLOSS_RETURN_IF_ERROR(DecodeBatch(worker.context, batch));
  const float* logits = llama_get_logits_ith(worker.context, static_cast<int32_t>(rest.size()) - 1);
  if (logits == nullptr) return Status(StatusCode::kModelFailed, "the model gave no logits");
  std::array<float, 3> label_logits{};
  for (size_t i = 0; i < label_logits.size(); ++i) {
    label_logits[i] = LabelLogit(logits, label_tokens_[i]);
    if (!std::isfinite(label_logits[i])) {
      return Status(StatusCode::kModelFailed,
                    "the model computed a value that is not a number; its file may be damaged");
    }
  }
  return Calibrate(label_logits, owner_->spec().calibration);
}

BatchResult<RelationScores> LlmEntailmentClassifier::Classify(
    std::span<const PremiseHypothesis> pairs, std::stop_token stop) {
  BatchResult<RelationScores> result;
  result.items.resize(pairs.size());
  Runs runs;
  runs.first_run.push_back(0);
  Status item_status;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (Status status = AddRuns(pairs[i], runs); !status.ok() && item_status.ok()) {
      item_status = status.WithContext(fmt::format("pair {}", i));
    }
    runs.first_run.push_back(runs.tokens.size());
  }
  std::vector<std::optional<RelationScores>> scores(runs.tokens.size());
  const Status status =
      owner_->Run(runs.tokens.size(), std::move(stop), [&](WorkerContext& worker, size_t run) {
        GLOSS_ASSIGN_OR_RETURN(scores[run], ReadLabels(worker, runs.tokens[run]));
        return Status::Ok();
      });
  result.status = status.ok() ? item_status : status;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto first = scores.begin() + static_cast<ptrdiff_t>(runs.first_run[i]);
    const auto last = scores.begin() + static_cast<ptrdiff_t>(runs.first_run[i + 1]);
    // A pair is answered when all its windows are.
    if (!std::all_of(first, last, [](const auto& one) { return one.has_value(); })) continue;
    for (auto one = first; one != last; ++one) KeepDeciding(result.items[i], **one);
  }
  return result;
}

}  // namespace gloss
