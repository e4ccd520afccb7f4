#include "backends/remote/remote_embedder.h"

#include <fmt/format.h>

#include <utility>

#include "backends/remote/embedding_json.h"
#include "backends/remote/halving.h"
#include "backends/remote/text_halves.h"

namespace gloss {
namespace {

constexpr size_t kMaxRequestBytes = size_t{256} << 10;
constexpr size_t kPartOverlap = 64;
constexpr size_t kLeastPart =
    64;  ///< Bytes; what is too long below that is not a matter of length.
constexpr int kMaxDepth = 16;

/// Texts by request: at most `most` texts and about kMaxRequestBytes each.
std::vector<std::vector<size_t>> PlanRequests(std::span<const std::string_view> texts,
                                              size_t most) {
  std::vector<std::vector<size_t>> requests;
  size_t bytes = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const bool is_full = requests.empty() || requests.back().size() >= most ||
                         bytes + texts[i].size() > kMaxRequestBytes;
    if (is_full) {
      requests.emplace_back();
      bytes = 0;
    }
    requests.back().push_back(i);
    bytes += texts[i].size();
  }
  return requests;
}

}  // namespace

Result<std::unique_ptr<RemoteEmbedder>> RemoteEmbedder::Connect(
    std::shared_ptr<RemoteServer> server, ModelSpec spec, std::stop_token stop) {
  GLOSS_ASSIGN_OR_RETURN(spec.name, server->ModelNamed(spec.name));
  spec.role = ModelRole::kEmbedder;
  spec.server = server->url();
  std::unique_ptr<RemoteEmbedder> embedder(new RemoteEmbedder(std::move(server), std::move(spec)));
  constexpr std::string_view kProbe = "probe";
  auto answer = embedder->Ask(std::span(&kProbe, 1), stop);
  Status status = answer.ok() ? (*answer)[0].status() : answer.status();
  if (!status.ok()) return status.WithContext("embedder " + embedder->spec_.name);
  embedder->dimension_ = (*answer)[0]->size();
  return embedder;
}

Result<std::vector<Result<Embedding>>> RemoteEmbedder::Ask(std::span<const std::string_view> texts,
                                                           const std::stop_token& stop) const {
  const ServerKind kind = server_->facts().kind;
  const std::string path = EmbeddingPath(kind);
  GLOSS_ASSIGN_OR_RETURN(const RemoteReply reply,
                         server_->Post(path, BuildEmbeddingBody(kind, spec_.name, texts), stop));
  auto answers = ParseEmbeddings(kind, reply, texts.size());
  if (!answers.ok()) return answers.status().WithContext("server " + server_->url() + path);
  for (Result<Embedding>& answer : *answers) {
    if (answer.ok() && dimension_ != 0 && answer->size() != dimension_) {
      answer = Status(StatusCode::kModelFailed,
                      fmt::format("an embedding of {} numbers, where all others have {}",
                                  answer->size(), dimension_));
    }
  }
  return answers;
}

Result<Embedding> RemoteEmbedder::EmbedInParts(std::string_view text, int depth,
                                               const std::stop_token& stop) const {
  const auto [left, right] = TextHalves(text, kPartOverlap);
  std::vector<float> sum(dimension_, 0.0F);
  for (const std::string_view part : {left, right}) {
    auto answers = Ask(std::span(&part, 1), stop);
    Result<Embedding> vector =
        answers.ok() ? std::move((*answers)[0]) : Result<Embedding>(answers.status());
    const bool is_too_long = vector.status().code() == StatusCode::kTooLarge;
    if (is_too_long && part.size() > kLeastPart && depth < kMaxDepth) {
      vector = EmbedInParts(part, depth + 1, stop);
    }
    if (!vector.ok()) return vector.status();
    for (size_t i = 0; i < sum.size(); ++i) {
      sum[i] += (*vector)[i] * static_cast<float>(part.size());
    }
  }
  return Normalise(std::move(sum));
}

BatchResult<Embedding> RemoteEmbedder::Embed(std::span<const std::string_view> texts,
                                             std::stop_token stop) {
  const std::vector<std::vector<size_t>> requests =
      PlanRequests(texts, static_cast<size_t>(server_->facts().max_batch));
  ItemAnswers<Embedding> answers(texts.size());
  FailureRun run;
  const AskItems<Embedding> ask = [&](std::span<const size_t> items) {
    std::vector<std::string_view> some;
    for (const size_t item : items) some.push_back(texts[item]);
    return Ask(some, stop);
  };
  ForEachConcurrently(requests.size(), static_cast<size_t>(server_->client().gate().limit()), stop,
                      [&](size_t request) {
                        AskInHalves<Embedding>(requests[request], ask, run, answers);
                        for (const size_t item : requests[request]) {
                          if (answers[item]->status().code() == StatusCode::kTooLarge) {
                            answers[item] = EmbedInParts(texts[item], 0, stop);
                          }
                        }
                      });
  return ToBatch(std::move(answers), "text ");
}

}  // namespace gloss
