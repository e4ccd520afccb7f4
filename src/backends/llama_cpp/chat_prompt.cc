#include "backends/llama_cpp/chat_prompt.h"

#include <fmt/format.h>
#include <llama.h>

#include <algorithm>

#include "backends/llama_cpp/llama_runtime.h"

namespace gloss {
namespace {

constexpr std::string_view kQwen3NoThinking = "qwen3-no-thinking";
constexpr std::string_view kEmptyThought = "<think>\n\n</think>\n\n";

/// Stands for the content of message i while the template is applied.
std::string PlaceOf(size_t i) { return fmt::format("\x02{}\x03", i); }

Status CheckRoles(std::span<const ChatMessage> messages) {
  for (const ChatMessage& message : messages) {
    if (message.role != "system" && message.role != "user" && message.role != "assistant") {
      return {
          StatusCode::kInvalidArgument,
          fmt::format("chat message: role \"{}\" is not system, user or assistant", message.role)};
    }
  }
  return Status::Ok();
}

/// The template's text with the places of the contents in it.
Result<std::string> Render(const std::string& chat_template,
                           std::span<const ChatMessage> messages) {
  std::vector<std::string> places;
  for (size_t i = 0; i < messages.size(); ++i) places.push_back(PlaceOf(i));
  std::vector<llama_chat_message> chat;
  for (size_t i = 0; i < messages.size(); ++i) {
    chat.push_back({messages[i].role.c_str(), places[i].c_str()});
  }
  std::string text(256 + 128 * messages.size(), '\0');
  const Status status = RunGuarded(StatusCode::kModelUnavailable, [&] {
    const auto apply = [&] {
      return llama_chat_apply_template(chat_template.c_str(), chat.data(), chat.size(),
                                       /*add_ass=*/true, text.data(),
                                       static_cast<int32_t>(text.size()));
    };
    int32_t length = apply();
    if (length > static_cast<int32_t>(text.size())) {
      text.resize(static_cast<size_t>(length));
      length = apply();
    }
    if (length < 0) {
      return Status(StatusCode::kModelUnavailable,
                    "the model's chat template is not one that is known; name one in its spec "
                    "(\"template\": \"chatml\")");
    }
    text.resize(static_cast<size_t>(length));
    return Status::Ok();
  });
  if (!status.ok()) return status;
  return text;
}

}  // namespace

Result<std::vector<PromptPiece>> ApplyChatTemplate(const std::string& chat_template,
                                                   std::span<const ChatMessage> messages) {
  GLOSS_RETURN_IF_ERROR(CheckRoles(messages));
  std::vector<PromptPiece> pieces;
  if (chat_template == "none") {
    for (const ChatMessage& message : messages) pieces.push_back({message.content, false});
    return pieces;
  }
  const bool no_thinking = chat_template == kQwen3NoThinking;
  GLOSS_ASSIGN_OR_RETURN(std::string text,
                         Render(no_thinking ? "chatml" : chat_template, messages));
  if (no_thinking) text += kEmptyThought;
  size_t done = 0;
  for (size_t i = 0; i < messages.size(); ++i) {
    const std::string place = PlaceOf(i);
    const size_t found = text.find(place, done);
    if (found == std::string::npos) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("the model's chat template has no place for message {} ({})", i,
                                messages[i].role));
    }
    if (found > done) pieces.push_back({text.substr(done, found - done), true});
    pieces.push_back({messages[i].content, false});
    done = found + place.size();
  }
  if (done < text.size()) pieces.push_back({text.substr(done), true});
  return pieces;
}

std::string ChatTemplateOf(const llama_model& model, const std::string& template_name) {
  if (!template_name.empty()) return template_name;
  const char* own = llama_model_chat_template(&model, nullptr);
  return own == nullptr ? "chatml" : own;
}

Result<std::vector<Token>> TokenizePieces(const llama_vocab& vocab,
                                          std::span<const PromptPiece> pieces) {
  std::vector<Token> tokens;
  for (const PromptPiece& piece : pieces) {
    GLOSS_ASSIGN_OR_RETURN(
        const std::vector<Token> part,
        Tokenize(vocab, piece.text,
                 piece.is_template ? SpecialTokens::kParsed : SpecialTokens::kAsText));
    tokens.insert(tokens.end(), part.begin(), part.end());
  }
  const llama_token bos = llama_vocab_bos(&vocab);
  if (llama_vocab_get_add_bos(&vocab) && bos != LLAMA_TOKEN_NULL &&
      (tokens.empty() || tokens.front() != bos)) {
    tokens.insert(tokens.begin(), bos);
  }
  return tokens;
}

}  // namespace gloss
