#include "backends/remote/embedding_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "backends/remote/wire_json.h"

namespace gloss {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxDimension = 1U << 16;

Status Bad(std::string why) { return {StatusCode::kModelFailed, std::move(why)}; }

std::optional<std::string> DecodeBase64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() * 3 / 4);
  uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    uint32_t value = 0;
    if (c >= 'A' && c <= 'Z') {
      value = static_cast<uint32_t>(c - 'A');
    } else if (c >= 'a' && c <= 'z') {
      value = static_cast<uint32_t>(c - 'a') + 26;
    } else if (c >= '0' && c <= '9') {
      value = static_cast<uint32_t>(c - '0') + 52;
    } else if (c == '+' || c == '/') {
      value = c == '+' ? 62 : 63;
    } else {
      return std::nullopt;
    }
    bits = (bits << 6) | value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push_back(static_cast<char>((bits >> held) & 0xFF));
    }
  }
  return bytes;
}

Result<std::vector<float>> FloatsOfBase64(const std::string& text) {
  const auto bytes = DecodeBase64(text);
  if (!bytes || bytes->size() % 4 != 0 || bytes->size() / 4 > kMaxDimension) {
    return Bad("the embedding is not base64 of 32-bit floats");
  }
  std::vector<float> values(bytes->size() / 4);
  for (size_t i = 0; i < values.size(); ++i) {
    uint32_t bits = 0;
    for (size_t b = 0; b < 4; ++b) {
      bits |= static_cast<uint32_t>(static_cast<unsigned char>((*bytes)[i * 4 + b])) << (8 * b);
    }
    values[i] = std::bit_cast<float>(bits);
  }
  return values;
}

Result<std::vector<float>> Floats(const Json& json) {
  if (json.is_string()) return FloatsOfBase64(json.get_ref<const std::string&>());
  if (!json.is_array() || json.size() > kMaxDimension) {
    return Bad("the embedding is not a list of numbers");
  }
  if (!json.empty() && json.front().is_array()) {
    return Bad("the server gives an embedding per token; start it with pooling");
  }
  std::vector<float> values;
  values.reserve(json.size());
  for (const Json& item : json) {
    const auto value = item.is_number() ? FiniteNumber(item) : std::nullopt;
    if (!value || std::abs(*value) > std::numeric_limits<float>::max()) {
      return Bad("the embedding holds something that is not a number");
    }
    values.push_back(static_cast<float>(*value));
  }
  return values;
}

Result<Embedding> Vector(const Json* json) {
  if (json == nullptr) return Bad("the answer has no embedding for this text");
  GLOSS_ASSIGN_OR_RETURN(std::vector<float> values, Floats(*json));
  return Normalise(std::move(values));
}

/// Vectors by place: a list of lists, as many as were asked for.
std::vector<Result<Embedding>> ByPlace(const Json& list) {
  std::vector<Result<Embedding>> items;
  for (const Json& vector : list) items.push_back(Vector(&vector));
  return items;
}

/// Vectors by their "index", or by place where they have none.
std::vector<Result<Embedding>> ByIndex(const Json& data, size_t count) {
  std::vector<Result<Embedding>> items(count, Bad("the answer has no embedding for this text"));
  std::vector<bool> is_taken(count, false);
  for (size_t place = 0; place < data.size(); ++place) {
    const Json* given = Member(data[place], "index");
    const auto index = given == nullptr ? std::optional(place) : WholeNumber(*given, count);
    if (!index || *index >= count) continue;  // An answer to nothing that was asked.
    items[*index] = is_taken[*index] ? Result<Embedding>(Bad("the answer has two embeddings for "
                                                             "this text"))
                                     : Vector(Member(data[place], "embedding"));
    is_taken[*index] = true;
  }
  return items;
}

}  // namespace

std::string EmbeddingPath(ServerKind kind) {
  if (kind == ServerKind::kTei) return "/embed";
  return kind == ServerKind::kOllama ? "/api/embed" : "/v1/embeddings";
}

std::string BuildEmbeddingBody(ServerKind kind, const std::string& model,
                               std::span<const std::string_view> texts) {
  Json inputs = Json::array();
  for (const std::string_view text : texts) {
    inputs.push_back(text.empty() ? " " : text);  // Servers refuse an empty text.
  }
  if (kind == ServerKind::kTei) {
    return DumpJson({{"inputs", std::move(inputs)}, {"normalize", true}, {"truncate", false}});
  }
  if (kind == ServerKind::kOllama) {
    return DumpJson({{"model", model}, {"input", std::move(inputs)}, {"truncate", false}});
  }
  return DumpJson({{"model", model}, {"input", std::move(inputs)}, {"encoding_format", "float"}});
}

Result<std::vector<Result<Embedding>>> ParseEmbeddings(ServerKind kind, const RemoteReply& reply,
                                                       size_t count) {
  GLOSS_ASSIGN_OR_RETURN(const Json json, ParseWireJson(reply));
  const std::string_view name = kind == ServerKind::kOllama ? "embeddings" : "data";
  const Json* list = kind == ServerKind::kTei ? &json : Member(json, name);
  if (list == nullptr || !list->is_array()) {
    return Status(StatusCode::kParseError,
                  fmt::format("the answer has no list \"{}\" of embeddings", name));
  }
  const bool by_place = kind == ServerKind::kTei || kind == ServerKind::kOllama ||
                        std::none_of(list->begin(), list->end(), [](const Json& item) {
                          return Member(item, "index") != nullptr;
                        });
  // By place alone nobody knows which one is missing.
  if (list->size() > count || (by_place && list->size() != count)) {
    return Status(StatusCode::kParseError,
                  fmt::format("{} embeddings for {} texts", list->size(), count));
  }
  return kind == ServerKind::kTei || kind == ServerKind::kOllama ? ByPlace(*list)
                                                                 : ByIndex(*list, count);
}

Result<Embedding> Normalise(std::vector<float> values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value) * value;
  const double length = std::sqrt(sum);
  if (!std::isfinite(length) || length < 1e-12) {
    return Bad("the embedding is empty, zero or not finite");
  }
  for (float& value : values) value = static_cast<float>(value / length);
  return values;
}

}  // namespace gloss
