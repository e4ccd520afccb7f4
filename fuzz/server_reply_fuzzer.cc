// What model servers send, read as each kind of answer; the first byte chooses. Invariants: every
// reader gives as many results as were asked for, vectors have length 1, logits are finite numbers
// below 0, and messages are one line.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "backends/remote/chat_json.h"
#include "backends/remote/classify_json.h"
#include "backends/remote/decisions_json.h"
#include "backends/remote/embedding_json.h"
#include "backends/remote/probe_json.h"
#include "backends/remote/verdict_json.h"
#include "backends/remote/wire_json.h"

namespace {

constexpr size_t kCount = 3;

void Require(bool condition) {
  if (!condition) std::abort();
}

template <typename Results>
void CheckLogits(const Results& results) {
  Require(results.size() == kCount);
  for (const auto& result : results) {
    if (!result.ok()) continue;
    for (const float logit : *result) Require(std::isfinite(logit) && logit <= 0.1F);
  }
}

void CheckEmbeddings(gloss::ServerKind kind, const gloss::RemoteReply& reply) {
  const auto embeddings = gloss::ParseEmbeddings(kind, reply, kCount);
  if (!embeddings.ok()) return;
  Require(embeddings->size() == kCount);
  for (const auto& embedding : *embeddings) {
    if (embedding.ok()) Require(std::abs(gloss::Cosine(*embedding, *embedding) - 1) < 1e-3F);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const gloss::RemoteReply reply{200, "application/json",
                                 std::string(reinterpret_cast<const char*>(data) + 1, size - 1)};
  const auto kinds = {gloss::ServerKind::kLlamaServer, gloss::ServerKind::kTei,
                      gloss::ServerKind::kOllama};
  switch (data[0] % 7) {
    case 0:
      for (const auto kind : kinds) (void)gloss::ParseChatReply(kind, reply).ok();
      break;
    case 1:
      for (const auto kind : kinds) CheckEmbeddings(kind, reply);
      break;
    case 2:
      if (const auto answers = gloss::ParseDecisions(reply, kCount); answers.ok()) {
        CheckLogits(*answers);
      }
      break;
    case 3: {
      const auto labels = gloss::MapLabels({"entailment", "neutral", "contradiction"}, {});
      const auto answers = gloss::ParsePredictions(reply, *labels, kCount);
      if (answers.ok()) CheckLogits(*answers);
      break;
    }
    case 4:
      for (const auto kind : kinds) {
        if (const auto scores = gloss::ParseRerank(kind, reply, kCount); scores.ok()) {
          CheckLogits(*scores);
        }
      }
      break;
    case 5:
      CheckLogits(gloss::ReadVerdicts(reply.body, kCount));
      break;
    default:
      (void)gloss::ReadLlamaServerProps(reply.body);
      (void)gloss::ReadTeiInfo(reply.body);
      (void)gloss::ReadModelList(reply.body);
      (void)gloss::BlamedParameter(reply.body);
      Require(gloss::ServerErrorMessage(reply.body).find('\n') == std::string::npos);
  }
  return 0;
}
