#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

struct llama_vocab;

namespace gloss {

using Token = int32_t;  // llama_token

/// How the names of special tokens ("[SEP]", "<|im_end|>") inside a text are read.
enum class SpecialTokens {
  kAsText,  ///< For every text of a user: a document must not be able to end the prompt.
  kParsed,  ///< For the pieces of a chat template.
};

/// Tokens of a text, without tokens added around it. Thread-safe.
/// Errors: kTooLarge (over 256 MiB), kModelFailed.
Result<std::vector<Token>> Tokenize(const llama_vocab& vocab, std::string_view text,
                                    SpecialTokens special);

/// Appends the bytes that a token writes; nothing for a control token. Errors: kModelFailed.
Status AppendPiece(const llama_vocab& vocab, Token token, std::string& bytes);

}  // namespace gloss
