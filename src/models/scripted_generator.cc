#include "models/scripted_generator.h"

#include <fmt/format.h>

#include <algorithm>

namespace gloss {
namespace {

int CountWords(std::string_view text) {
  int words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank && !in_word) ++words;
    in_word = !blank;
  }
  return words;
}

/// Length of the first `words` words with the blanks before each.
size_t LengthOfWords(std::string_view text, int words) {
  int seen = 0;
  bool in_word = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\t';
    if (blank && in_word && seen == words) return i;
    if (!blank && !in_word) ++seen;
    in_word = !blank;
  }
  return text.size();
}

/// Does to a scripted text what decoding does: stop strings, then the token limit.
GenerationResult Finish(std::string text, FinishReason finish, const GenerationRequest& request) {
  size_t end = text.size();
  for (const std::string& stop : request.stop) {
    if (!stop.empty()) end = std::min(end, text.find(stop));
  }
  if (end < text.size()) finish = FinishReason::kStop;
  text.resize(std::min(end, text.size()));
  if (CountWords(text) > request.max_tokens) {
    text.resize(request.max_tokens <= 0 ? 0 : LengthOfWords(text, request.max_tokens));
    finish = FinishReason::kMaxTokens;
  }
  GenerationResult result;
  result.generated_tokens = CountWords(text);
  for (const ChatMessage& message : request.messages) {
    result.prompt_tokens += CountWords(message.content);
  }
  result.text = std::move(text);
  result.finish = finish;
  return result;
}

}  // namespace

ScriptedGenerator::ScriptedGenerator(ScriptedGeneratorOptions options)
    : options_(std::move(options)), failure_(options_.fail_after) {
  spec_.name = options_.name;
  spec_.role = options_.role;
  spec_.prompt = options_.prompt;
  spec_.languages = options_.languages;
}

BatchResult<GenerationResult> ScriptedGenerator::Generate(
    std::span<const GenerationRequest> requests, std::stop_token stop) {
  BatchResult<GenerationResult> result;
  result.items.resize(requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    result.status = failure_.BeforeItem(stop);
    if (!result.status.ok()) break;
    Result<GenerationResult> answer = Answer(requests[i]);
    if (!answer.ok()) {
      result.status = answer.status();
      break;
    }
    result.items[i] = std::move(answer).value();
  }
  return result;
}

Result<GenerationResult> ScriptedGenerator::Answer(const GenerationRequest& request) const {
  const std::string prompt = request.messages.empty() ? "" : request.messages.back().content;
  for (const ScriptedReply& reply : options_.replies) {
    if (prompt.find(reply.contains) != std::string::npos) {
      return Finish(reply.text, reply.finish, request);
    }
  }
  if (options_.callback) {
    if (std::optional<std::string> text = options_.callback(request)) {
      return Finish(std::move(*text), FinishReason::kStop, request);
    }
  }
  return Status(StatusCode::kModelFailed,
                fmt::format("scripted generator: no reply for the prompt \"{}\"", prompt));
}

}  // namespace gloss
