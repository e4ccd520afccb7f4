#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gloss {

/// Ranks texts by the terms they share with a query: Okapi BM25 (Robertson and Zaragoza, "The
/// Probabilistic Relevance Framework: BM25 and Beyond", 2009; k1 = 1.2, b = 0.75).
///
/// Terms are those of terms.h. Memory: about 8 bytes a word of the texts.
/// Immutable; thread-safe.
class Bm25Index {
 public:
  /// The texts are not kept. `language`: ISO 639-1 code of the texts; may be empty.
  Bm25Index(std::span<const std::string_view> texts, std::string_view language);

  size_t size() const { return lengths_.size(); }

  /// One score a text, 0 without a common term. Every term of the query counts once.
  std::vector<float> Scores(std::string_view query) const;

 private:
  struct Posting {
    uint32_t text = 0;
    uint32_t count = 0;
  };

  std::string language_;
  std::unordered_map<std::string, std::vector<Posting>> postings_;
  std::vector<uint32_t> lengths_;  ///< Terms of each text.
  double mean_length_ = 0;
};

}  // namespace gloss
