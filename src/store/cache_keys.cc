#include "store/cache_keys.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/hash.h"

namespace gloss {
namespace {

/// Appends the number as eight bytes, lowest first.
void AppendNumber(uint64_t number, std::string& out) {
  for (int shift = 0; shift < 64; shift += 8) out.push_back(static_cast<char>(number >> shift));
}

void AppendFloat(float number, std::string& out) {
  AppendNumber(std::bit_cast<uint32_t>(number), out);
}

/// Appends the text with its length before it, so that no two lists of texts look alike.
void AppendText(std::string_view text, std::string& out) {
  AppendNumber(text.size(), out);
  out.append(text);
}

std::string BytesOf(const GenerationRequest& request) {
  std::string bytes;
  AppendNumber(request.messages.size(), bytes);
  for (const ChatMessage& message : request.messages) {
    AppendText(message.role, bytes);
    AppendText(message.content, bytes);
  }
  AppendNumber(static_cast<uint64_t>(request.max_tokens), bytes);
  AppendFloat(request.temperature, bytes);
  // A greedy text does not depend on the seed.
  AppendNumber(request.temperature > 0 ? request.seed : 0, bytes);
  AppendNumber(request.stop.size(), bytes);
  for (const std::string& stop : request.stop) AppendText(stop, bytes);
  AppendText(request.grammar, bytes);
  if (!request.json_schema.empty()) AppendText("schema " + request.json_schema, bytes);
  if (request.citations) {
    AppendNumber(request.citations->tags.size(), bytes);
    for (const std::string& tag : request.citations->tags) AppendText(tag, bytes);
    AppendNumber(request.citations->once ? 1 : 0, bytes);
    AppendNumber(request.citations->closing_forms ? 1 : 0, bytes);
  }
  return bytes;
}

}  // namespace

std::string_view ResultKindName(ResultKind kind) {
  switch (kind) {
    case ResultKind::kEmbedding:
      return "embedding";
    case ResultKind::kGeneration:
      return "generation";
    case ResultKind::kEntailment:
      return "entailment";
  }
  return "entailment";
}

std::string ModelIdentity(const ModelSpec& spec, std::string_view program) {
  const bool remote = !spec.server.empty();
  const std::vector<ModelFile> files = FilesOf(spec);
  const bool pinned = !files.empty() && std::none_of(files.begin(), files.end(), [](const auto& f) {
    return f.sha256.empty();
  });
  const bool adapter_pinned = !spec.adapter || !spec.adapter->sha256.empty();
  if ((!pinned || !adapter_pinned) && !remote) return "";
  std::string bytes;
  AppendText(program, bytes);
  AppendText(ModelRoleName(spec.role), bytes);
  AppendNumber(files.size(), bytes);
  for (const ModelFile& file : files) AppendText(file.sha256, bytes);
  if (spec.adapter) AppendText("adapter " + spec.adapter->sha256, bytes);
  AppendText(spec.server, bytes);
  const std::string& remote_name = spec.remote_name.empty() ? spec.name : spec.remote_name;
  AppendText(remote ? remote_name : "", bytes);
  AppendNumber(static_cast<uint64_t>(spec.max_tokens), bytes);
  AppendText(spec.template_name, bytes);
  AppendText(spec.pooling, bytes);
  AppendNumber(spec.asks_in_words ? 1 : 0, bytes);
  AppendNumber(spec.labels.size(), bytes);
  for (const Relation label : spec.labels) AppendText(RelationName(label), bytes);
  return Sha256Hex(bytes);
}

CacheKeys::CacheKeys(ResultKind kind, std::string_view identity) {
  AppendText(ResultKindName(kind), prefix_);
  AppendText(identity, prefix_);
}

ResultKey CacheKeys::OfText(std::string_view text) const {
  std::string bytes = prefix_;
  AppendText(text, bytes);
  return Sha256Bytes(bytes);
}

ResultKey CacheKeys::OfPair(const PremiseHypothesis& pair, float temperature) const {
  std::string bytes = prefix_;
  AppendFloat(temperature, bytes);
  AppendText(pair.premise, bytes);
  AppendText(pair.hypothesis, bytes);
  return Sha256Bytes(bytes);
}

std::vector<ResultKey> CacheKeys::OfRequests(std::span<const GenerationRequest> requests,
                                             GenerationKeying keying) const {
  std::string call;
  std::vector<std::string> parts;
  for (const GenerationRequest& request : requests) {
    parts.push_back(BytesOf(request));
    if (keying == GenerationKeying::kCall) AppendText(parts.back(), call);
  }
  const ResultKey call_hash = Sha256Bytes(call);
  std::vector<ResultKey> keys;
  for (size_t i = 0; i < requests.size(); ++i) {
    std::string bytes = prefix_;
    AppendText(parts[i], bytes);
    if (keying == GenerationKeying::kCall) {
      AppendNumber(i, bytes);
      bytes.append(call_hash.begin(), call_hash.end());
    }
    keys.push_back(Sha256Bytes(bytes));
  }
  return keys;
}

}  // namespace gloss
