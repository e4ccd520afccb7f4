#include "grounding/prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "text/words.h"

namespace gloss {
namespace {

struct PromptFile {
  std::string_view id;
  std::string_view text;
};

// Written by CMake from prompts/*.txt.
constexpr PromptFile kPromptFiles[] = {
#include "prompt_table.inc"
};

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

}  // namespace

Result<Prompt> ParsePrompt(std::string_view id, std::string_view text) {
  Prompt prompt;
  prompt.id = id;
  prompt.sha256 = Sha256Hex(text);
  constexpr std::string_view kMark = "--- ";
  int line_number = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++line_number;
    if (line.starts_with(kMark)) {
      const std::string_view role = Trim(line.substr(kMark.size()));
      if (role != "system" && role != "user" && role != "assistant") {
        return Status(
            StatusCode::kParseError,
            fmt::format("prompt {}, line {}: unknown role \"{}\"", id, line_number, role));
      }
      prompt.messages.push_back({std::string(role), ""});
    } else if (!prompt.messages.empty()) {
      prompt.messages.back().content += line;
      prompt.messages.back().content += '\n';
    } else if (!Trim(line).empty()) {
      return Status(StatusCode::kParseError,
                    fmt::format("prompt {}, line {}: text before the first \"--- role\" line", id,
                                line_number));
    }
  }
  if (prompt.messages.empty() || prompt.messages.back().role != "user") {
    return Status(StatusCode::kParseError,
                  fmt::format("prompt {}: its last message must be a user's", id));
  }
  for (ChatMessage& message : prompt.messages) message.content = std::string(Trim(message.content));
  return prompt;
}

Result<Prompt> FindPrompt(std::string_view id) {
  std::string known;
  for (const PromptFile& file : kPromptFiles) {
    if (file.id == id) return ParsePrompt(id, file.text);
    if (!known.empty()) known += ", ";
    known += file.id;
  }
  return Status(StatusCode::kNotFound,
                fmt::format("prompt \"{}\": there is none; known: {}", id, known));
}

Result<Prompt> DecompositionPrompt(std::string_view asked, const Generator* decomposer) {
  if (!asked.empty()) return FindPrompt(asked);
  const bool trained = decomposer != nullptr && !decomposer->spec().prompt.empty();
  return FindPrompt(trained ? decomposer->spec().prompt : "decompose_v1");
}

std::string SafeForPrompt(std::string_view value) {
  std::string safe = CollapseSpace(value);
  for (const auto& [mark, broken] :
       {std::pair<std::string_view, std::string_view>{"<|", "< |"}, {"|>", "| >"}}) {
    for (size_t at = safe.find(mark); at != std::string::npos; at = safe.find(mark, at + 3)) {
      safe.replace(at, mark.size(), broken);
    }
  }
  return safe;
}

std::vector<ChatMessage> FillPrompt(const Prompt& prompt,
                                    const std::map<std::string, std::string>& values) {
  std::vector<ChatMessage> messages = prompt.messages;
  const std::string pattern = std::move(messages.back().content);
  std::string filled;
  // One pass from the left: a value that holds "{sentence}" is not filled again.
  for (size_t at = 0; at < pattern.size();) {
    const size_t open = std::min(pattern.find('{', at), pattern.size());
    filled.append(pattern, at, open - at);
    if (open == pattern.size()) break;
    const size_t close = pattern.find('}', open);
    const auto value = close == std::string::npos
                           ? values.end()
                           : values.find(pattern.substr(open + 1, close - open - 1));
    if (value == values.end()) {
      filled += '{';
      at = open + 1;
      continue;
    }
    filled += value->second;
    at = close + 1;
  }
  messages.back().content = std::move(filled);
  return messages;
}

}  // namespace gloss
