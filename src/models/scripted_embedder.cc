#include "models/scripted_embedder.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace gloss {
namespace {

bool IsWordByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0;
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// FNV-1a: the same on every machine, unlike std::hash.
uint64_t HashOf(std::string_view word) {
  uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : word) {
    hash ^= static_cast<unsigned char>(Lower(c));
    hash *= 0x100000001b3U;
  }
  return hash;
}

void Normalise(Embedding& vector) {
  double sum = 0;
  for (const float value : vector) sum += static_cast<double>(value) * value;
  if (sum == 0) {
    vector[0] = 1;  // a text without words still has a unit vector
    return;
  }
  const double scale = 1 / std::sqrt(sum);
  for (float& value : vector) value = static_cast<float>(value * scale);
}

Embedding BagOfWords(std::string_view text, size_t dimension) {
  Embedding vector(dimension, 0.0F);
  size_t begin = 0;
  while (begin < text.size()) {
    if (!IsWordByte(text[begin])) {
      ++begin;
      continue;
    }
    size_t end = begin;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    vector[HashOf(text.substr(begin, end - begin)) % dimension] += 1;
    begin = end;
  }
  return vector;
}

}  // namespace

ScriptedEmbedder::ScriptedEmbedder(ScriptedEmbedderOptions options)
    : options_(std::move(options)), failure_(options_.fail_after) {
  options_.dimension = std::max<size_t>(1, options_.dimension);
  for (auto& [text, vector] : options_.table) {
    vector.resize(options_.dimension, 0.0F);
    Normalise(vector);
  }
  spec_.name = options_.name;
  spec_.query_prefix = options_.query_prefix;
  spec_.passage_prefix = options_.passage_prefix;
  spec_.role = ModelRole::kEmbedder;
}

BatchResult<Embedding> ScriptedEmbedder::Embed(std::span<const std::string_view> texts,
                                               std::stop_token stop) {
  BatchResult<Embedding> result;
  result.items.resize(texts.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    result.status = failure_.BeforeItem(stop);
    if (!result.status.ok()) break;
    if (const auto found = options_.table.find(texts[i]); found != options_.table.end()) {
      result.items[i] = found->second;
    } else {
      result.items[i] = BagOfWords(texts[i], options_.dimension);
      Normalise(*result.items[i]);
    }
  }
  return result;
}

}  // namespace gloss
