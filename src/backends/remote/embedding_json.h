#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/remote/remote_client.h"
#include "backends/remote/server_options.h"
#include "base/status.h"
#include "models/embedder.h"

namespace gloss {

/// "/embed" of Text Embeddings Inference, "/api/embed" of Ollama, "/v1/embeddings" of the others.
std::string EmbeddingPath(ServerKind kind);

/// Asks never to cut a text: one that is too long is an error, and is windowed by the caller.
std::string BuildEmbeddingBody(ServerKind kind, const std::string& model,
                               std::span<const std::string_view> texts);

/// One normalised vector a text, in the order of the request; vectors come as numbers or base64 of
/// little-endian floats, and in any order when they have an index. An item fails alone: missing,
/// given twice, not numbers, zero, without a direction. Errors of the whole: kParseError.
Result<std::vector<Result<Embedding>>> ParseEmbeddings(ServerKind kind, const RemoteReply& reply,
                                                       size_t count);

/// Divides by the length. Errors: kModelFailed (empty, not finite, zero).
Result<Embedding> Normalise(std::vector<float> values);

}  // namespace gloss
