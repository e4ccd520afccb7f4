#include "backends/llama_cpp/tokens.h"

#include <llama.h>

#include "backends/llama_cpp/llama_runtime.h"

namespace gloss {
namespace {

constexpr size_t kMaxTextBytes = size_t{256} << 20;

}  // namespace

Result<std::vector<Token>> Tokenize(const llama_vocab& vocab, std::string_view text,
                                    SpecialTokens special) {
  std::vector<Token> tokens;
  if (text.empty()) return tokens;
  if (text.size() > kMaxTextBytes) {
    return Status(StatusCode::kTooLarge, "a text of more than 256 MiB cannot be tokenised");
  }
  const Status status = RunGuarded(StatusCode::kModelFailed, [&] {
    const auto tokenize = [&] {
      return llama_tokenize(&vocab, text.data(), static_cast<int32_t>(text.size()), tokens.data(),
                            static_cast<int32_t>(tokens.size()), /*add_special=*/false,
                            special == SpecialTokens::kParsed);
    };
    tokens.resize(text.size() / 2 + 16);
    int32_t count = tokenize();
    if (count < 0 && count != INT32_MIN) {
      tokens.resize(static_cast<size_t>(-count));
      count = tokenize();
    }
    if (count < 0) return Status(StatusCode::kModelFailed, "the text cannot be tokenised");
    tokens.resize(static_cast<size_t>(count));
    return Status::Ok();
  });
  if (!status.ok()) return status;
  return tokens;
}

Status AppendPiece(const llama_vocab& vocab, Token token, std::string& bytes) {
  std::string piece(64, '\0');
  const auto convert = [&] {
    return llama_token_to_piece(&vocab, token, piece.data(), static_cast<int32_t>(piece.size()),
                                /*lstrip=*/0, /*special=*/false);
  };
  int32_t length = convert();
  if (length < 0) {
    piece.resize(static_cast<size_t>(-length));
    length = convert();
  }
  if (length < 0) return {StatusCode::kModelFailed, "a token of the model has no text"};
  bytes.append(piece, 0, static_cast<size_t>(length));
  return Status::Ok();
}

}  // namespace gloss
