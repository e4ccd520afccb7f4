#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backends/remote/verifier.h"

namespace gloss {

/// Least share of the first token's probability that the label tokens must have together. Below it
/// the model was about to say something else, and its label would be a guess.
inline constexpr double kLeastLabelMass = 0.5;

/// Logits from the candidates of the first token; every spelling of a label ("A", " a") counts for
/// it. Errors: kModelFailed (no candidates; the labels' share is too small).
Result<PairLogits> ReadLabelTokens(std::span<const TokenChoice> choices);

/// One token of chat: the probabilities of the label letters.
class LogprobVerifier : public Verifier {
 public:
  LogprobVerifier(std::shared_ptr<RemoteServer> server, std::string model)
      : server_(std::move(server)), model_(std::move(model)) {}

  VerifierKind kind() const override { return VerifierKind::kLogprobs; }
  PairGrouping grouping() const override { return PairGrouping::kSingle; }
  size_t max_pairs() const override { return 1; }
  std::string prompt_id() const override { return "verify_label_v1"; }
  std::string prompt_sha256() const override;
  Result<std::vector<Result<PairLogits>>> Label(std::span<const PremiseHypothesis> pairs,
                                                const std::stop_token& stop) override;

 private:
  std::shared_ptr<RemoteServer> server_;
  std::string model_;
};

/// A JSON answer with verdict and score for several statements on one text.
class JsonVerifier : public Verifier {
 public:
  JsonVerifier(std::shared_ptr<RemoteServer> server, std::string model)
      : server_(std::move(server)), model_(std::move(model)) {}

  VerifierKind kind() const override { return VerifierKind::kJson; }
  PairGrouping grouping() const override { return PairGrouping::kSamePremise; }
  size_t max_pairs() const override { return 8; }
  std::string prompt_id() const override { return "verify_json_v1"; }
  std::string prompt_sha256() const override;
  Result<std::vector<Result<PairLogits>>> Label(std::span<const PremiseHypothesis> pairs,
                                                const std::stop_token& stop) override;

 private:
  std::shared_ptr<RemoteServer> server_;
  std::string model_;
};

}  // namespace gloss
