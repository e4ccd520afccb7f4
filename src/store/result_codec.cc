#include "store/result_codec.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace gloss {
namespace {

constexpr size_t kNumberBytes = 4;
/// Kind and two token counts before the text.
constexpr size_t kGenerationHeader = 1 + 2 * kNumberBytes;
/// Ended by itself, cut at its limit; the same with citations enforced.
constexpr std::string_view kKinds = "smSM";

size_t KindOf(const GenerationResult& result) {
  return (result.finish == FinishReason::kStop ? 0U : 1U) + (result.citations_enforced ? 2U : 0U);
}

void AppendNumber(uint32_t number, std::string& out) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(number >> shift));
}

uint32_t NumberAt(std::string_view bytes, size_t offset) {
  uint32_t number = 0;
  for (size_t i = kNumberBytes; i-- > 0;) {
    number = number << 8 | static_cast<unsigned char>(bytes[offset + i]);
  }
  return number;
}

std::string EncodeFloats(std::span<const float> floats) {
  std::string bytes;
  bytes.reserve(floats.size() * kNumberBytes);
  for (const float value : floats) AppendNumber(std::bit_cast<uint32_t>(value), bytes);
  return bytes;
}

/// False when a number is not finite: no model's answer is.
bool DecodeFloats(std::string_view bytes, std::span<float> floats) {
  for (size_t i = 0; i < floats.size(); ++i) {
    floats[i] = std::bit_cast<float>(NumberAt(bytes, i * kNumberBytes));
    if (!std::isfinite(floats[i])) return false;
  }
  return true;
}

std::optional<int> CountAt(std::string_view bytes, size_t offset) {
  const uint32_t number = NumberAt(bytes, offset);
  if (number > static_cast<uint32_t>(std::numeric_limits<int>::max())) return std::nullopt;
  return static_cast<int>(number);
}

}  // namespace

std::string EncodeEmbedding(const Embedding& embedding) { return EncodeFloats(embedding); }

std::optional<Embedding> DecodeEmbedding(std::string_view bytes) {
  if (bytes.empty() || bytes.size() % kNumberBytes != 0) return std::nullopt;
  Embedding embedding(bytes.size() / kNumberBytes);
  if (!DecodeFloats(bytes, embedding)) return std::nullopt;
  return embedding;
}

std::string EncodeLogits(const std::array<float, 3>& logits) { return EncodeFloats(logits); }

std::optional<std::array<float, 3>> DecodeLogits(std::string_view bytes) {
  std::array<float, 3> logits{};
  if (bytes.size() != logits.size() * kNumberBytes) return std::nullopt;
  if (!DecodeFloats(bytes, logits)) return std::nullopt;
  return logits;
}

std::string EncodeGeneration(const GenerationResult& result) {
  std::string bytes(1, kKinds[KindOf(result)]);
  AppendNumber(static_cast<uint32_t>(result.prompt_tokens), bytes);
  AppendNumber(static_cast<uint32_t>(result.generated_tokens), bytes);
  return bytes + result.text;
}

std::optional<GenerationResult> DecodeGeneration(std::string_view bytes) {
  if (bytes.size() < kGenerationHeader) return std::nullopt;
  const size_t kind = kKinds.find(bytes[0]);
  if (kind == std::string_view::npos) return std::nullopt;
  const std::optional<int> prompt_tokens = CountAt(bytes, 1);
  const std::optional<int> generated_tokens = CountAt(bytes, 1 + kNumberBytes);
  if (!prompt_tokens || !generated_tokens) return std::nullopt;
  GenerationResult result;
  result.finish = (kind & 1U) == 0 ? FinishReason::kStop : FinishReason::kMaxTokens;
  result.citations_enforced = (kind & 2U) != 0;
  result.prompt_tokens = *prompt_tokens;
  result.generated_tokens = *generated_tokens;
  result.text = std::string(bytes.substr(kGenerationHeader));
  return result;
}

}  // namespace gloss
