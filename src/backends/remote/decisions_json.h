#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/remote/remote_client.h"
#include "base/status.h"

namespace gloss {

/// One choice question a hypothesis over one premise, for POST /v1/decisions (OpenAI's shape, which
/// vLLM shares).
std::string BuildDecisionsBody(const std::string& model, std::string_view premise,
                               std::span<const std::string_view> hypotheses);

/// Logits a hypothesis, indexed by Relation. An answer is found by its question's name, by place
/// when no answer has a name. An answer fails alone: missing, given twice, a refusal, values that
/// were not offered, probabilities that are none. Errors of the whole: kParseError.
Result<std::vector<Result<std::array<float, 3>>>> ParseDecisions(const RemoteReply& reply,
                                                                 size_t count);

/// SHA-256 of the questions' wording, for provenance.
std::string DecisionsPromptHash();

}  // namespace gloss
