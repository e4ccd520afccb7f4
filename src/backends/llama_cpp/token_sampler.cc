#include "backends/llama_cpp/token_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/llama_cpp/llama_runtime.h"

namespace gloss {
namespace {

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

}  // namespace

TokenSampler::TokenSampler(const llama_vocab& vocab, float temperature, uint64_t seed)
    : vocab_(&vocab), temperature_(temperature), random_(seed) {}

Result<TokenSampler> TokenSampler::Create(const llama_vocab& vocab,
                                          const GenerationRequest& request,
                                          std::shared_ptr<const TokenPieces> pieces) {
  TokenSampler sampler(vocab, request.temperature, request.seed);
  if (request.citations) {
    GLOSS_ASSIGN_OR_RETURN(const auto rules, RulesOf(request));
    sampler.filter_.emplace(rules, pieces->trie);
    sampler.pieces_ = std::move(pieces);
  } else if (!request.grammar.empty()) {
    GLOSS_ASSIGN_OR_RETURN(sampler.grammar_, GrammarOf(vocab, request));
  }
  return sampler;
}

Status TokenSampler::Check(const llama_vocab& vocab, const GenerationRequest& request) {
  if (request.citations) return RulesOf(request).status();
  return request.grammar.empty() ? Status::Ok() : GrammarOf(vocab, request).status();
}

Result<std::shared_ptr<const TagRules>> TokenSampler::RulesOf(const GenerationRequest& request) {
  if (!request.grammar.empty()) {
    return Status(StatusCode::kInvalidArgument,
                  "a request has a grammar or citations, not both at once");
  }
  return TagRules::Create(*request.citations);
}

Result<TokenSampler::Grammar> TokenSampler::GrammarOf(const llama_vocab& vocab,
                                                      const GenerationRequest& request) {
  Grammar grammar;
  const Status status = RunGuarded(StatusCode::kInvalidArgument, [&] {
    grammar.reset(llama_sampler_init_grammar(&vocab, request.grammar.c_str(), "root"));
    if (grammar) return Status::Ok();
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("the grammar does not parse: {}", TakeLlamaError()));
  });
  if (!status.ok()) return status;
  return grammar;
}

Result<llama_token> TokenSampler::Sample(std::span<const float> logits) {
  GLOSS_ASSIGN_OR_RETURN(llama_token token, Pick(logits));
  if (filter_) {
    // Most tokens may come: to look at one is far cheaper than at all, and gives the same
    // distribution.
    if (!FilterTakes(token)) {
      GLOSS_ASSIGN_OR_RETURN(token, PickInFilter(logits));
    }
    if (!llama_vocab_is_eog(vocab_, token)) filter_->Accept(token);
    return token;
  }
  if (!grammar_) return token;
  // Most tokens fit the grammar, and to ask it for one is far cheaper than for all.
  if (!GrammarTakes(token)) {
    GLOSS_ASSIGN_OR_RETURN(token, PickInGrammar(logits));
  }
  llama_sampler_accept(grammar_.get(), token);
  return token;
}

Result<llama_token> TokenSampler::Pick(std::span<const float> logits) {
  const auto top = std::max_element(logits.begin(), logits.end());
  // The comparison is false for NaN too.
  if (top == logits.end() || !(*top > kImpossible && *top < -kImpossible)) {
    return Status(StatusCode::kModelFailed,
                  "the model computed a value that is not a number; its file may be damaged");
  }
  if (temperature_ <= 0) return static_cast<llama_token>(top - logits.begin());
  const double scale = 1.0 / static_cast<double>(temperature_);
  const auto weight = [&](float logit) { return std::exp((logit - *top) * scale); };
  double sum = 0;
  for (const float logit : logits) sum += weight(logit);
  if (!std::isfinite(sum)) {
    return Status(StatusCode::kModelFailed,
                  "the model computed a value that is not a number; its file may be damaged");
  }
  // 53 random bits: std::uniform_real_distribution differs between standard libraries.
  double left = static_cast<double>(random_() >> 11U) * 0x1p-53 * sum;
  for (size_t i = 0; i < logits.size(); ++i) {
    left -= weight(logits[i]);
    if (left < 0) return static_cast<llama_token>(i);
  }
  return static_cast<llama_token>(top - logits.begin());  // rounding used the sum up
}

bool TokenSampler::GrammarTakes(llama_token token) {
  llama_token_data candidate{token, 1.0F, 0.0F};
  llama_token_data_array array{&candidate, 1, -1, false};
  llama_sampler_apply(grammar_.get(), &array);
  return array.size == 1 && array.data[0].logit > kImpossible;
}

Result<llama_token> TokenSampler::PickInGrammar(std::span<const float> logits) {
  candidates_.resize(logits.size());
  for (size_t i = 0; i < logits.size(); ++i) {
    candidates_[i] = {static_cast<llama_token>(i), logits[i], 0.0F};
  }
  llama_token_data_array array{candidates_.data(), candidates_.size(), -1, false};
  llama_sampler_apply(grammar_.get(), &array);
  std::vector<float> allowed(logits.size(), kImpossible);
  for (size_t i = 0; i < array.size; ++i) {
    allowed[static_cast<size_t>(array.data[i].id)] = array.data[i].logit;
  }
  if (*std::max_element(allowed.begin(), allowed.end()) == kImpossible) {
    return Status(StatusCode::kModelFailed, "no token of the model continues the grammar");
  }
  return Pick(allowed);
}

bool TokenSampler::FilterTakes(llama_token token) const {
  return llama_vocab_is_eog(vocab_, token) ? filter_->AllowsEnd() : filter_->Allows(token);
}

Result<llama_token> TokenSampler::PickInFilter(std::span<const float> logits) {
  allowed_.assign(logits.size(), kImpossible);
  for (const int32_t token : filter_->Allowed()) {
    allowed_[static_cast<size_t>(token)] = logits[static_cast<size_t>(token)];
  }
  if (filter_->AllowsEnd()) {
    for (const llama_token token : pieces_->ends) {
      allowed_[static_cast<size_t>(token)] = logits[static_cast<size_t>(token)];
    }
  }
  if (*std::max_element(allowed_.begin(), allowed_.end()) == kImpossible) {
    return Status(StatusCode::kModelFailed, "no token of the model goes on with the sentence tag");
  }
  return Pick(allowed_);
}

std::string TokenSampler::WithoutOpenTag(std::string text) const {
  if (filter_) text.resize(LengthWithoutOpenTag(filter_->automaton().rules(), text));
  return text;
}

}  // namespace gloss
