#include "retrieval/static_index.h"

#include <algorithm>
#include <cmath>

namespace gloss {

StaticIndex::StaticIndex(std::span<const std::string_view> texts, const TokenVectors& table)
    : table_(table), texts_(texts.size()) {
  std::vector<std::vector<int32_t>> tokens;
  tokens.reserve(texts.size());
  for (const std::string_view text : texts) {
    tokens.push_back(table_.Tokens(text));
    std::vector<int32_t> distinct = tokens.back();
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (const int32_t token : distinct) ++texts_with_[token];
  }
  vectors_.reserve(texts_ * table_.dimension());
  for (const std::vector<int32_t>& text : tokens) {
    const std::vector<float> vector = VectorOf(text);
    vectors_.insert(vectors_.end(), vector.begin(), vector.end());
  }
}

std::vector<float> StaticIndex::VectorOf(const std::vector<int32_t>& tokens) const {
  std::vector<float> sum(table_.dimension(), 0.0F);
  for (const int32_t token : tokens) {
    const auto found = texts_with_.find(token);
    const double with_token = found == texts_with_.end() ? 1.0 : found->second;
    const double weight = std::log(1.0 + (static_cast<double>(texts_) + 1.0) / with_token);
    table_.Add(token, static_cast<float>(weight), sum);
  }
  double squares = 0;
  for (const float value : sum) squares += static_cast<double>(value) * static_cast<double>(value);
  if (squares > 0) {
    const auto scale = static_cast<float>(1.0 / std::sqrt(squares));
    for (float& value : sum) value *= scale;
  }
  return sum;
}

std::vector<float> StaticIndex::Scores(std::string_view query) const {
  const std::vector<float> wanted = VectorOf(table_.Tokens(query));
  const size_t dimension = wanted.size();
  std::vector<float> scores(texts_, 0.0F);
  for (size_t i = 0; i < texts_; ++i) {
    const float* row = vectors_.data() + i * dimension;
    float dot = 0;
    for (size_t k = 0; k < dimension; ++k) dot += row[k] * wanted[k];
    scores[i] = dot;
  }
  return scores;
}

}  // namespace gloss
