#include "backends/llama_cpp/llama_generator.h"

#include <fmt/format.h>
#include <llama.h>

#include <algorithm>

#include "backends/llama_cpp/chat_prompt.h"
#include "backends/llama_cpp/encoder_support.h"
#include "backends/llama_cpp/generation_plan.h"
#include "backends/llama_cpp/group_decoder.h"

namespace gloss {
namespace {

constexpr uint32_t kPromptBatch = 512;  ///< Prompt tokens computed at once.

size_t GeneratorWindow(const ModelSpec& spec, const llama_model& model,
                       const GeneratorOptions& options) {
  return std::min(WindowOf(spec, model), std::max<size_t>(options.context_tokens, 64));
}

size_t ParallelSequences(const GeneratorOptions& options) {
  const size_t most = llama_max_parallel_sequences() - 1;  // sequence 0 holds the prefix
  return std::clamp<size_t>(options.parallel_sequences, 1, most);
}

Result<llama_context_params> Configure(const ModelSpec& spec, const llama_model& model,
                                       const GgufSummary& summary,
                                       const GeneratorOptions& options) {
  if (!summary.is_causal || !llama_model_has_decoder(&model) || llama_model_has_encoder(&model) ||
      llama_model_is_diffusion(&model)) {
    return Status(
        StatusCode::kModelUnavailable,
        fmt::format("the file does not hold a generative model; name one for \"{}\"", spec.name));
  }
  llama_context_params params = llama_context_default_params();
  params.n_ctx = params.n_batch = static_cast<uint32_t>(GeneratorWindow(spec, model, options));
  params.n_ubatch = std::min(kPromptBatch, params.n_batch);
  params.n_seq_max = static_cast<uint32_t>(ParallelSequences(options) + 1);
  params.n_outputs_max = params.n_seq_max;  // logits of last tokens only
  params.kv_unified = true;                 // sequences share the prefix's cells
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  return params;
}

}  // namespace

LlamaGenerator::LlamaGenerator(std::unique_ptr<ModelOwner> owner, const GeneratorOptions& options)
    : owner_(std::move(owner)),
      options_(options),
      chat_template_(ChatTemplateOf(owner_->model(), owner_->spec().template_name)),
      window_(GeneratorWindow(owner_->spec(), owner_->model(), options)) {}

Result<std::unique_ptr<LlamaGenerator>> LlamaGenerator::Load(const ModelSpec& spec,
                                                             const std::string& path,
                                                             const GeneratorOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(
      std::unique_ptr<ModelOwner> owner,
      ModelOwner::Load(spec, path, [&](const llama_model& model, const GgufSummary& summary) {
        return Configure(spec, model, summary, options);
      }));
  std::unique_ptr<LlamaGenerator> generator(new LlamaGenerator(std::move(owner), options));
  // One token proves that the graph can be built from this file and that its template is known.
  GenerationRequest probe;
  probe.messages = {{"user", "probe"}};
  probe.max_tokens = 1;
  const Status status = generator->Generate({&probe, 1}, {}).status;
  if (!status.ok()) {
    return Status(StatusCode::kModelUnavailable,
                  fmt::format("{}: the model does not work: {}", path, status.message()));
  }
  return generator;
}

Result<std::vector<Token>> LlamaGenerator::PromptOf(const GenerationRequest& request,
                                                    size_t index) const {
  const std::string subject = fmt::format("request {}", index);
  if (request.max_tokens < 1) {
    return Status(StatusCode::kInvalidArgument, subject + ": max_tokens is below 1");
  }
  if (const Status status = TokenSampler::Check(owner_->vocab(), request); !status.ok()) {
    return status.WithContext(subject);
  }
  const auto pieces = ApplyChatTemplate(chat_template_, request.messages);
  if (!pieces.ok()) return pieces.status().WithContext(subject);
  auto prompt = TokenizePieces(owner_->vocab(), *pieces);
  if (!prompt.ok()) return prompt.status().WithContext(subject);
  if (prompt->empty()) return Status(StatusCode::kInvalidArgument, subject + ": empty prompt");
  if (prompt->size() >= window_) {
    return Status(StatusCode::kTooLarge,
                  fmt::format("{}: a prompt of {} tokens does not fit the window of {}", subject,
                              prompt->size(), window_));
  }
  return prompt;
}

Result<std::shared_ptr<const TokenPieces>> LlamaGenerator::Pieces() {
  const std::lock_guard lock(pieces_mutex_);
  if (!pieces_) {
    GLOSS_ASSIGN_OR_RETURN(pieces_, ReadTokenPieces(owner_->vocab()));
  }
  return pieces_;
}

std::optional<size_t> LlamaGenerator::CountTokens(std::string_view text) const {
  const auto tokens = Tokenize(owner_->vocab(), text, SpecialTokens::kAsText);
  if (!tokens.ok()) return std::nullopt;
  return tokens->size();
}

BatchResult<GenerationResult> LlamaGenerator::Generate(std::span<const GenerationRequest> requests,
                                                       std::stop_token stop) {
  BatchResult<GenerationResult> result;
  result.items.resize(requests.size());
  std::vector<std::vector<Token>> prompts;
  for (size_t i = 0; i < requests.size(); ++i) {
    auto prompt = PromptOf(requests[i], i);
    if (!prompt.ok()) {
      result.status = prompt.status();
      return result;
    }
    prompts.push_back(std::move(prompt).value());
  }
  const size_t shared = SharedPrefixLength(prompts);
  std::vector<GroupItem> items;
  std::vector<size_t> costs;
  for (size_t i = 0; i < requests.size(); ++i) {
    const size_t room = window_ - prompts[i].size();
    const size_t most = std::min(room, static_cast<size_t>(requests[i].max_tokens));
    GroupItem item{&requests[i], prompts[i], most, nullptr, &result.items[i]};
    if (requests[i].citations) {
      auto pieces = Pieces();
      if (!pieces.ok()) {
        result.status = pieces.status();
        return result;
      }
      item.pieces = std::move(pieces).value();
    }
    items.push_back(std::move(item));
    costs.push_back(prompts[i].size() - shared + most);
  }
  const auto groups = PlanGenerationGroups(costs, window_ - shared, ParallelSequences(options_));
  const std::span<const GroupItem> all_items(items);
  result.status = owner_->Run(groups.size(), stop, [&](WorkerContext& worker, size_t index) {
    const GenerationGroup& group = groups[index];
    GroupDecoder decoder(owner_->vocab(), worker, std::span(prompts[0]).first(shared));
    return decoder.Run(all_items.subspan(group.begin, group.end - group.begin), stop);
  });
  return result;
}

}  // namespace gloss
