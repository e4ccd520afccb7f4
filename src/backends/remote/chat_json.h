#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "backends/remote/remote_client.h"
#include "backends/remote/server_options.h"
#include "base/status.h"
#include "models/generator.h"

namespace gloss {

/// One chat completion, in the terms of any server.
struct ChatCall {
  std::string model;
  std::span<const ChatMessage> messages;
  int max_tokens = 256;
  float temperature = 0;
  uint64_t seed = 0;
  std::span<const std::string> stop;
  std::string grammar;      ///< GBNF; llama-server and vLLM only.
  std::string json_schema;  ///< JSON text; empty: free text.
  int top_logprobs = 0;     ///< Of each generated token; 0: none.
};

/// A candidate for one token of the answer.
struct TokenChoice {
  std::string text;
  double logprob = 0;
};

struct ChatReply {
  std::string text;  ///< Without the model's reasoning.
  FinishReason finish = FinishReason::kStop;
  int prompt_tokens = 0;                 ///< 0: the server does not say.
  int generated_tokens = 0;              ///< 0: the server does not say.
  std::vector<TokenChoice> first_token;  ///< Candidates of the first token, if asked for.
};

/// "/api/chat" of Ollama (its /v1 gives no probabilities), "/v1/chat/completions" of the others.
std::string ChatPath(ServerKind kind);

/// The request's JSON without the optional parameters that the server has refused before. The
/// name "max_tokens" in `refused` stands for its successor "max_completion_tokens".
std::string BuildChatBody(ServerKind kind, const ChatCall& call,
                          const std::set<std::string>& refused);

/// The optional parameter of `body` (a request) that a 400 or 422 reply blames; empty when it
/// blames none that can be left out.
std::string RefusedParameter(const std::string& body, const RemoteReply& reply);

/// Errors: kParseError (not the expected shape), kModelFailed (an error in place of an answer, an
/// answer withheld by a filter).
Result<ChatReply> ParseChatReply(ServerKind kind, const RemoteReply& reply);

/// Text without a leading block of reasoning: <think>…</think>, also when its start stood in the
/// prompt; all of it when the block does not end.
std::string StripReasoning(std::string_view text);

}  // namespace gloss
