#pragma once

#include <span>
#include <string>
#include <vector>

#include "backends/llama_cpp/tokens.h"
#include "base/status.h"
#include "models/generator.h"

struct llama_model;

namespace gloss {

/// A stretch of a prompt.
struct PromptPiece {
  std::string text;
  bool is_template = false;  ///< From the template: names of special tokens in it are those tokens.

  friend bool operator==(const PromptPiece&, const PromptPiece&) = default;
};

/// The messages in a chat template, up to where the assistant's answer begins. The contents never
/// pass through the template, so that nothing in them can be read as a part of it. `chat_template`
/// is a template's text or one of the library's names ("chatml", "llama3" …); "none" puts the
/// contents one after the other; "qwen3-no-thinking" is chatml with an empty thought in front of
/// the answer, so that Qwen3 answers at once. Errors: kInvalidArgument (a role that is not system,
/// user or assistant, or that the template has no place for), kModelUnavailable (a template that
/// the library does not know).
Result<std::vector<PromptPiece>> ApplyChatTemplate(const std::string& chat_template,
                                                   std::span<const ChatMessage> messages);

/// The name or text of the template of a model: the spec's, else the file's own.
std::string ChatTemplateOf(const llama_model& model, const std::string& template_name);

/// Tokens of the pieces, with the model's BOS in front where it wants one.
Result<std::vector<Token>> TokenizePieces(const llama_vocab& vocab,
                                          std::span<const PromptPiece> pieces);

}  // namespace gloss
