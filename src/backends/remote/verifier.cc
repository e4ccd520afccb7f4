#include "backends/remote/verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backends/remote/chat_verifiers.h"
#include "backends/remote/classify_json.h"
#include "backends/remote/decisions_json.h"

namespace gloss {
namespace {

constexpr std::string_view kDecisionsPath = "/v1/decisions";
constexpr std::string_view kPredictPath = "/predict";

/// /v1/decisions: the premise is read once for all its questions.
class DecisionsVerifier : public Verifier {
 public:
  DecisionsVerifier(std::shared_ptr<RemoteServer> server, std::string model)
      : server_(std::move(server)), model_(std::move(model)) {}

  VerifierKind kind() const override { return VerifierKind::kDecisions; }
  PairGrouping grouping() const override { return PairGrouping::kSamePremise; }
  size_t max_pairs() const override { return 64; }  // vLLM's limit; OpenAI's is 400.
  std::string prompt_id() const override { return "verify_decisions_v1"; }
  std::string prompt_sha256() const override { return DecisionsPromptHash(); }

  Result<std::vector<Result<PairLogits>>> Label(std::span<const PremiseHypothesis> pairs,
                                                const std::stop_token& stop) override {
    std::vector<std::string_view> hypotheses;
    for (const PremiseHypothesis& pair : pairs) hypotheses.push_back(pair.hypothesis);
    const std::string path(kDecisionsPath);
    GLOSS_ASSIGN_OR_RETURN(
        const RemoteReply reply,
        server_->Post(path, BuildDecisionsBody(model_, pairs[0].premise, hypotheses), stop));
    auto answers = ParseDecisions(reply, pairs.size());
    if (!answers.ok()) return answers.status().WithContext("server " + server_->url() + path);
    return answers;
  }

 private:
  std::shared_ptr<RemoteServer> server_;
  std::string model_;
};

/// /predict of Text Embeddings Inference.
class PredictVerifier : public Verifier {
 public:
  PredictVerifier(std::shared_ptr<RemoteServer> server, LabelMap labels)
      : server_(std::move(server)), labels_(std::move(labels)) {}

  VerifierKind kind() const override { return VerifierKind::kPredict; }
  PairGrouping grouping() const override { return PairGrouping::kAny; }
  size_t max_pairs() const override { return static_cast<size_t>(server_->facts().max_batch); }
  bool tells_contradiction() const override { return labels_.tells_contradiction; }

  Result<std::vector<Result<PairLogits>>> Label(std::span<const PremiseHypothesis> pairs,
                                                const std::stop_token& stop) override {
    const std::string path(kPredictPath);
    GLOSS_ASSIGN_OR_RETURN(const RemoteReply reply,
                           server_->Post(path, BuildPredictBody(pairs), stop));
    auto answers = ParsePredictions(reply, labels_, pairs.size());
    if (!answers.ok()) return answers.status().WithContext("server " + server_->url() + path);
    return answers;
  }

 private:
  std::shared_ptr<RemoteServer> server_;
  LabelMap labels_;
};

/// /rerank: relevance as support.
class RerankVerifier : public Verifier {
 public:
  RerankVerifier(std::shared_ptr<RemoteServer> server, std::string model)
      : server_(std::move(server)), model_(std::move(model)) {}

  VerifierKind kind() const override { return VerifierKind::kRerank; }
  PairGrouping grouping() const override { return PairGrouping::kSameHypothesis; }
  size_t max_pairs() const override { return static_cast<size_t>(server_->facts().max_batch); }
  bool tells_contradiction() const override { return false; }

  Result<std::vector<Result<PairLogits>>> Label(std::span<const PremiseHypothesis> pairs,
                                                const std::stop_token& stop) override {
    const ServerKind kind = server_->facts().kind;
    std::vector<std::string_view> premises;
    for (const PremiseHypothesis& pair : pairs) premises.push_back(pair.premise);
    const std::string path = RerankPath(kind);
    GLOSS_ASSIGN_OR_RETURN(
        const RemoteReply reply,
        server_->Post(path, BuildRerankBody(kind, model_, pairs[0].hypothesis, premises), stop));
    auto answers = ParseRerank(kind, reply, pairs.size());
    if (!answers.ok()) return answers.status().WithContext("server " + server_->url() + path);
    return answers;
  }

 private:
  std::shared_ptr<RemoteServer> server_;
  std::string model_;
};

/// Label names as the server lists them, else as one prediction shows them.
Result<LabelMap> LabelsOf(RemoteServer& server, const ModelSpec& spec,
                          const std::stop_token& stop) {
  std::vector<std::string> names = server.facts().labels;
  if (names.empty()) {
    const std::vector<PremiseHypothesis> probe = {{"probe", "probe"}};
    GLOSS_ASSIGN_OR_RETURN(const RemoteReply reply,
                           server.Post(std::string(kPredictPath), BuildPredictBody(probe), stop));
    GLOSS_ASSIGN_OR_RETURN(names, PredictLabelNames(reply));
  }
  return MapLabels(names, spec.labels);
}

/// Rungs that a kind of server can have, in order. What a server is not made for is not asked: it
/// would cost a request, and some servers answer nonsense rather than nothing.
std::vector<VerifierKind> RungsOf(const ServerFacts& facts) {
  switch (facts.kind) {
    case ServerKind::kTei:
      if (facts.tei_model == TeiModel::kReranker) return {VerifierKind::kRerank};
      if (facts.tei_model == TeiModel::kEmbedding) return {};
      return {VerifierKind::kPredict};
    case ServerKind::kLlamaServer:
    case ServerKind::kOllama:
      return {VerifierKind::kLogprobs, VerifierKind::kJson};
    default:
      return {VerifierKind::kDecisions, VerifierKind::kLogprobs, VerifierKind::kJson};
  }
}

Result<std::unique_ptr<Verifier>> MakeVerifier(const std::shared_ptr<RemoteServer>& server,
                                               const ModelSpec& spec, VerifierKind kind,
                                               const std::stop_token& stop) {
  switch (kind) {
    case VerifierKind::kDecisions:
      return std::unique_ptr<Verifier>(std::make_unique<DecisionsVerifier>(server, spec.name));
    case VerifierKind::kLogprobs:
      return std::unique_ptr<Verifier>(std::make_unique<LogprobVerifier>(server, spec.name));
    case VerifierKind::kPredict: {
      GLOSS_ASSIGN_OR_RETURN(LabelMap labels, LabelsOf(*server, spec, stop));
      return std::unique_ptr<Verifier>(
          std::make_unique<PredictVerifier>(server, std::move(labels)));
    }
    case VerifierKind::kRerank:
      return std::unique_ptr<Verifier>(std::make_unique<RerankVerifier>(server, spec.name));
    case VerifierKind::kJson:
      return std::unique_ptr<Verifier>(std::make_unique<JsonVerifier>(server, spec.name));
    case VerifierKind::kAuto:
      break;
  }
  return Status(StatusCode::kInternal, "no verifier of this kind");
}

/// One small pair through the verifier.
Status TryOut(Verifier& verifier, const std::stop_token& stop) {
  const std::vector<PremiseHypothesis> probe = {
      {"The bridge was opened in 1932.", "The bridge was opened in 1932."}};
  const auto answers = verifier.Label(probe, stop);
  return answers.ok() ? (*answers)[0].status() : answers.status();
}

/// A failure that the next rung would meet as well.
bool EndsTheSearch(const Status& status) {
  switch (status.code()) {
    case StatusCode::kCancelled:
    case StatusCode::kUnavailable:
    case StatusCode::kTimeout:
    case StatusCode::kOverloaded:
    case StatusCode::kModelUnavailable:
      return true;
    default:
      return false;
  }
}

}  // namespace

Result<std::unique_ptr<Verifier>> ChooseVerifier(const std::shared_ptr<RemoteServer>& server,
                                                 const ModelSpec& spec, VerifierKind wanted,
                                                 const std::stop_token& stop) {
  const std::vector<VerifierKind> rungs =
      wanted == VerifierKind::kAuto ? RungsOf(server->facts()) : std::vector<VerifierKind>{wanted};
  std::string reasons;
  for (const VerifierKind kind : rungs) {
    auto verifier = MakeVerifier(server, spec, kind, stop);
    const Status status = verifier.ok() ? TryOut(**verifier, stop) : verifier.status();
    if (status.ok()) return verifier;
    if (EndsTheSearch(status)) return status;
    reasons += fmt::format("; {}: {}", VerifierKindName(kind), status.message());
  }
  if (rungs.empty()) reasons = "; it serves an embedding model";
  return Status(StatusCode::kModelUnavailable,
                fmt::format("server {}: it cannot tell whether a text supports a statement{}",
                            server->url(), reasons));
}

}  // namespace gloss
