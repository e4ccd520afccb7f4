#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "models/generator.h"

namespace gloss {

/// A prompt file (prompts/README.md): chat messages, the last of which has places to fill.
struct Prompt {
  std::string id;      ///< "decompose_v1"
  std::string sha256;  ///< Of the file.
  std::vector<ChatMessage> messages;
};

/// Errors: kParseError with the line.
Result<Prompt> ParsePrompt(std::string_view id, std::string_view text);

/// A prompt that the binary carries. Errors: kNotFound with the ids that exist.
Result<Prompt> FindPrompt(std::string_view id);

/// The prompt that sentences are split with: the one asked for, else the one that the decomposer's
/// spec names, else "decompose_v1". `decomposer` may be null. Errors: kNotFound as above.
Result<Prompt> DecompositionPrompt(std::string_view asked, const Generator* decomposer);

/// The messages with each `{name}` of the last one replaced by its value, as it is.
std::vector<ChatMessage> FillPrompt(const Prompt& prompt,
                                    const std::map<std::string, std::string>& values);

/// Text of a document made safe as (a part of) a value: white space is collapsed, and the marks of
/// chat templates ("<|im_end|>") are broken, so that no text can end its own message.
std::string SafeForPrompt(std::string_view value);

}  // namespace gloss
