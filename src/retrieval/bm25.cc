#include "retrieval/bm25.h"

#include <cmath>

#include "retrieval/terms.h"

namespace gloss {
namespace {

constexpr double kSaturation = 1.2;
constexpr double kLengthWeight = 0.75;

}  // namespace

Bm25Index::Bm25Index(std::span<const std::string_view> texts, std::string_view language)
    : language_(language), lengths_(texts.size(), 0) {
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto text = static_cast<uint32_t>(i);
    for (const std::string& term : TermsOf(texts[i], language_)) {
      ++lengths_[i];
      std::vector<Posting>& list = postings_[term];
      if (list.empty() || list.back().text != text) list.push_back({text, 0});
      ++list.back().count;
    }
    mean_length_ += lengths_[i];
  }
  if (!texts.empty()) mean_length_ /= static_cast<double>(texts.size());
}

std::vector<float> Bm25Index::Scores(std::string_view query) const {
  std::vector<float> scores(lengths_.size(), 0.0F);
  const auto texts = static_cast<double>(lengths_.size());
  for (const std::string& term : TermSetOf(query, language_)) {
    const auto found = postings_.find(term);
    if (found == postings_.end()) continue;
    const auto with_term = static_cast<double>(found->second.size());
    const double weight = std::log(1.0 + (texts - with_term + 0.5) / (with_term + 0.5));
    for (const Posting& posting : found->second) {
      const double count = posting.count;
      const double norm = kSaturation * (1.0 - kLengthWeight +
                                         kLengthWeight * lengths_[posting.text] / mean_length_);
      scores[posting.text] +=
          static_cast<float>(weight * count * (kSaturation + 1.0) / (count + norm));
    }
  }
  return scores;
}

}  // namespace gloss
