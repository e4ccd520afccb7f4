#include "writing/length_fit.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "writing/selection.h"

namespace gloss {
namespace {

constexpr size_t kMostChanges = 400;

class Fit {
 public:
  Fit(std::span<const FitItem> items, const FitOptions& options, bool length_first)
      : items_(items), options_(options), length_first_(length_first), chosen_(items.size()) {
    for (const FitItem& item : items) parts_of_[item.part.first].insert(item.part.second);
    for (size_t i = 0; i < std::min(options.count, items.size()); ++i) {
      Set(i, 0);
      ++begun_with_[items[i].part.first];
    }
  }

  void Run() {
    for (size_t changes = 0; changes < kMostChanges; ++changes) {
      if (Distance(total_) * 20 <= options_.words) break;
      if (!Improve()) break;
    }
  }

  bool IsNear() const { return Distance(total_) * 5 <= options_.words; }

  std::vector<FitChoice> Choices() const {
    std::vector<FitChoice> choices;
    for (size_t i = 0; i < items_.size(); ++i) {
      if (chosen_[i]) choices.push_back({i, *chosen_[i]});
    }
    return choices;
  }

 private:
  size_t Distance(size_t total) const {
    return total > options_.words ? total - options_.words : options_.words - total;
  }

  void Set(size_t item, std::optional<size_t> statement) {
    if (chosen_[item]) total_ -= items_[item].statements[*chosen_[item]];
    if (statement) total_ += items_[item].statements[*statement];
    chosen_[item] = statement;
  }

  /// Enough parts of its document stay cited without the item.
  bool CanGo(size_t item) const {
    size_t left = 0;
    size_t of_document = 0;
    std::set<size_t> parts;
    for (size_t i = 0; i < items_.size(); ++i) {
      if (!chosen_[i] || i == item) continue;
      ++left;
      if (items_[i].part.first != items_[item].part.first) continue;
      ++of_document;
      parts.insert(items_[i].part.second);
    }
    if (left == 0) return false;
    if (!options_.spread) return true;
    if (of_document == 0) return false;
    const int document = items_[item].part.first;
    const size_t begun = begun_with_.at(document);
    const size_t needed = PartsNeeded(begun, parts_of_.at(document).size());
    const bool keeps = begun >= kParts && !length_first_;
    return parts.size() >= (keeps ? needed : std::min(needed, of_document));
  }

  /// One item more, one less, another statement, or another item of the same part.
  struct Change {
    size_t distance = 0;
    size_t item = 0;
    std::optional<size_t> statement;
    std::optional<size_t> instead_of;  ///< An item that goes.
  };

  void Consider(const Change& change, std::optional<Change>& best) const {
    if (change.distance < (best ? best->distance : Distance(total_))) best = change;
  }

  bool Improve() {
    std::optional<Change> best;
    for (size_t i = 0; i < items_.size(); ++i) {
      const std::vector<size_t>& words = items_[i].statements;
      for (size_t s = 0; s < words.size(); ++s) {
        if (chosen_[i]) {
          const size_t own = words[*chosen_[i]];
          if (*chosen_[i] != s) Consider({Distance(total_ - own + words[s]), i, s, {}}, best);
        } else if (!options_.fixed_count) {
          Consider({Distance(total_ + words[s]), i, s, {}}, best);
        }
      }
    }
    // The last ones go first.
    for (size_t i = items_.size(); i-- > 0 && !options_.fixed_count;) {
      if (!chosen_[i]) continue;
      const size_t distance = Distance(total_ - items_[i].statements[*chosen_[i]]);
      if (distance < (best ? best->distance : Distance(total_)) && CanGo(i)) {
        Consider({distance, i, {}, {}}, best);
      }
    }
    if (!best) ConsiderSwaps(best);
    if (!best) return false;
    if (best->instead_of) Set(*best->instead_of, std::nullopt);
    Set(best->item, best->statement);
    return true;
  }

  void ConsiderSwaps(std::optional<Change>& best) const {
    for (size_t i = items_.size(); i-- > 0;) {
      if (!chosen_[i]) continue;
      const size_t own = items_[i].statements[*chosen_[i]];
      for (size_t k = 0; k < items_.size(); ++k) {
        if (chosen_[k] || items_[k].part != items_[i].part) continue;
        for (size_t s = 0; s < items_[k].statements.size(); ++s) {
          Consider({Distance(total_ - own + items_[k].statements[s]), k, s, i}, best);
        }
      }
    }
  }

  std::span<const FitItem> items_;
  const FitOptions& options_;
  const bool length_first_;  ///< Before the number of parts, where both cannot be had.
  std::vector<std::optional<size_t>> chosen_;
  std::map<int, std::set<size_t>> parts_of_;
  std::map<int, size_t> begun_with_;  ///< Items of each document at the beginning.
  size_t total_ = 0;
};

}  // namespace

std::vector<FitChoice> FitLength(std::span<const FitItem> items, const FitOptions& options) {
  Fit spread(items, options, false);
  spread.Run();
  if (spread.IsNear()) return spread.Choices();
  Fit near(items, options, true);
  near.Run();
  return near.IsNear() ? near.Choices() : spread.Choices();
}

}  // namespace gloss
