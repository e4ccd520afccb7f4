#include "backends/llama_cpp/token_pieces.h"

#include <llama.h>

#include <string>
#include <utility>

namespace gloss {

Result<std::shared_ptr<const TokenPieces>> ReadTokenPieces(const llama_vocab& vocab) {
  auto read = std::make_shared<TokenPieces>();
  std::vector<std::string> pieces(static_cast<size_t>(llama_vocab_n_tokens(&vocab)));
  for (size_t i = 0; i < pieces.size(); ++i) {
    const auto token = static_cast<Token>(i);
    if (llama_vocab_is_eog(&vocab, token)) {
      read->ends.push_back(token);
    } else {
      GLOSS_RETURN_IF_ERROR(AppendPiece(vocab, token, pieces[i]));
    }
  }
  read->trie = std::make_shared<const TokenTrie>(std::move(pieces));
  return std::shared_ptr<const TokenPieces>(std::move(read));
}

}  // namespace gloss
