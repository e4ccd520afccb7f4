#include "backends/remote/chat_verifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "backends/remote/chat_json.h"
#include "backends/remote/verdict_json.h"
#include "backends/remote/verdict_words.h"
#include "backends/remote/verifier_prompt_json.h"
#include "base/hash.h"

namespace gloss {
namespace {

constexpr int kTopLogprobs = 20;                           // The most that OpenAI and Ollama give.
constexpr std::array<char, 3> kLetters = {'a', 'b', 'c'};  // Indexed by Relation.

/// Which label a token spells: the letter, in either case, with blanks around it and the marks that
/// tokenizers show for a blank.
std::optional<size_t> LabelOfToken(std::string_view token) {
  for (const std::string_view mark : {"\xE2\x96\x81", "\xC4\xA0", "\xC4\x8A"}) {
    if (token.starts_with(mark)) token.remove_prefix(mark.size());
  }
  const size_t begin = token.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return std::nullopt;
  token = token.substr(begin, token.find_last_not_of(" \t\r\n") + 1 - begin);
  if (token.size() != 1) return std::nullopt;
  const char letter = static_cast<char>(token[0] | 0x20);
  const auto* const found = std::find(kLetters.begin(), kLetters.end(), letter);
  if (found == kLetters.end()) return std::nullopt;
  return static_cast<size_t>(found - kLetters.begin());
}

/// Of the words that stand around the texts.
std::string HashOf(const std::vector<ChatMessage>& messages) {
  std::string text;
  for (const ChatMessage& message : messages) text += message.role + "\n" + message.content + "\n";
  return Sha256Hex(text);
}

}  // namespace

Result<PairLogits> ReadLabelTokens(std::span<const TokenChoice> choices) {
  if (choices.empty()) {
    return Status(StatusCode::kModelFailed, "the server gave no token probabilities");
  }
  std::array<double, 3> probabilities{};
  for (const TokenChoice& choice : choices) {
    if (const auto label = LabelOfToken(choice.text)) {
      probabilities[*label] += std::exp(choice.logprob);
    }
  }
  const double mass = probabilities[0] + probabilities[1] + probabilities[2];
  if (!(mass >= kLeastLabelMass)) {
    return Status(StatusCode::kModelFailed,
                  fmt::format("the model abstained: the labels have {:.2f} of its answer's "
                              "probability, {:.2f} is the least",
                              mass, kLeastLabelMass));
  }
  for (double& probability : probabilities) probability /= mass;
  return LogitsOf(probabilities);
}

std::string LogprobVerifier::prompt_sha256() const {
  const PremiseHypothesis places{"{premise}", "{hypothesis}"};
  return HashOf(LabelMessages(places));
}

Result<std::vector<Result<PairLogits>>> LogprobVerifier::Label(
    std::span<const PremiseHypothesis> pairs, const std::stop_token& stop) {
  std::vector<Result<PairLogits>> answers;
  for (const PremiseHypothesis& pair : pairs) {
    const std::vector<ChatMessage> messages = LabelMessages(pair);
    ChatCall call;
    call.model = model_;
    call.messages = messages;
    call.max_tokens = 1;
    call.top_logprobs = kTopLogprobs;
    GLOSS_ASSIGN_OR_RETURN(const ChatReply reply, server_->Chat(call, stop));
    answers.push_back(ReadLabelTokens(reply.first_token));
  }
  return answers;
}

std::string JsonVerifier::prompt_sha256() const {
  const PremiseHypothesis places{"{premise}", "{hypothesis}"};
  return HashOf(JsonMessages(std::span(&places, 1)));
}

Result<std::vector<Result<PairLogits>>> JsonVerifier::Label(
    std::span<const PremiseHypothesis> pairs, const std::stop_token& stop) {
  constexpr int kTokensAround = 128;
  constexpr int kTokensPerVerdict = 48;
  const std::vector<ChatMessage> messages = JsonMessages(pairs);
  ChatCall call;
  call.model = model_;
  call.messages = messages;
  call.max_tokens = kTokensAround + kTokensPerVerdict * static_cast<int>(pairs.size());
  if (server_->EnforcesJsonSchema(model_, stop)) call.json_schema = VerdictSchema(pairs.size());
  GLOSS_ASSIGN_OR_RETURN(const ChatReply reply, server_->Chat(call, stop));
  return ReadVerdicts(reply.text, pairs.size());
}

}  // namespace gloss
