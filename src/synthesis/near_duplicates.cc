#include "synthesis/near_duplicates.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "text/words.h"

namespace gloss {
namespace {

constexpr uint64_t kOffset = 1469598103934665603U;  // FNV-1a, 64 bits.
constexpr uint64_t kPrime = 1099511628211U;

uint64_t HashOf(std::string_view text) {
  uint64_t hash = kOffset;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

/// The i-th of a family of hash functions.
uint64_t Permuted(uint64_t value, uint64_t i) {
  value ^= (i + 1) * 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

double Jaccard(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  size_t common = 0;
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if (a[i] == b[k]) {
      ++common;
      ++i;
      ++k;
    } else if (a[i] < b[k]) {
      ++i;
    } else {
      ++k;
    }
  }
  const size_t all = a.size() + b.size() - common;
  return all == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace

std::vector<uint64_t> NearDuplicates::ShinglesOf(std::string_view text) const {
  std::vector<uint64_t> words;
  for (const Word& word : WordsOf(text)) words.push_back(HashOf(word.folded));
  // A text that is shorter than a shingle is one.
  const size_t length = std::max<size_t>(1, std::min(options_.words, words.size()));
  std::vector<uint64_t> shingles;
  for (size_t i = 0; i + length <= words.size(); ++i) {
    uint64_t hash = kOffset;
    for (size_t k = i; k < i + length; ++k) hash = (hash ^ words[k]) * kPrime;
    shingles.push_back(hash);
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

std::vector<uint64_t> NearDuplicates::BandsOf(const std::vector<uint64_t>& shingles) {
  std::vector<uint64_t> bands;
  for (size_t band = 0; band < kBands; ++band) {
    uint64_t key = kOffset ^ band;
    for (size_t row = 0; row < kRows; ++row) {
      uint64_t least = std::numeric_limits<uint64_t>::max();
      for (const uint64_t shingle : shingles) {
        least = std::min(least, Permuted(shingle, band * kRows + row));
      }
      key = (key ^ least) * kPrime;
    }
    bands.push_back(key);
  }
  return bands;
}

std::optional<NearDuplicates::Like> NearDuplicates::Find(std::string_view text) const {
  const std::vector<uint64_t> shingles = ShinglesOf(text);
  std::set<size_t> seen;
  for (const uint64_t band : BandsOf(shingles)) {
    const auto found = candidates_.find(band);
    if (found != candidates_.end()) seen.insert(found->second.begin(), found->second.end());
  }
  std::optional<Like> best;
  for (const size_t index : seen) {
    const double similarity = Jaccard(shingles, shingles_[index]);
    if (similarity >= options_.similarity && (!best || similarity > best->similarity)) {
      best = Like{index, similarity};
    }
  }
  return best;
}

void NearDuplicates::Add(std::string_view text) {
  shingles_.push_back(ShinglesOf(text));
  for (const uint64_t band : BandsOf(shingles_.back())) {
    candidates_[band].push_back(shingles_.size() - 1);
  }
}

}  // namespace gloss
