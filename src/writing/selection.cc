#include "writing/selection.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace gloss {
namespace {

constexpr size_t kNone = std::numeric_limits<size_t>::max();

/// How many sentences each document gets: one each while there are enough, the rest by length.
std::map<int, size_t> Quotas(const std::map<int, size_t>& sentences_of, size_t count) {
  std::map<int, size_t> quotas;
  size_t all = 0;
  for (const auto& [document, sentences] : sentences_of) all += sentences;
  count = std::min(count, all);
  size_t given = 0;
  for (const auto& [document, sentences] : sentences_of) {
    const bool room = given < count;
    quotas[document] = room ? 1 : 0;
    if (room) ++given;
  }
  while (given < count) {
    // The document that is furthest below its share gets the next one.
    int neediest = -1;
    double worst = std::numeric_limits<double>::max();
    for (const auto& [document, sentences] : sentences_of) {
      if (quotas[document] >= sentences) continue;
      const double filled = static_cast<double>(quotas[document]) / static_cast<double>(sentences);
      if (filled < worst) {
        worst = filled;
        neediest = document;
      }
    }
    if (neediest < 0) break;
    ++quotas[neediest];
    ++given;
  }
  return quotas;
}

class Selection {
 public:
  Selection(std::span<const RankedSentence> ranked, std::span<const SourceSentence> sentences,
            const SelectionOptions& options)
      : ranked_(ranked), sentences_(sentences), options_(options), nearest_(ranked.size(), 0) {}

  std::vector<size_t> Run() {
    std::map<int, size_t> sentences_of;
    for (const RankedSentence& entry : ranked_) ++sentences_of[DocumentOf(entry)];
    quotas_ = options_.spread ? Quotas(sentences_of, options_.count) : std::map<int, size_t>{};
    for (const auto& [document, quota] : quotas_) {
      std::set<size_t> parts;
      for (const RankedSentence& entry : ranked_) {
        if (DocumentOf(entry) == document) parts.insert(sentences_[entry.index].part);
      }
      open_parts_[document] = PartsNeeded(quota, parts.size());
    }
    while (chosen_.size() < std::min(options_.count, ranked_.size())) {
      size_t next = Next(true);
      if (next == kNone) next = Next(false);
      if (next == kNone) break;
      Take(next);
    }
    return std::move(chosen_);
  }

 private:
  int DocumentOf(const RankedSentence& entry) const { return sentences_[entry.index].ref.document; }

  /// True when the quota of the document, and what its parts still need, leave room for it.
  bool Allowed(const RankedSentence& entry) {
    if (!options_.spread) return true;
    const int document = DocumentOf(entry);
    const size_t quota = quotas_[document];
    if (quota == 0) return false;
    const std::set<size_t>& covered = covered_[document];
    if (!covered.contains(sentences_[entry.index].part)) return true;
    const size_t needed = open_parts_[document] - std::min(open_parts_[document], covered.size());
    return quota > needed;
  }

  size_t Next(bool different) {
    size_t best = kNone;
    float best_worth = 0;
    for (size_t i = 0; i < ranked_.size(); ++i) {
      if (taken_.contains(i) || !Allowed(ranked_[i])) continue;
      if (different && nearest_[i] > options_.same_thing) continue;
      const float worth = ranked_[i].salience - options_.diversity * nearest_[i];
      if (best == kNone || worth > best_worth) {
        best = i;
        best_worth = worth;
      }
    }
    return best;
  }

  void Take(size_t index) {
    const RankedSentence& entry = ranked_[index];
    taken_.insert(index);
    chosen_.push_back(index);
    if (options_.spread) {
      --quotas_[DocumentOf(entry)];
      covered_[DocumentOf(entry)].insert(sentences_[entry.index].part);
    }
    if (entry.embedding.empty()) return;
    for (size_t i = 0; i < ranked_.size(); ++i) {
      nearest_[i] = std::max(nearest_[i], Cosine(entry.embedding, ranked_[i].embedding));
    }
  }

  std::span<const RankedSentence> ranked_;
  std::span<const SourceSentence> sentences_;
  const SelectionOptions& options_;
  std::vector<float> nearest_;  ///< Likeness to the nearest chosen one.
  std::set<size_t> taken_;
  std::map<int, size_t> quotas_;
  std::map<int, size_t> open_parts_;  ///< Parts that each document must be cited from.
  std::map<int, std::set<size_t>> covered_;
  std::vector<size_t> chosen_;
};

}  // namespace

size_t PartsNeeded(size_t count, size_t parts_with_sentences) {
  const size_t wanted = count >= kParts ? kLeastParts : (count * 2 + 2) / 3;
  return std::min(wanted, parts_with_sentences);
}

std::vector<size_t> SelectSentences(std::span<const RankedSentence> ranked,
                                    std::span<const SourceSentence> sentences,
                                    const SelectionOptions& options) {
  return Selection(ranked, sentences, options).Run();
}

}  // namespace gloss
