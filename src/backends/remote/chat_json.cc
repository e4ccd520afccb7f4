#include "backends/remote/chat_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backends/remote/wire_json.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxTokenCount = 1U << 30;
constexpr std::string_view kThinkEnd = "</think>";
constexpr std::string_view kBlank = " \t\r\n";

/// Parameters that an answer can do without. A server that refuses one is asked again without it.
constexpr std::string_view kOptional[] = {
    "max_tokens", "temperature",     "seed",  "stop", "chat_template_kwargs",
    "think",      "response_format", "format"};

/// Servers take a seed of 31 bits (Ollama), 32 (llama-server) or 64.
uint64_t PortableSeed(uint64_t seed) { return seed & 0x7FFFFFFF; }

Json Messages(const ChatCall& call) {
  Json messages = Json::array();
  for (const ChatMessage& message : call.messages) {
    messages.push_back({{"role", message.role}, {"content", message.content}});
  }
  return messages;
}

Json SchemaOf(const ChatCall& call) {
  return Json::parse(call.json_schema, nullptr, /*allow_exceptions=*/false);
}

Json OllamaBody(const ChatCall& call) {
  Json options = {{"temperature", call.temperature},
                  {"seed", PortableSeed(call.seed)},
                  {"num_predict", call.max_tokens}};
  if (!call.stop.empty()) options["stop"] = std::vector(call.stop.begin(), call.stop.end());
  Json body = {{"model", call.model},
               {"messages", Messages(call)},
               {"stream", false},
               {"think", false},
               {"options", std::move(options)}};
  if (!call.json_schema.empty()) body["format"] = SchemaOf(call);
  if (call.top_logprobs > 0) {
    body["logprobs"] = true;
    body["top_logprobs"] = call.top_logprobs;
  }
  return body;
}

Json OpenAiBody(ServerKind kind, const ChatCall& call) {
  Json body = {{"model", call.model},
               {"messages", Messages(call)},
               {"stream", false},
               {"max_tokens", call.max_tokens},
               {"temperature", call.temperature},
               {"seed", PortableSeed(call.seed)}};
  // OpenAI takes four; the rest is cut off here, when the answer is there.
  const size_t stops = std::min<size_t>(call.stop.size(), 4);
  if (stops > 0) body["stop"] = std::vector(call.stop.begin(), call.stop.begin() + stops);
  if (kind == ServerKind::kLlamaServer || kind == ServerKind::kVllm) {
    body["chat_template_kwargs"] = {{"enable_thinking", false}};
  }
  if (!call.grammar.empty()) {
    if (kind == ServerKind::kVllm) {
      body["structured_outputs"] = {{"grammar", call.grammar}};
    } else {
      body["grammar"] = call.grammar;
    }
  }
  if (!call.json_schema.empty()) {
    body["response_format"] = {
        {"type", "json_schema"},
        {"json_schema", {{"name", "answer"}, {"strict", true}, {"schema", SchemaOf(call)}}}};
  }
  if (call.top_logprobs > 0) {
    body["logprobs"] = true;
    body["top_logprobs"] = call.top_logprobs;
  }
  return body;
}

FinishReason FinishFrom(std::string_view word) {
  // A reason that is missing or unknown must not make a cut text look whole.
  constexpr std::string_view kWhole[] = {"stop", "eos", "end_turn", "stop_sequence"};
  const bool whole = std::find(std::begin(kWhole), std::end(kWhole), word) != std::end(kWhole);
  return whole ? FinishReason::kStop : FinishReason::kMaxTokens;
}

int CountMember(const Json& json, std::string_view name) {
  const Json* member = Member(json, name);
  return member == nullptr ? 0 : static_cast<int>(WholeNumber(*member, kMaxTokenCount).value_or(0));
}

/// The text of a token: its bytes where the server gives them (a token may be half a character).
std::string TokenText(const Json& token) {
  const Json* bytes = Member(token, "bytes");
  if (bytes == nullptr || !bytes->is_array()) return StringMember(token, "token");
  std::string text;
  for (const Json& byte : *bytes) {
    const auto value = WholeNumber(byte, 255);
    if (!value) return StringMember(token, "token");
    text.push_back(static_cast<char>(*value));
  }
  return text;
}

void ReadChoice(const Json& json, std::vector<TokenChoice>& choices) {
  const Json* logprob = Member(json, "logprob");
  const auto value = logprob == nullptr ? std::nullopt : FiniteNumber(*logprob);
  if (!value || *value > 1e-3) return;  // No logarithm of a probability.
  TokenChoice choice{TokenText(json), *value};
  const bool is_known = std::any_of(choices.begin(), choices.end(), [&](const TokenChoice& known) {
    return known.text == choice.text;
  });
  if (!is_known) choices.push_back(std::move(choice));
}

/// Candidates of the first token from a list with one entry a token.
std::vector<TokenChoice> FirstToken(const Json* tokens) {
  std::vector<TokenChoice> choices;
  if (tokens == nullptr || !tokens->is_array() || tokens->empty()) return choices;
  const Json& first = tokens->front();
  ReadChoice(first, choices);
  if (const Json* top = Member(first, "top_logprobs"); top != nullptr && top->is_array()) {
    for (const Json& candidate : *top) ReadChoice(candidate, choices);
  }
  return choices;
}

Result<ChatReply> ReadOllama(const Json& json) {
  const Json* message = Member(json, "message");
  if (message == nullptr) return Status(StatusCode::kParseError, "the answer has no \"message\"");
  ChatReply reply;
  reply.text = StripReasoning(StringMember(*message, "content"));
  reply.finish = FinishFrom(StringMember(json, "done_reason"));
  reply.prompt_tokens = CountMember(json, "prompt_eval_count");
  reply.generated_tokens = CountMember(json, "eval_count");
  reply.first_token = FirstToken(Member(json, "logprobs"));
  return reply;
}

Result<ChatReply> ReadOpenAi(const Json& json) {
  const Json* choices = Member(json, "choices");
  if (choices == nullptr || !choices->is_array() || choices->empty()) {
    return Status(StatusCode::kParseError, "the answer has no \"choices\"");
  }
  const Json& choice = choices->front();
  const Json* message = Member(choice, "message");
  if (message == nullptr) return Status(StatusCode::kParseError, "the answer has no \"message\"");
  const std::string finish = StringMember(choice, "finish_reason");
  const std::string refusal = StringMember(*message, "refusal");
  if (finish == "content_filter" || !refusal.empty()) {
    return Status(StatusCode::kModelFailed, "the server withheld the answer (content filter)");
  }
  const Json* content = Member(*message, "content");
  if (content != nullptr && !content->is_string() && !content->is_null()) {
    return Status(StatusCode::kParseError, "the answer's \"content\" is not text");
  }
  ChatReply reply;
  reply.text = StripReasoning(StringMember(*message, "content"));
  reply.finish = FinishFrom(finish);
  if (const Json* usage = Member(json, "usage")) {
    reply.prompt_tokens = CountMember(*usage, "prompt_tokens");
    reply.generated_tokens = CountMember(*usage, "completion_tokens");
  }
  if (const Json* logprobs = Member(choice, "logprobs")) {
    reply.first_token = FirstToken(Member(*logprobs, "content"));
  }
  return reply;
}

}  // namespace

std::string ChatPath(ServerKind kind) {
  return kind == ServerKind::kOllama ? "/api/chat" : "/v1/chat/completions";
}

std::string BuildChatBody(ServerKind kind, const ChatCall& call,
                          const std::set<std::string>& refused) {
  Json body = kind == ServerKind::kOllama ? OllamaBody(call) : OpenAiBody(kind, call);
  for (const std::string& name : refused) {
    if (name == "max_tokens" && body.contains(name)) {
      body["max_completion_tokens"] = body[name];
    }
    body.erase(name);
  }
  return DumpJson(body);
}

std::string RefusedParameter(const std::string& body, const RemoteReply& reply) {
  if (reply.status != 400 && reply.status != 422) return "";
  const auto sent = ParseJsonText(body);
  if (!sent) return "";
  const std::string blamed = BlamedParameter(reply.body);
  const std::string message = ServerErrorMessage(reply.body);
  for (const std::string_view name : kOptional) {
    if (!sent->contains(name)) continue;
    const std::string in_single = fmt::format("'{}'", name);
    const std::string in_double = fmt::format("\"{}\"", name);
    const std::string in_ticks = fmt::format("`{}`", name);
    if (blamed == name || blamed.starts_with(std::string(name) + ".") ||
        message.find(in_single) != std::string::npos ||
        message.find(in_double) != std::string::npos ||
        message.find(in_ticks) != std::string::npos ||
        (name == "think" && message.find("does not support thinking") != std::string::npos)) {
      return std::string(name);
    }
  }
  return "";
}

Result<ChatReply> ParseChatReply(ServerKind kind, const RemoteReply& reply) {
  GLOSS_ASSIGN_OR_RETURN(const Json json, ParseWireJson(reply));
  if (const Json* error = Member(json, "error"); error != nullptr && !error->is_null()) {
    return Status(StatusCode::kModelFailed,
                  "an error in place of an answer: " + ServerErrorMessage(reply.body));
  }
  return kind == ServerKind::kOllama ? ReadOllama(json) : ReadOpenAi(json);
}

std::string StripReasoning(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(kBlank), text.size());
  const bool opens = text.substr(begin).starts_with("<think>");
  const size_t end = text.find(kThinkEnd);
  if (opens && end == std::string_view::npos) return "";
  if (end == std::string_view::npos) return std::string(text);
  const size_t after = end + kThinkEnd.size();
  // Without its start, an end counts only on a line of its own: the text may speak of such tags.
  const bool own_line = (end == 0 || text[end - 1] == '\n') &&
                        (after == text.size() || text[after] == '\n' || text[after] == '\r');
  if (!opens && !own_line) return std::string(text);
  const std::string_view rest = text.substr(after);
  return std::string(rest.substr(std::min(rest.find_first_not_of(kBlank), rest.size())));
}

}  // namespace gloss
