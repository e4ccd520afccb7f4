#pragma once

#include <memory>
#include <vector>

#include "backends/llama_cpp/tokens.h"
#include "base/status.h"
#include "models/token_trie.h"

namespace gloss {

/// What the tokens of a model write. Made once a model, for constrained sampling. Immutable.
struct TokenPieces {
  std::shared_ptr<const TokenTrie> trie;  ///< Tokens that end a text are not in it.
  std::vector<Token> ends;                ///< Tokens that end a text.
};

/// Errors: kModelFailed.
Result<std::shared_ptr<const TokenPieces>> ReadTokenPieces(const llama_vocab& vocab);

}  // namespace gloss
