#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "models/embedder.h"
#include "models/generator.h"

namespace gloss {

// Results as bytes and back, without loss: floats are IEEE 754 single precision, numbers have the
// lowest byte first (docs/formats/store.md). A decoder takes any bytes and gives nothing where they
// are not what its encoder writes.

/// REQUIRES: not empty.
std::string EncodeEmbedding(const Embedding& embedding);
std::optional<Embedding> DecodeEmbedding(std::string_view bytes);

std::string EncodeLogits(const std::array<float, 3>& logits);
std::optional<std::array<float, 3>> DecodeLogits(std::string_view bytes);

std::string EncodeGeneration(const GenerationResult& result);
std::optional<GenerationResult> DecodeGeneration(std::string_view bytes);

}  // namespace gloss
