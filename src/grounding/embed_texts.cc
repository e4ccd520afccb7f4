#include "grounding/embed_texts.h"

#include <algorithm>
#include <utility>

namespace gloss {
namespace {

constexpr size_t kTextsPerCall = 512;

}  // namespace

size_t UniqueTexts::Add(std::string_view text) {
  const auto [found, is_new] = index_of_.try_emplace(text, texts_.size());
  if (is_new) texts_.push_back(text);
  return found->second;
}

std::vector<std::string> QueryTexts(const Embedder& embedder,
                                    std::span<const std::string_view> claims) {
  std::vector<std::string> queries;
  queries.reserve(claims.size());
  for (const std::string_view claim : claims) {
    queries.push_back(QueryText(embedder.spec(), claim));
  }
  return queries;
}

std::string_view AsPassage(const Embedder& embedder, std::string_view sentence,
                           std::deque<std::string>& made) {
  if (embedder.spec().passage_prefix.empty()) return sentence;
  return made.emplace_back(PassageText(embedder.spec(), sentence));
}

TextEmbeddings EmbedTexts(Embedder& embedder, std::span<const std::string_view> texts,
                          const GroundingProgress& progress, const std::stop_token& stop) {
  TextEmbeddings all;
  all.items.resize(texts.size());
  for (size_t begin = 0; begin < texts.size(); begin += kTextsPerCall) {
    const size_t count = std::min(kTextsPerCall, texts.size() - begin);
    BatchResult<Embedding> call = embedder.Embed(texts.subspan(begin, count), stop);
    size_t done = 0;
    for (size_t i = 0; i < std::min(count, call.items.size()); ++i) {
      if (call.items[i]) ++done;
      all.items[begin + i] = std::move(call.items[i]);
    }
    if (done < count && all.status.ok()) {
      all.status = call.status.ok()
                       ? Status(StatusCode::kInternal, "embedder: an answer is missing")
                       : call.status;
    }
    if (progress) progress(GroundingStage::kEmbed, begin + count, texts.size());
    if (done == 0 || stop.stop_requested()) break;
  }
  if (all.status.ok() && std::any_of(all.items.begin(), all.items.end(),
                                     [](const auto& item) { return !item.has_value(); })) {
    all.status = Status(StatusCode::kCancelled, "stopped by the caller");
  }
  return all;
}

}  // namespace gloss
