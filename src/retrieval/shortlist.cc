#include "retrieval/shortlist.h"

#include <algorithm>
#include <numeric>

namespace gloss {
namespace {

/// Appends the indices of the `count` largest positive scores.
void TakeBest(const std::vector<float>& scores, size_t count, std::vector<size_t>& taken) {
  std::vector<size_t> order(scores.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t kept = std::min(count, order.size());
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
      [&](size_t a, size_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  for (size_t i = 0; i < kept && scores[order[i]] > 0; ++i) taken.push_back(order[i]);
}

}  // namespace

Shortlister::Shortlister(std::span<const std::string_view> texts, std::string_view language,
                         const TokenVectors* table, const ShortlistOptions& options)
    : options_(options), texts_(texts.size()) {
  if (texts_ <= options_.all_up_to) return;
  bm25_ = std::make_unique<Bm25Index>(texts, language);
  if (table != nullptr) static_ = std::make_unique<StaticIndex>(texts, *table);
}

std::vector<size_t> Shortlister::For(std::string_view query) const {
  std::vector<size_t> taken;
  if (exhaustive()) {
    taken.resize(texts_);
    std::iota(taken.begin(), taken.end(), size_t{0});
    return taken;
  }
  const size_t lexical = static_ ? options_.per_ranking : 2 * options_.per_ranking;
  TakeBest(bm25_->Scores(query), lexical, taken);
  if (static_) TakeBest(static_->Scores(query), options_.per_ranking, taken);
  std::sort(taken.begin(), taken.end());
  taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
  return taken;
}

}  // namespace gloss
